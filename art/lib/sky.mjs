import { createClouds } from './clouds.mjs';
import { createNoise } from './noise.mjs';
import { clamp, mix, normalize, smoothstep } from './numbers.mjs';
import { createStars } from './stars.mjs';

/** @returns a function that writes the sky's colour in direction (x, y, z) into `out`. */
export function createSky(scene) {
  const { sky, light } = scene;
  const noises = createNoise(scene.seed + 5);
  const { noise, fbm } = noises;
  const lightDirection = normalize(light.direction);
  const paintClouds = createClouds(scene, noises);
  const paintStars = createStars(scene, noises);

  return function paintSky(x, y, z, out) {
    const towardsLight = Math.max(0, x * lightDirection[0] + y * lightDirection[1] + z * lightDirection[2]);
    paintGradient(y, towardsLight, out);
    const cover = y > 0 ? paintClouds(x, y, z, towardsLight, out) : 0;
    if (sky.stars && y > 0.01) paintStars(x, y, z, 1 - cover, out);
    if (light.disc) paintDisc(x, y, z, towardsLight, cover, out);
    if (sky.aurora && y > 0.02) paintAurora(x, y, z, out);
  };

  function paintGradient(y, towardsLight, out) {
    const height = Math.pow(clamp(y * 1.6 + 0.02), 0.55);
    const halo = sky.halo * (0.25 * Math.pow(towardsLight, 8) + 0.6 * Math.pow(towardsLight, 60));
    for (let c = 0; c < 3; c++) out[c] = mix(sky.horizon[c], sky.zenith[c], height) + light.color[c] * halo;
  }

  function paintDisc(x, y, z, towardsLight, cover, out) {
    if (towardsLight < Math.cos(light.disc)) return;
    const edge = smoothstep(Math.cos(light.disc), Math.cos(light.disc * 0.95), towardsLight);
    const seas = 0.7 + 0.75 * fbm((x - lightDirection[0]) * 24 + 3, (y - lightDirection[1]) * 24, 5);
    for (let c = 0; c < 3; c++) out[c] += edge * light.discColor[c] * seas * (1 - 0.75 * cover);
  }

  function paintAurora(x, y, z, out) {
    const scale = 1.5 / (y + 0.25);
    const u = x * scale;
    const v = z * scale * 0.7;
    const curtain = fbm(u * 1.1 + fbm(u * 0.7, v * 0.7, 3) * 1.4, v * 0.3, 3);
    const strands = 0.45 + 0.55 * clamp(noise(u * 12, v * 0.6) + 0.6);
    const band = Math.pow(clamp(1 - Math.abs(curtain) * 3.6), 2.4) * strands;
    const strength = band * smoothstep(0.04, 0.2, y) * smoothstep(0.8, 0.3, y);
    const high = smoothstep(0.15, 0.5, y);
    for (let c = 0; c < 3; c++) out[c] += strength * mix(sky.aurora.low[c], sky.aurora.high[c], high);
  }
}

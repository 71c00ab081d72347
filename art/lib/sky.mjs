import { createNoise } from './noise.mjs';
import { clamp, hashCell, mix, normalize, smoothstep } from './numbers.mjs';

const STAR_CELL = 0.021;
const STAR_RADIUS = 0.00085;

/** @returns a function that writes the sky's colour in direction (x, y, z) into `out`. */
export function createSky(scene) {
  const { sky, light } = scene;
  const { noise, fbm } = createNoise(scene.seed + 5);
  const lightDirection = normalize(light.direction);
  const flashes = sky.flashes.map((flash) => ({ ...flash, direction: normalize(flash.direction) }));

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

  function paintClouds(x, y, z, towardsLight, out) {
    const scale = 1.1 / (y + 0.12);
    const u = x * scale + sky.offset;
    const v = z * scale;
    const swirlU = fbm(u * 0.9, v * 0.9, 4) * sky.swirl;
    const swirlV = fbm(u * 0.9 + 5.2, v * 0.9 + 1.3, 4) * sky.swirl;
    const density = fbm(u * 1.25 + swirlU, v * 1.7 + swirlV, 7);
    const cover = smoothstep(sky.cover, sky.cover + 0.55, density + 0.5) * smoothstep(0, 0.12, y);
    if (cover <= 0) return 0;
    // Thinner towards the light than here: this side of the cloud is lit.
    const beyond = fbm(u * 1.25 + swirlU - lightDirection[0] * 0.14, v * 1.7 + swirlV - lightDirection[2] * 0.14, 6);
    const edge = clamp(0.5 + (density - beyond) * 2.2);
    const lit = edge * (0.25 + 0.9 * Math.pow(towardsLight, 3)) + 1.6 * Math.pow(towardsLight, 40) * (1 - cover);
    for (let c = 0; c < 3; c++) {
      let cloud = sky.cloud[c] * 0.55 + light.color[c] * lit * sky.cloudLit;
      for (const flash of flashes) cloud += flash.color[c] * flashStrength(flash, x, y, z) * (0.35 + edge);
      out[c] = mix(out[c], cloud, cover * 0.92);
    }
    return cover;
  }

  function flashStrength({ direction, tightness }, x, y, z) {
    return Math.pow(Math.max(0, x * direction[0] + y * direction[1] + z * direction[2]), tightness);
  }

  function paintStars(x, y, z, clear, out) {
    const azimuth = Math.atan2(x, z);
    const elevation = Math.asin(y);
    const band = milkyWay(x, y, z);
    for (let c = 0; c < 3; c++) out[c] += band * sky.milkyWayColor[c] * clear;
    const width = STAR_CELL / Math.cos(elevation);
    const column = Math.floor(azimuth / width);
    const row = Math.floor(elevation / STAR_CELL);
    const chance = hashCell(column, row);
    if (chance > sky.stars * (0.3 + band * 2)) return;
    const size = hashCell(column + 911, row);
    const radius = STAR_RADIUS * (0.75 + 0.8 * size * size);
    const offU = (azimuth - (column + 0.2 + 0.6 * hashCell(column, row + 313)) * width) * Math.cos(elevation);
    const offV = elevation - (row + 0.2 + 0.6 * hashCell(column + 57, row + 57)) * STAR_CELL;
    const glow = Math.exp(-(offU * offU + offV * offV) / (radius * radius));
    const brightness = glow * (0.1 + 1.5 * Math.pow(size, 5)) * clear * smoothstep(0.02, 0.25, y);
    const warmth = hashCell(column, row + 77);
    out[0] += brightness * (0.8 + 0.3 * warmth);
    out[1] += brightness * 0.92;
    out[2] += brightness * (1.15 - 0.25 * warmth);
  }

  function milkyWay(x, y, z) {
    if (!sky.milkyWay) return 0;
    const across = x * sky.milkyWay[0] + y * sky.milkyWay[1] + z * sky.milkyWay[2];
    const core = Math.exp(-across * across * 26);
    if (core < 0.01) return 0;
    const dust = smoothstep(-0.25, 0.4, fbm(x * 4 + y * 3, z * 4 - y * 2, 6) + across * 0.6);
    return core * (0.25 + 0.75 * dust) * (0.75 + 0.5 * fbm(x * 2.2 + 8, y * 2.2, 3));
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

import { clamp, dot, mix, normalize, smoothstep } from './numbers.mjs';

/** @returns a function that paints clouds over `out` and returns how much of the sky they cover, from 0 to 1. */
export function createClouds({ sky, light }, { fbm }) {
  const lightDirection = normalize(light.direction);
  const flashes = sky.flashes.map((flash) => ({ ...flash, direction: normalize(flash.direction) }));

  return function paintClouds(x, y, z, towardsLight, out) {
    const scale = 1.1 / (y + 0.12);
    const u = x * scale + sky.offset;
    const v = z * scale;
    const swirlU = fbm(u * 0.9, v * 0.9, 4) * sky.swirl;
    const swirlV = fbm(u * 0.9 + 5.2, v * 0.9 + 1.3, 4) * sky.swirl;
    const density = fbm(u * 1.25 + swirlU, v * 1.7 + swirlV, 7);
    const cover = smoothstep(sky.cover, sky.cover + 0.55, density + 0.5) * smoothstep(0, 0.12, y);
    if (cover <= 0) return 0;
    // Thinner towards the light than here: this side of the cloud is lit.
    const beyond = fbm(
      u * 1.25 + swirlU - lightDirection[0] * 0.14,
      v * 1.7 + swirlV - lightDirection[2] * 0.14,
      6,
    );
    const edge = clamp(0.5 + (density - beyond) * 2.2);
    const lit =
      edge * (0.25 + 0.9 * Math.pow(towardsLight, 3)) + 1.6 * Math.pow(towardsLight, 40) * (1 - cover);
    for (let c = 0; c < 3; c++) {
      let cloud = sky.cloud[c] * 0.55 + light.color[c] * lit * sky.cloudLit;
      for (const flash of flashes) cloud += flash.color[c] * flashStrength(flash, [x, y, z]) * (0.35 + edge);
      out[c] = mix(out[c], cloud, cover * 0.92);
    }
    return cover;
  };
}

const flashStrength = ({ direction, tightness }, ray) =>
  Math.pow(Math.max(0, dot(ray, direction)), tightness);

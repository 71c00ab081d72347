import { createNoise } from './noise.mjs';
import { dot, mix, normalize, smoothstep } from './numbers.mjs';

/** A dark crust of floating plates with glowing seams; seams are wider where the stream is hot. */
export function createLavaShader({ scene }) {
  const { fbm } = createNoise(scene.seed + 23);
  const { lava } = scene;

  return function shadeLava({ x, z, distance }, out) {
    const heat = smoothstep(-0.25, 0.55, fbm(x * 0.35 + 3, z * 0.22, 3));
    const bendX = x + 0.35 * fbm(x * 0.9, z * 0.9, 4);
    const bendZ = z + 0.35 * fbm(x * 0.9 + 7, z * 0.9, 4);
    const fine = smoothstep(45, 8, distance);
    const seams = Math.pow(1 - Math.abs(fbm(bendX * 0.85, bendZ * 0.7, 3)), 9 - 5 * heat);
    const cracks = Math.pow(1 - Math.abs(fbm(bendX * 2.6 + 4, bendZ * 2.2, 3)), 12) * fine;
    const bright = seams * (0.25 + 1.1 * heat) + cracks * 0.3 * (0.3 + heat) + 0.08 * heat;
    out[0] = 0.02 + lava.color[0] * bright * lava.brightness;
    out[1] = 0.008 + lava.color[1] * bright * (0.35 + bright) * lava.brightness;
    out[2] = 0.006 + lava.color[2] * bright * bright * lava.brightness;
  };
}

/** A mirror with ripples, which calm down with the distance. */
export function createWaterShader({ scene, lightVisibility }) {
  const { fbm } = createNoise(scene.seed + 23);
  const { water, light } = scene;
  const lightDirection = normalize(light.direction);

  /** @param traceMirror writes the colour seen along a reflected ray. */
  return function shadeWater(hit, traceMirror, out) {
    const calm = 1 / (1 + hit.distance * 0.06);
    const rippleX = water.ripple * calm * fbm(hit.x * 2.6, hit.z * 4.2, 4);
    const rippleZ = water.ripple * calm * 1.6 * fbm(hit.x * 2.6 + 31, hit.z * 4.2, 4);
    const normal = normalize([rippleX, 1, rippleZ]);
    const [dx, dy, dz] = hit.direction;
    const along = dx * normal[0] + dy * normal[1] + dz * normal[2];
    const upwards = Math.max(0.02, dy - 2 * along * normal[1]);
    const mirrored = normalize([dx - 2 * along * normal[0], upwards, dz - 2 * along * normal[2]]);
    traceMirror({ x: hit.x, y: hit.y + 0.01, z: hit.z }, mirrored, out);
    const fresnel = 0.04 + 0.9 * Math.pow(1 - Math.max(0, -along), 5);
    const glint =
      Math.pow(Math.max(0, dot(mirrored, lightDirection)), 260) * lightVisibility(hit.x, hit.y, hit.z);
    for (let c = 0; c < 3; c++) {
      out[c] = mix(water.color[c], Math.min(1.2, out[c]), fresnel) + light.color[c] * glint * water.glint;
    }
  };
}

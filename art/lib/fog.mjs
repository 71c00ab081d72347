import { clamp, mix, normalize } from './numbers.mjs';
import { createNoise } from './noise.mjs';

export const FAR = 96;
const LIGHT_SAMPLES = 10;

/** Height fog with drifting density, lit through the gaps between the mountains, and halos round lamps. */
export function createFog(scene, lightVisibility) {
  const { fog, light, lamps } = scene;
  const { fbm } = createNoise(scene.seed + 11);
  const lightDirection = normalize(light.direction);

  /** @param jitter in [0, 1): spreads the samples so that no steps are seen. */
  return function applyFog(color, { eye, direction, distance, isSky, jitter }) {
    const reach = Math.min(distance, FAR);
    const thickness = heightThickness(eye.y, direction[1], reach) * drift(eye, direction, reach);
    const depth = isSky ? fog.density * thickness * 0.9 : fog.density * thickness + fog.haze * reach;
    const veil = clamp(1 - Math.exp(-depth));
    const facing = Math.max(
      0,
      direction[0] * lightDirection[0] + direction[1] * lightDirection[1] + direction[2] * lightDirection[2],
    );
    const phase = fog.scatter * (0.12 + Math.pow(facing, 5) + 1.2 * Math.pow(facing, 40));
    const lit = veil > 0.004 ? phase * litShare(eye, direction, reach, jitter) : 0;
    for (let c = 0; c < 3; c++) color[c] = mix(color[c], fog.color[c] + light.color[c] * lit, veil);
    for (const lamp of lamps) addHalo(color, lamp, eye, direction, reach);
  };

  function heightThickness(eyeY, slope, reach) {
    const atEye = Math.exp(-Math.max(-2, eyeY - fog.base) * fog.falloff);
    const climb = slope * fog.falloff;
    const integral =
      Math.abs(climb * reach) < 1e-4 ? atEye * reach : (atEye * (1 - Math.exp(-climb * reach))) / climb;
    return Math.min(60, Math.max(0, integral));
  }

  function drift(eye, direction, reach) {
    const middle = Math.min(reach, 40);
    const x = eye.x + direction[0] * middle;
    const z = eye.z + direction[2] * middle;
    return 0.75 + 0.6 * fbm(x * 0.18, z * 0.12 + direction[1] * 6, 4);
  }

  function litShare(eye, direction, reach, jitter) {
    let lit = 0;
    let total = 0;
    for (let k = 0; k < LIGHT_SAMPLES; k++) {
      const t = reach * Math.pow((k + jitter) / LIGHT_SAMPLES, 1.4);
      const y = eye.y + direction[1] * t;
      const weight = (Math.exp(-Math.max(0, y - fog.base) * fog.falloff * 0.6) + 0.15) * (1 + k * 0.12);
      lit += weight * lightVisibility(eye.x + direction[0] * t, y, eye.z + direction[2] * t);
      total += weight;
    }
    return 0.12 + 0.88 * (lit / total);
  }
}

/** The light that air scatters from a lamp along the ray, integrated in closed form. */
function addHalo(color, lamp, eye, direction, reach) {
  const x = lamp.x - eye.x;
  const y = lamp.y - eye.y;
  const z = lamp.z - eye.z;
  const along = x * direction[0] + y * direction[1] + z * direction[2];
  if (along < 0) return;
  const squared = Math.max(0, x * x + y * y + z * z - along * along) + lamp.size * lamp.size;
  if (squared > (lamp.power * 6 + 1) ** 2) return;
  const miss = Math.sqrt(squared);
  const span = Math.atan((reach - along) / miss) + Math.atan(along / miss);
  const glow = ((lamp.power * lamp.halo * span) / miss) * Math.exp(-miss * 1.2);
  for (let c = 0; c < 3; c++) color[c] += lamp.color[c] * glow;
}

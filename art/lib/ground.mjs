import { readCoarse } from './light-maps.mjs';
import { mix, normalize, smoothstep } from './numbers.mjs';
import { createNoise } from './noise.mjs';

/** Rock, grass and snow. */
export function createGroundShader({ scene, maps, lightVisibility, shadows }, { lightUp, addLavaGlow }) {
  const { fbm } = createNoise(scene.seed + 23);
  const albedo = [0, 0, 0];
  const lightDirection = normalize(scene.light.direction);

  return function shadeGround(hit, out) {
    writeAlbedo(hit, albedo);
    const isHidden = shadows && shadows.isHidden(hit, lightDirection, 12);
    const shade = isHidden ? 0 : lightVisibility(hit.x, hit.y, hit.z);
    const open = readCoarse(maps.occlusion, hit.x, hit.z) * (shadows ? shadows.openness(hit) : 1);
    lightUp(hit, albedo, { shade, open, rim: 0.12 }, out);
    addLavaGlow(hit, albedo, out);
  };

  function writeAlbedo({ x, y, z, normal }, out) {
    const { rock, grass, snow, snowLine } = scene.ground;
    const strata = 0.5 + 0.5 * fbm(x * 2.2, y * 5 + z * 2.2, 4);
    const grows = smoothstep(0.6, 0.85, normal[1]) * (1 - smoothstep(3, 6.5, y));
    const patches = normal[1] + 0.15 * fbm(x * 1.6, z * 1.6, 4);
    const cold = smoothstep(snowLine[0], snowLine[1], y + 1.2 * fbm(x * 0.5, z * 0.5, 3));
    const lies = smoothstep(0.58, 0.8, patches) * cold;
    for (let c = 0; c < 3; c++) {
      const bare = mix(rock[c] * (0.55 + 0.8 * strata), grass[c] * (0.5 + 0.9 * strata), grows);
      out[c] = mix(bare, snow[c], lies);
    }
  }
}

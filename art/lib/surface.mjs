import { createGroundShader } from './ground.mjs';
import { createLighting } from './lighting.mjs';
import { createLavaShader, createWaterShader } from './liquids.mjs';
import { createSolidShader } from './walls.mjs';

/** Shaders for all surfaces. Each writes linear RGB into its last parameter. */
export function createSurface(world) {
  const lighting = createLighting(world);
  return {
    shadeTerrain: createGroundShader(world, lighting),
    shadeSolid: createSolidShader(world, lighting),
    shadeLava: createLavaShader(world),
    shadeWater: createWaterShader(world),
  };
}

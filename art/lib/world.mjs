import { createCamera } from './camera.mjs';
import { createFog } from './fog.mjs';
import { createVisibility } from './light-maps.mjs';
import { createShadows } from './march.mjs';
import { createNoise } from './noise.mjs';
import { readGrid, smoothstep } from './numbers.mjs';
import { joinBounds } from './solids.mjs';
import { createSky } from './sky.mjs';
import { createSurface } from './surface.mjs';
import { GRID, gridX, gridZ, readSmooth } from './terrain.mjs';

const SMOOTH_WITHIN = 9;
const DETAIL_WITHIN = 60;

/** The scene's geometry and shaders. Built once per thread from the shared maps. */
export function createWorld({ scene, shot, heights, maps, width, height }) {
  const { fbm, ridged } = createNoise(scene.seed + 31);
  const heightAt = (x, z) => readGrid(heights, GRID, gridX(x), gridZ(z));
  const liquidLevel = scene.water?.level ?? scene.lava?.level ?? -100;

  /** Terrain height with finer relief near the camera than the grid can hold. */
  function surfaceAt(x, z, distance) {
    if (distance > DETAIL_WITHIN) return heightAt(x, z);
    const base = distance < SMOOTH_WITHIN ? readSmooth(heights, x, z) : heightAt(x, z);
    // Offset by the height, so that the relief is not stretched on steep faces.
    const u = x + 0.9 * base;
    const v = z - 0.7 * base;
    const octaves = distance < 12 ? 5 : distance < 28 ? 4 : 3;
    const relief = 1.6 * (ridged(u * 1.15, v * 1.15, octaves) - 0.45) + 0.7 * fbm(u * 4.1, v * 4.1, octaves);
    return base + smoothstep(DETAIL_WITHIN, 8, distance) * scene.ground.roughness * relief;
  }

  const world = {
    scene,
    maps,
    heightAt,
    surfaceAt,
    liquidLevel,
    camera: createCamera(shot, width, height),
    lightVisibility: createVisibility(maps),
    structures: scene.buildings.flatMap((build) => build(heightAt)),
  };
  world.scene = {
    ...scene,
    lamps: scene.lamps.map((lamp) => ({ ...lamp, y: lamp.y ?? heightAt(lamp.x, lamp.z) + lamp.above })),
  };
  if (scene.shadows) world.shadows = createShadows(world.structures);
  world.builtBounds = joinBounds(world.structures);
  world.paintSky = createSky(scene);
  world.applyFog = createFog(world.scene, world.lightVisibility);
  world.surface = createSurface(world);
  return world;
}

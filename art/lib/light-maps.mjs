import { normalize, readGrid } from './numbers.mjs';
import { EXTENT, GRID, gridX, gridZ } from './terrain.mjs';

const SHADOW_GRID = 1024;
const COARSE_GRID = 512;
const PENUMBRA = 0.022;
// Keeps slopes from shading themselves in the steps of the coarser grid.
const SHADOW_BIAS = 0.07;

/** Light that depends only on the height map, computed once instead of per pixel. */
export function buildLightMaps(heights, scene) {
  const blockers = shrink(heights, SHADOW_GRID);
  const coarse = shrink(heights, COARSE_GRID);
  const [x, y, z] = normalize(scene.light.direction);
  const rise = y / Math.hypot(x, z);
  return {
    fullShadow: sweepShadow(blockers, x, z, rise + PENUMBRA),
    halfShadow: sweepShadow(blockers, x, z, rise - PENUMBRA),
    occlusion: buildOcclusion(coarse),
    lavaGlow: scene.lava ? buildLavaGlow(coarse, scene.lava.level) : new Float32Array(COARSE_GRID ** 2),
  };
}

/** Share of the light's disc that is seen from a point, 0 to 1. */
export function createVisibility(maps) {
  return (x, y, z) => {
    const u = gridX(x, SHADOW_GRID);
    const v = gridZ(z, SHADOW_GRID);
    const dark = readGrid(maps.fullShadow, SHADOW_GRID, u, v);
    const bright = readGrid(maps.halfShadow, SHADOW_GRID, u, v);
    const share = (y + SHADOW_BIAS - dark) / (bright - dark + 2 * SHADOW_BIAS);
    return share <= 0 ? 0 : share >= 1 ? 1 : share;
  };
}

export const readCoarse = (map, x, z) =>
  readGrid(map, COARSE_GRID, gridX(x, COARSE_GRID), gridZ(z, COARSE_GRID));

function shrink(heights, size) {
  const step = GRID / size;
  const small = new Float32Array(size * size);
  for (let j = 0; j < size; j++) {
    for (let i = 0; i < size; i++) {
      let sum = 0;
      for (let b = 0; b < step; b++)
        for (let a = 0; a < step; a++) sum += heights[(j * step + b) * GRID + i * step + a];
      small[j * size + i] = sum / (step * step);
    }
  }
  return small;
}

/** For each cell the height below which it lies in shadow, swept row by row away from the light. */
function sweepShadow(heights, lightX, lightZ, rise) {
  const size = SHADOW_GRID;
  const alongZ = Math.abs(lightZ) >= Math.abs(lightX);
  const major = alongZ ? lightZ : lightX;
  const drift = (alongZ ? lightX : lightZ) / Math.abs(major);
  const drop = Math.max(0.005, rise) * (EXTENT / size) * Math.hypot(1, drift);
  const towards = Math.sign(major);
  const rowStride = alongZ ? size : 1;
  const columnStride = alongZ ? 1 : size;
  const shadow = new Float32Array(size * size).fill(-100);
  for (let n = 1; n < size; n++) {
    const row = towards > 0 ? size - 1 - n : n;
    const sourceRow = (row + towards) * rowStride;
    for (let column = 0; column < size; column++) {
      const source = Math.min(size - 2, Math.max(0, column + drift));
      const a = sourceRow + (source | 0) * columnStride;
      const b = a + columnStride;
      const share = source - (source | 0);
      const blockerA = Math.max(heights[a], shadow[a]);
      const blockerB = Math.max(heights[b], shadow[b]);
      shadow[row * rowStride + column * columnStride] = blockerA + (blockerB - blockerA) * share - drop;
    }
  }
  return shadow;
}

/** How open the sky is above each cell, 0 (a crack) to 1 (a summit). */
function buildOcclusion(heights) {
  const size = COARSE_GRID;
  const open = new Float32Array(size * size);
  for (let j = 0; j < size; j++) {
    for (let i = 0; i < size; i++) {
      let blocked = 0;
      for (let k = 0; k < 8; k++) blocked += highestRise(heights, i, j, (k / 8) * 2 * Math.PI);
      open[j * size + i] = Math.exp(-blocked * 0.16);
    }
  }
  return open;
}

function highestRise(heights, i, j, angle) {
  const here = heights[j * COARSE_GRID + i];
  let steepest = 0;
  for (const cells of [2, 4, 8, 16]) {
    const there = readGrid(heights, COARSE_GRID, i + Math.cos(angle) * cells, j + Math.sin(angle) * cells);
    steepest = Math.max(steepest, (there - here) / (cells * (EXTENT / COARSE_GRID)));
  }
  return steepest;
}

/** The blurred lava surface: how much lava is near a place. */
function buildLavaGlow(heights, level) {
  let glow = heights.map((height) => (height < level ? 1 : 0));
  for (let round = 0; round < 2; round++) {
    glow = blurRows(glow, 1, COARSE_GRID, 6);
    glow = blurRows(glow, COARSE_GRID, 1, 6);
  }
  return glow;
}

function blurRows(source, step, stride, radius) {
  const size = COARSE_GRID;
  const blurred = new Float32Array(size * size);
  for (let line = 0; line < size; line++) {
    let sum = 0;
    for (let k = -radius; k < size; k++) {
      if (k + radius < size) sum += source[line * stride + (k + radius) * step];
      if (k - radius - 1 >= 0) sum -= source[line * stride + (k - radius - 1) * step];
      if (k >= 0) blurred[line * stride + k * step] = sum / (2 * radius + 1);
    }
  }
  return blurred;
}

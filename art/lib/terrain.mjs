import { createNoise } from './noise.mjs';
import { mix, smoothstep } from './numbers.mjs';
import { erodeByRain, relaxSlopes } from './erosion.mjs';

/** The world is a square of EXTENT units: x in [-50, 50], z in [0, 100]; the camera looks along +z. */
export const GRID = 2048;
export const EXTENT = 100;

export const gridX = (x, size = GRID) => ((x + EXTENT / 2) / EXTENT) * size;
export const gridZ = (z, size = GRID) => (z / EXTENT) * size;

/** The middle of the valley at depth z. */
export const valleyAt = (terrain, z) =>
  terrain.bend * (3.6 * Math.sin(z * 0.07 + terrain.curve) + 1.5 * Math.sin(z * 0.19));

/** @returns {Float32Array} GRID × GRID heights, row by row along z. */
export function buildHeightMap({ seed, terrain }, droplets) {
  const noises = createNoise(seed);
  const heights = new Float32Array(GRID * GRID);
  for (let j = 0; j < GRID; j++) {
    for (let i = 0; i < GRID; i++) {
      const x = (i / GRID - 0.5) * EXTENT;
      const z = (j / GRID) * EXTENT;
      heights[j * GRID + i] = rawHeight(noises, terrain, x, z);
    }
  }
  erodeByRain(heights, GRID, { cellsPerUnit: GRID / EXTENT, seed: seed + 77, droplets });
  // Rain cuts steep walls into combs of single cells; scree lets them slump again.
  relaxSlopes(heights, GRID, { maxRise: (terrain.maxSlope * EXTENT) / GRID, rounds: 26 });
  addCrags(heights, noises, terrain);
  return heights;
}

/** Adds ledges and gullies to steep faces, which slumping leaves smooth. */
function addCrags(heights, { fbm, ridged }, { crags }) {
  const source = heights.slice();
  for (let j = 1; j < GRID - 1; j++) {
    for (let i = 1; i < GRID - 1; i++) {
      const o = j * GRID + i;
      const perUnit = GRID / EXTENT / 2;
      const steepness =
        Math.hypot(source[o + 1] - source[o - 1], source[o + GRID] - source[o - GRID]) * perUnit;
      const share = smoothstep(0.45, 1.25, steepness);
      if (share === 0) continue;
      const x = (i * EXTENT) / GRID + 1.1 * source[o];
      const z = (j * EXTENT) / GRID - 0.9 * source[o];
      const relief = ridged(x * 0.42, z * 0.42, 6) - 0.4 + 0.25 * fbm(x * 1.7, z * 1.7, 3);
      heights[o] += share * crags * relief;
    }
  }
}

function rawHeight(noises, terrain, x, z) {
  const { fbm } = noises;
  const warpedX = x + 3.5 * fbm(x * 0.05 + 5, z * 0.05, 4);
  const warpedZ = z + 3.5 * fbm(x * 0.05, z * 0.05 + 9, 4);
  const offset = Math.abs(x - valleyAt(terrain, z));
  const wall = smoothstep(0.25, 1.5, offset / (terrain.valleyWidth + z * 0.13));
  let height = mountains(noises, terrain, { z, warpedX, warpedZ, wall });
  for (const peak of terrain.peaks) height = raisePeak(noises, height, peak, x, z);
  for (const spur of terrain.spurs) height = raiseSpur(fbm, height, spur, x, z);
  for (const basin of terrain.basins) height = sinkBasin(fbm, height, basin, x, z);
  if (terrain.channel) height = cutChannel(fbm, height, terrain.channel, { x, z, offset });
  // The land sinks towards the end of the map, so that its edge is never visible against the sky.
  const edge =
    smoothstep(EXTENT / 2 - 1, EXTENT / 2 - 7, Math.abs(x)) * smoothstep(EXTENT - 1, EXTENT - 7, z);
  return mix(-3, height, edge);
}

function mountains({ fbm, ridged }, terrain, { z, warpedX, warpedZ, wall }) {
  const rise = 1.6 + 13 * wall * (0.55 + 0.45 * smoothstep(5, 60, z));
  const range = ridged(warpedX * 0.075, warpedZ * 0.075, 7) * rise * terrain.relief;
  const hills = 1.2 * fbm(warpedX * 0.3, warpedZ * 0.3, 6) * (0.25 + 0.75 * wall);
  const backdrop = smoothstep(60, 90, z) * (ridged(warpedX * 0.05 + 4, warpedZ * 0.05, 7) * 17 - 1.5);
  return range + hills + backdrop * terrain.far - 1.2 * (1 - wall);
}

/** A flat-topped rock to build on. */
function raiseSpur(fbm, height, { x: sx, z: sz, radius, height: top }, x, z) {
  const distance = Math.hypot(x - sx, (z - sz) * 0.8) / radius;
  if (distance > 2) return height;
  const share = 1 - smoothstep(0.3, 1.25, distance + 0.22 * fbm(x * 0.6, z * 0.6, 5));
  const plateau = top - 0.5 * smoothstep(0, 0.5, distance) + 0.15 * fbm(x * 1.2, z * 1.2, 4);
  return mix(height, Math.max(height, plateau), share);
}

/** A single great mountain with ridges running down from its top. */
function raisePeak({ fbm, ridged }, height, { x: px, z: pz, radius, height: top }, x, z) {
  const distance = Math.hypot(x - px, z - pz) / radius;
  if (distance > 1.3) return height;
  const wobble = distance + 0.14 * fbm(x * 0.16, z * 0.16, 5);
  const cone = Math.pow(Math.max(0, 1 - wobble), 1.25);
  return Math.max(height, height * 0.4 + top * cone * (0.72 + 0.42 * ridged(x * 0.11, z * 0.11, 7)));
}

function sinkBasin(fbm, height, { x: bx, z: bz, radiusX, radiusZ, floor }, x, z) {
  const distance = Math.hypot((x - bx) / radiusX, (z - bz) / radiusZ);
  if (distance > 2) return height;
  const share = 1 - smoothstep(0.62, 1.15, distance + 0.2 * fbm(x * 0.22, z * 0.22, 4));
  return mix(height, floor, share);
}

function cutChannel(fbm, height, { width, floor, bank }, { x, z, offset }) {
  const distance = offset + width * 0.5 * fbm(x * 0.35, z * 0.35, 4);
  const levelled = mix(Math.min(height, bank), height, smoothstep(width, width * 3.4, distance));
  return mix(floor, levelled, smoothstep(width * 0.7, width * 1.15, distance));
}

/** Smooth interpolation (cubic B-spline) near the camera, where grid cells are larger than pixels. */
export function readSmooth(heights, x, z) {
  const u = Math.min(GRID - 4, Math.max(2, gridX(x)));
  const v = Math.min(GRID - 4, Math.max(2, gridZ(z)));
  const i = u | 0;
  const j = v | 0;
  const fu = u - i;
  const row = (o) => spline(heights[o - 1], heights[o], heights[o + 1], heights[o + 2], fu);
  const o = j * GRID + i;
  return spline(row(o - GRID), row(o), row(o + GRID), row(o + 2 * GRID), v - j);
}

function spline(a, b, c, d, t) {
  const s = 1 - t;
  const inner = (3 * t * t * t - 6 * t * t + 4) * b + (3 * s * s * s - 6 * s * s + 4) * c;
  return (s * s * s * a + inner + t * t * t * d) / 6;
}

import { distanceToParts, place as placeShape } from '#models/shapes.mjs';

/**
 * @typedef {{ shape: 'box' | 'arch' | 'cylinder' | 'cone' | 'merlons', material: string,
 *   x: number, y: number, z: number, width?: number, height: number, depth?: number, radius?: number }} Solid
 *   (x, y, z) is the middle, width, height and depth are half sizes; a cone's y is its foot and its height is whole.
 * @typedef {{ solids: Solid[], unit: number, bounds: object }} Structure `unit` scales windows and masonry.
 */

/** @param {Solid[]} solids @returns {Structure} */
export function createStructure(solids, unit) {
  return {
    solids: solids.map((solid) => ({ ...solid, reach: reachOf(solid) })),
    unit,
    bounds: boundsOf(solids),
  };
}

/** Radius of a ball round the solid's middle that holds all of it. */
function reachOf({ width, radius, height, depth }) {
  return Math.hypot(width ?? radius, height, depth ?? radius);
}

function boundsOf(solids) {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const solid of solids) {
    const half = [solid.width ?? solid.radius, solid.height, solid.depth ?? solid.radius];
    [solid.x, solid.y, solid.z].forEach((middle, axis) => {
      low[axis] = Math.min(low[axis], middle - half[axis] - 0.05);
      high[axis] = Math.max(high[axis], middle + half[axis] + 0.05);
    });
  }
  return { low, high };
}

/** Bounds round all structures, so that most rays are done with one test. */
export function joinBounds(structures) {
  const corner = (side, pick) =>
    [0, 1, 2].map((axis) => pick(...structures.map(({ bounds }) => bounds[side][axis])));
  return { low: corner('low', Math.min), high: corner('high', Math.max) };
}

/** Where the ray enters and leaves the bounds, or undefined when it misses them. */
export function crossBounds({ low, high }, eye, direction) {
  const start = [eye.x, eye.y, eye.z];
  let enter = 0;
  let leave = Infinity;
  for (let axis = 0; axis < 3; axis++) {
    const inverse = 1 / (direction[axis] || 1e-9);
    const a = (low[axis] - start[axis]) * inverse;
    const b = (high[axis] - start[axis]) * inverse;
    enter = Math.max(enter, Math.min(a, b));
    leave = Math.min(leave, Math.max(a, b));
  }
  return enter < leave ? { enter, leave } : undefined;
}

/**
 * A figure or a ship: parts by signed distance, turned by `turn` degrees, `size` times as large, standing at (x, y, z).
 * @param {import('#models/shapes.mjs').Part[]} parts @returns {Structure}
 */
export function createModel(parts, { x, y, z, size, turn = 0 }) {
  const placed = parts.map((part) => ({
    ...part,
    ...placeShape(part, { at: [x, y, z], turn: [0, turn, 0], size }),
    blend: part.blend * size,
  }));
  const edge = (side, pick) =>
    ['x', 'y', 'z'].map((axis) => pick(...placed.map(({ ball }) => ball[axis] + side * ball.r)));
  return { parts: placed, unit: size, bounds: { low: edge(-1, Math.min), high: edge(1, Math.max) } };
}

/** Distance from a point to the nearest solid; the solid itself is left in `nearest.solid`. */
export function distanceToStructure({ solids, parts }, x, y, z, nearest) {
  if (parts) return distanceToParts(parts, x, y, z, nearest);
  let least = 1e9;
  for (const solid of solids) {
    const dx = x - solid.x;
    const dy = y - solid.y;
    const dz = z - solid.z;
    const within = least + solid.reach;
    if (dx * dx + dy * dy + dz * dz > within * within) continue;
    const distance = DISTANCES[solid.shape](solid, dx, dy, dz);
    if (distance < least) {
      least = distance;
      if (nearest) nearest.solid = solid;
    }
  }
  return least;
}

const DISTANCES = {
  box: boxDistance,
  cylinder: cylinderDistance,
  cone: coneDistance,
  arch: archDistance,
  merlons: merlonDistance,
};

// Math.hypot guards against overflow and is several times slower, which counts here.
const length2 = (a, b) => Math.sqrt(a * a + b * b);

function boxDistance({ width, height, depth }, x, y, z) {
  const dx = Math.abs(x) - width;
  const dy = Math.abs(y) - height;
  const dz = Math.abs(z) - depth;
  const outside = length2(length2(Math.max(dx, 0), Math.max(dy, 0)), Math.max(dz, 0));
  return outside + Math.min(0, Math.max(dx, dy, dz));
}

function cylinderDistance({ radius, height }, x, y, z) {
  const dr = length2(x, z) - radius;
  const dy = Math.abs(y) - height;
  return Math.min(Math.max(dr, dy), 0) + length2(Math.max(dr, 0), Math.max(dy, 0));
}

function coneDistance({ radius, height }, x, y, z) {
  const r = length2(x, z);
  if (y < 0) return length2(Math.max(r - radius, 0), y);
  const slant = radius / height;
  return (r - (height - y) * slant) / length2(1, slant);
}

/** A wall with a pointed gateway cut through it along z; `opening` is the gateway's half width. */
function archDistance(arch, x, y, z) {
  const { opening, spring } = arch;
  const wall = boxDistance(arch, x, y, z);
  const rise = y - (spring - arch.height);
  const pointed = length2(Math.abs(x) + opening * 0.6, Math.max(0, rise)) - opening * 1.6;
  return Math.max(wall, -pointed);
}

/** A parapet with gaps: round when the solid has a radius, straight otherwise. */
function merlonDistance(solid, x, y, z) {
  const { period } = solid;
  const isRound = solid.radius !== undefined;
  const ring = isRound ? Math.max(cylinderDistance(solid, x, y, z), solid.radius * 0.72 - length2(x, z)) : 0;
  const parapet = isRound ? ring : boxDistance(solid, x, y, z);
  const along = isRound ? Math.atan2(z, x) * solid.radius : solid.width > solid.depth ? x : z;
  const place = along / period - Math.floor(along / period) - 0.5;
  return Math.max(parapet, (Math.abs(place) - 0.29) * period);
}

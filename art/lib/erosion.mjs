import { createRandom } from './noise.mjs';

const BRUSH_RADIUS = 3;
const INERTIA = 0.06;
const STEPS_PER_DROPLET = 48;

/** Droplets run downhill, carry soil while they are fast and drop it where they slow down. */
export function erodeByRain(heights, size, { cellsPerUnit, seed, droplets }) {
  const random = createRandom(seed);
  const brush = createBrush(size);
  for (let k = 0; k < droplets; k++) {
    const x = 4 + random() * (size - 9);
    const y = 4 + random() * (size - 9);
    runDroplet(heights, size, { x, y, cellsPerUnit, brush });
  }
}

function createBrush(size) {
  const cells = [];
  for (let y = -BRUSH_RADIUS; y <= BRUSH_RADIUS; y++) {
    for (let x = -BRUSH_RADIUS; x <= BRUSH_RADIUS; x++) {
      const weight = 1 - Math.hypot(x, y) / BRUSH_RADIUS;
      if (weight > 0) cells.push({ offset: y * size + x, weight });
    }
  }
  const total = cells.reduce((sum, cell) => sum + cell.weight, 0);
  return {
    offsets: Int32Array.from(cells, (cell) => cell.offset),
    weights: Float32Array.from(cells, (cell) => cell.weight / total),
  };
}

function runDroplet(heights, size, { x, y, cellsPerUnit, brush }) {
  let directionX = 0;
  let directionY = 0;
  let speed = 1;
  let water = 1;
  let sediment = 0;
  for (let step = 0; step < STEPS_PER_DROPLET; step++) {
    const o = (y | 0) * size + (x | 0);
    const fx = x - (x | 0);
    const fy = y - (y | 0);
    const a = heights[o];
    const b = heights[o + 1];
    const c = heights[o + size];
    const d = heights[o + size + 1];
    const slopeX = ((b - a) * (1 - fy) + (d - c) * fy) * cellsPerUnit;
    const slopeY = ((c - a) * (1 - fx) + (d - b) * fx) * cellsPerUnit;
    const here = (a * (1 - fx) + b * fx) * (1 - fy) + (c * (1 - fx) + d * fx) * fy;
    directionX = directionX * INERTIA - slopeX * (1 - INERTIA);
    directionY = directionY * INERTIA - slopeY * (1 - INERTIA);
    const length = Math.sqrt(directionX * directionX + directionY * directionY);
    if (length < 1e-5) return;
    directionX /= length;
    directionY /= length;
    x += directionX;
    y += directionY;
    if (x < 4 || y < 4 || x > size - 6 || y > size - 6) return;
    const climb = heightBetween(heights, size, x, y) - here;
    const capacity = Math.max(-climb, 0.004) * speed * water * 5;
    if (sediment > capacity || climb > 0) {
      const dropped = climb > 0 ? Math.min(climb, sediment) : (sediment - capacity) * 0.3;
      sediment -= dropped;
      heights[o] += dropped * (1 - fx) * (1 - fy);
      heights[o + 1] += dropped * fx * (1 - fy);
      heights[o + size] += dropped * (1 - fx) * fy;
      heights[o + size + 1] += dropped * fx * fy;
    } else {
      const taken = Math.min((capacity - sediment) * 0.3, -climb);
      for (let i = 0; i < brush.offsets.length; i++)
        heights[o + brush.offsets[i]] -= taken * brush.weights[i];
      sediment += taken;
    }
    speed = Math.sqrt(Math.max(0, speed * speed - climb * 4));
    water *= 0.985;
  }
}

function heightBetween(heights, size, x, y) {
  const o = (y | 0) * size + (x | 0);
  const fx = x - (x | 0);
  const fy = y - (y | 0);
  const near = heights[o] * (1 - fx) + heights[o + 1] * fx;
  const far = heights[o + size] * (1 - fx) + heights[o + size + 1] * fx;
  return near * (1 - fy) + far * fy;
}

/** Moves soil between neighbours until no step is steeper than `maxRise` per cell. */
export function relaxSlopes(heights, size, { maxRise, rounds }) {
  const share = 0.22;
  for (let round = 0; round < rounds; round++) {
    for (let j = 1; j < size - 1; j++) {
      for (let i = 1; i < size - 1; i++) {
        const o = j * size + i;
        slump(heights, o, o + 1, maxRise, share);
        slump(heights, o, o + size, maxRise, share);
        slump(heights, o, o + size + 1, maxRise * Math.SQRT2, share);
        slump(heights, o, o + size - 1, maxRise * Math.SQRT2, share);
      }
    }
  }
}

function slump(heights, a, b, maxRise, share) {
  const rise = heights[a] - heights[b];
  if (rise > maxRise) {
    const moved = (rise - maxRise) * share;
    heights[a] -= moved;
    heights[b] += moved;
  } else if (rise < -maxRise) {
    const moved = (-rise - maxRise) * share;
    heights[b] -= moved;
    heights[a] += moved;
  }
}

/** @typedef {[number, number, number]} Vec3 */

export const clamp = (x, low = 0, high = 1) => (x < low ? low : x > high ? high : x);

export const mix = (a, b, share) => a + (b - a) * share;

export function smoothstep(from, to, x) {
  const t = clamp((x - from) / (to - from));
  return t * t * (3 - 2 * t);
}

/** @param {Vec3} vector @returns {Vec3} */
export function normalize([x, y, z]) {
  const length = Math.sqrt(x * x + y * y + z * z) || 1;
  return [x / length, y / length, z / length];
}

export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** @param {Vec3} normal of length 1 @returns {Vec3} the direction after a mirror */
export function reflect(direction, normal) {
  const along = dot(direction, normal);
  return [0, 1, 2].map((axis) => direction[axis] - 2 * along * normal[axis]);
}

/** A repeatable value in [0, 1) for a pair of cell numbers. */
export function hashCell(a, b) {
  let h = Math.imul(a | 0, 0x27d4eb2d) ^ Math.imul(b | 0, 0x165667b1);
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

/** Bilinear reading of a square grid at fractional cell coordinates, held at the border. */
export function readGrid(values, size, u, v) {
  const cu = clamp(u, 0, size - 1.001);
  const cv = clamp(v, 0, size - 1.001);
  const i = cu | 0;
  const j = cv | 0;
  const fu = cu - i;
  const fv = cv - j;
  const o = j * size + i;
  const near = values[o] + (values[o + 1] - values[o]) * fu;
  const far = values[o + size] + (values[o + size + 1] - values[o + size]) * fu;
  return near + (far - near) * fv;
}

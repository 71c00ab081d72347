import { clamp, mix } from '#lib/numbers.mjs';

/**
 * Shapes by signed distance: figures, ships and items are made of them.
 * @typedef {[number, number, number]} Point
 * @typedef {{ distance: (x: number, y: number, z: number) => number, ball: { x: number, y: number, z: number, r: number } }} Shape
 *   `ball` holds all of the shape, so that most of them are passed over.
 */

// Math.hypot guards against overflow and is several times slower, which counts here.
const length2 = (a, b) => Math.sqrt(a * a + b * b);
const length3 = (a, b, c) => Math.sqrt(a * a + b * b + c * c);

/** @returns {Shape} */
export const shape = ([x, y, z], r, distance) => ({ distance, ball: { x, y, z, r } });

/** A polynomial minimum: shapes nearer than `k` flow into each other. */
export function blend(a, b, k) {
  const h = Math.max(k - Math.abs(a - b), 0) / k;
  return Math.min(a, b) - h * h * k * 0.25;
}

export const ball = ([cx, cy, cz], r) =>
  shape([cx, cy, cz], r, (x, y, z) => length3(x - cx, y - cy, z - cz) - r);

/** Two balls and the cone that touches both: limbs, horns, tails. */
export function limb(a, b, ra, rb = ra) {
  const [ax, ay, az] = a;
  const [bx, by, bz] = [b[0] - ax, b[1] - ay, b[2] - az];
  const l2 = bx * bx + by * by + bz * bz || 1e-9;
  const rr = ra - rb;
  const a2 = Math.max(1e-9, l2 - rr * rr);
  const sign = Math.sign(rr);
  const middle = [ax + bx / 2, ay + by / 2, az + bz / 2];
  return shape(middle, Math.sqrt(l2) / 2 + Math.max(ra, rb), (x, y, z) => {
    const px = x - ax;
    const py = y - ay;
    const pz = z - az;
    const along = px * bx + py * by + pz * bz;
    const beyond = along - l2;
    const qx = px * l2 - bx * along;
    const qy = py * l2 - by * along;
    const qz = pz * l2 - bz * along;
    const x2 = qx * qx + qy * qy + qz * qz;
    const y2 = along * along * l2;
    const z2 = beyond * beyond * l2;
    const k = sign * rr * rr * x2;
    if (Math.sign(beyond) * a2 * z2 > k) return Math.sqrt(x2 + z2) / l2 - rb;
    if (Math.sign(along) * a2 * y2 < k) return Math.sqrt(x2 + y2) / l2 - ra;
    return (Math.sqrt((x2 * a2) / l2) + along * rr) / l2 - ra;
  });
}

/** Limbs end to end; `radii` has one for each point. */
export const chain = (points, radii) =>
  points.slice(1).map((point, k) => limb(points[k], point, radii[k], radii[k + 1]));

export function ellipsoid([cx, cy, cz], [rx, ry, rz]) {
  return shape([cx, cy, cz], Math.max(rx, ry, rz), (x, y, z) => {
    const px = x - cx;
    const py = y - cy;
    const pz = z - cz;
    const k0 = length3(px / rx, py / ry, pz / rz);
    const k1 = length3(px / (rx * rx), py / (ry * ry), pz / (rz * rz));
    return k1 === 0 ? -Math.min(rx, ry, rz) : (k0 * (k0 - 1)) / k1;
  });
}

/** A box round the origin by its half sizes; `round` softens the edges. */
export function box([w, h, d], round = 0) {
  return shape([0, 0, 0], length3(w, h, d), (x, y, z) => {
    const dx = Math.abs(x) - w + round;
    const dy = Math.abs(y) - h + round;
    const dz = Math.abs(z) - d + round;
    const outside = length3(Math.max(dx, 0), Math.max(dy, 0), Math.max(dz, 0));
    return outside + Math.min(0, Math.max(dx, dy, dz)) - round;
  });
}

/** A ring in the plane of x and z. */
export const ring = (radius, r) =>
  shape([0, 0, 0], radius + r, (x, y, z) => length2(length2(x, z) - radius, y) - r);

/** An outline of [x, y] points, filled, and as thick as twice `half` along z. */
export function plate(outline, half, round = 0) {
  const reach = Math.max(...outline.map(([x, y]) => length2(x, y)));
  return shape([0, 0, 0], length2(reach, half) + round, (x, y, z) => {
    const flat = outlineDistance(outline, x, y);
    const dz = Math.abs(z) - half;
    return Math.min(Math.max(flat, dz), 0) + length2(Math.max(flat, 0), Math.max(dz, 0)) - round;
  });
}

/** An outline of [radius, y] points turned round the y axis. */
export function lathe(outline, round = 0) {
  const reach = Math.max(...outline.map(([x, y]) => length2(x, y)));
  return shape([0, 0, 0], reach + round, (x, y, z) => outlineDistance(outline, length2(x, z), y) - round);
}

function outlineDistance(outline, x, y) {
  let least = Infinity;
  let side = 1;
  for (let i = 0, j = outline.length - 1; i < outline.length; j = i++) {
    const [ix, iy] = outline[i];
    const [jx, jy] = outline[j];
    const ex = jx - ix;
    const ey = jy - iy;
    const wx = x - ix;
    const wy = y - iy;
    const t = clamp((wx * ex + wy * ey) / (ex * ex + ey * ey || 1e-9));
    const dx = wx - ex * t;
    const dy = wy - ey * t;
    least = Math.min(least, dx * dx + dy * dy);
    const above = y >= iy;
    const below = y < jy;
    const left = ex * wy > ey * wx;
    if ((above && below && left) || (!above && !below && !left)) side = -side;
  }
  return side * Math.sqrt(least);
}

/** What is in `a` and not in `b`. */
export const cut = (a, b) => ({
  ...a,
  distance: (x, y, z) => Math.max(a.distance(x, y, z), -b.distance(x, y, z)),
});

/** Moves a shape by the distance that `relief(x, y, z)` gives; it must not be steep. */
export const engrave = (a, relief) => ({
  ...a,
  distance: (x, y, z) => 0.8 * (a.distance(x, y, z) + relief(x, y, z)),
});

/** Turns a shape round its origin (degrees: x, then y, then z), stretches it, then moves it. */
export function place(inner, { at = [0, 0, 0], turn = [0, 0, 0], size = 1 }) {
  const m = rotation(turn);
  const { x: bx, y: by, z: bz, r } = inner.ball;
  const middle = [0, 1, 2].map((i) => at[i] + size * (m[i][0] * bx + m[i][1] * by + m[i][2] * bz));
  const [[a, b, c], [d, e, f], [g, h, i]] = m;
  return shape(middle, r * size, (x, y, z) => {
    const px = (x - at[0]) / size;
    const py = (y - at[1]) / size;
    const pz = (z - at[2]) / size;
    return (
      size * inner.distance(a * px + d * py + g * pz, b * px + e * py + h * pz, c * px + f * py + i * pz)
    );
  });
}

function rotation(degrees) {
  const [x, y, z] = degrees.map((angle) => (angle * Math.PI) / 180);
  const [cx, cy, cz] = [Math.cos(x), Math.cos(y), Math.cos(z)];
  const [sx, sy, sz] = [Math.sin(x), Math.sin(y), Math.sin(z)];
  return [
    [cz * cy, cz * sy * sx - sz * cx, cz * sy * cx + sz * sx],
    [sz * cy, sz * sy * sx + cz * cx, sz * sy * cx - cz * sx],
    [-sy, cy * sx, cy * cx],
  ];
}

/**
 * A hanging cloth round the y axis from `top` down to `hem`, wider below, in folds. `clip` keeps a band between two
 * heights and `swell` makes it stand out: trimmings.
 */
export function drape(cloth) {
  const { top, hem, radius, flare, depth = 0.7, folds = 9, fold = 0.06, sway = [0, 0] } = cloth;
  const { clip = [hem - 1, top], swell = 0 } = cloth;
  const height = top - hem;
  const reach = Math.hypot(height / 2, Math.max(flare, radius) * (1 + 2 * fold)) + Math.hypot(...sway);
  return shape([sway[0] / 2, (top + hem) / 2, sway[1] / 2], reach, (x, y, z) => {
    const fall = clamp((top - y) / height);
    const px = x - sway[0] * fall * fall;
    const pz = (z - sway[1] * fall * fall) / depth;
    const angle = Math.atan2(px, pz);
    const wave =
      Math.sin(angle * folds + fall * 1.7) + 0.5 * Math.sin(angle * (folds - 4) + 1.3 - fall * 2.1);
    const wide = mix(radius, flare, Math.pow(fall, 0.8)) * (1 + fold * wave * Math.sqrt(fall)) + swell;
    const ragged = 0.02 * height * Math.sin(angle * 5 + 1);
    return Math.max((length2(px, pz) - wide) * 0.6, y - clip[1], Math.max(hem, clip[0]) + ragged - y);
  });
}

/**
 * @typedef {{ distance: Shape['distance'], ball: Shape['ball'], material: object, blend: number }} Part
 * @param {Shape | Shape[]} shapes @returns {Part[]}
 */
export const made = (material, shapes, softness = 0) =>
  [shapes]
    .flat()
    .map(({ distance, ball: bounds }) => ({ distance, ball: bounds, material, blend: softness }));

/** Distance from a point to the nearest of the parts, which is left in `nearest.solid`. */
export function distanceToParts(parts, x, y, z, nearest) {
  let least = 1e9;
  let first = 1e9;
  for (const part of parts) {
    const { ball: bounds } = part;
    const dx = x - bounds.x;
    const dy = y - bounds.y;
    const dz = z - bounds.z;
    const within = least + part.blend + bounds.r;
    if (within > 0 && dx * dx + dy * dy + dz * dz > within * within) continue;
    const distance = part.distance(x, y, z);
    if (distance < first) {
      first = distance;
      if (nearest) nearest.solid = part;
    }
    least = part.blend && least < 1e8 ? blend(least, distance, part.blend) : Math.min(least, distance);
  }
  return least;
}

/** The parts that a ray can meet: all others are passed over for its whole length. */
export function partsAlong(parts, eye, direction, margin = 0.02) {
  return parts.filter(({ ball: bounds, blend: softness }) => {
    const x = bounds.x - eye[0];
    const y = bounds.y - eye[1];
    const z = bounds.z - eye[2];
    const along = x * direction[0] + y * direction[1] + z * direction[2];
    const reach = bounds.r + softness + margin;
    if (along < -reach) return false;
    return x * x + y * y + z * z - along * along < reach * reach;
  });
}

/** The parts within `reach` of a point. */
export function partsNear(parts, [x, y, z], reach) {
  return parts.filter(({ ball: bounds, blend: softness }) => {
    const within = reach + bounds.r + softness;
    return (bounds.x - x) ** 2 + (bounds.y - y) ** 2 + (bounds.z - z) ** 2 < within * within;
  });
}

import { createNoise } from '#lib/noise.mjs';
import { clamp, dot, mix, normalize, reflect, smoothstep } from '#lib/numbers.mjs';
import { distanceToParts, partsAlong, partsNear } from '#models/shapes.mjs';

/**
 * One item in the light of the scenes: a warm lamp from the upper left, moonlight from behind on the right.
 * @typedef {{ color: number[], metal?: number, rough?: number, glow?: number[], through?: number, edge?: number,
 *   grain?: (point: number[]) => number }} Material `through` is the share of light that comes out of the back side,
 *   `edge` that of the light from behind
 * @typedef {{ parts: object[], glass?: object[], tilt?: number }} Item fits into a ball of radius 1; `tilt` in degrees
 */

const EYE_DISTANCE = 5;
const HALF_VIEW = 1.12;
const KEY = normalize([-0.55, 0.75, -0.62]);
const KEY_COLOR = [3.1, 2.45, 1.65];
const RIM = normalize([0.85, 0.3, 0.62]);
const RIM_COLOR = [0.75, 1.35, 2.6];
const LEFT_RIM = normalize([-0.9, 0.1, 0.7]);
const { noise, fbm } = createNoise(9);

/** @returns {Float32Array} size × size pixels of linear RGB and coverage, the colour multiplied by it. */
export function photograph(item, size) {
  const image = new Float32Array(size * size * 4);
  const sample = createSampler(item, size);
  const rgba = [0, 0, 0, 0];
  for (let py = 0; py < size; py++)
    for (let px = 0; px < size; px++) image.set(sample(px + 0.5, py + 0.5, rgba), (py * size + px) * 4);
  refineEdges(image, size, sample);
  return image;
}

/** Takes four more samples wherever neighbours differ. */
function refineEdges(image, size, sample) {
  const coarse = image.slice();
  const rgba = [0, 0, 0, 0];
  const differs = (o, n) =>
    Math.abs(coarse[o + 3] - coarse[n + 3]) > 0.05 ||
    [0, 1, 2].some((c) => Math.abs(coarse[o + c] - coarse[n + c]) > 0.4);
  for (let py = 1; py < size - 1; py++) {
    for (let px = 1; px < size - 1; px++) {
      const o = (py * size + px) * 4;
      if (![o + 4, o - 4, o + size * 4, o - size * 4].some((n) => differs(o, n))) continue;
      const sum = [0, 0, 0, 0];
      for (let k = 0; k < 4; k++) {
        sample(px + 0.25 + 0.5 * (k & 1), py + 0.25 + 0.5 * (k >> 1), rgba);
        for (let c = 0; c < 4; c++) sum[c] += (c < 3 ? Math.min(1.6, rgba[c]) : rgba[c]) / 4;
      }
      image.set(sum, o);
    }
  }
}

function createSampler({ parts, glass, tilt = 12 }, size) {
  const pitch = (tilt * Math.PI) / 180;
  const [sin, cos] = [Math.sin(pitch), Math.cos(pitch)];
  const turn = ([x, y, z]) => [x, y * cos - z * sin, y * sin + z * cos];
  const eye = turn([0, 0, -EYE_DISTANCE]);
  return (px, py, rgba) => {
    const u = ((px / size) * 2 - 1) * HALF_VIEW;
    const v = (1 - (py / size) * 2) * HALF_VIEW;
    const direction = turn(normalize([u, v, EYE_DISTANCE]));
    rgba.fill(0);
    const met = march(parts, eye, direction);
    if (met) shade(parts, met, direction, rgba);
    if (glass) addGlass(glass, eye, direction, met, rgba);
    return rgba;
  };
}

function march(all, eye, direction, limit = EYE_DISTANCE + 2) {
  const parts = partsAlong(all, eye, direction);
  if (!parts.length) return undefined;
  const nearest = { solid: undefined };
  let distance = EYE_DISTANCE - 1.9;
  for (let step = 0; step < 110 && distance < limit; step++) {
    const x = eye[0] + direction[0] * distance;
    const y = eye[1] + direction[1] * distance;
    const z = eye[2] + direction[2] * distance;
    const gap = distanceToParts(parts, x, y, z, nearest);
    if (gap < 0.0012) return { point: [x, y, z], distance, material: nearest.solid.material };
    distance += gap * 0.9;
  }
  return undefined;
}

function normalAt(parts, [x, y, z]) {
  const e = 0.0025;
  const at = (a, b, c) => distanceToParts(parts, x + a * e, y + b * e, z + c * e);
  const [p, q, r, s] = [at(1, -1, -1), at(-1, -1, 1), at(-1, 1, -1), at(1, 1, 1)];
  return normalize([p - q - r + s, -p - q + r + s, -p + q - r + s]);
}

function shade(all, { point, material }, direction, rgba) {
  const parts = partsNear(all, point, 0.34);
  const { color, metal = 0, rough = 0.5, glow, through = 0, edge: edgeShare = 1, grain } = material;
  const normal = normalAt(parts, point);
  const open = openness(parts, point, normal);
  const lit = dot(normal, KEY) > 0 ? shadowTowards(all, point, normal) : 0;
  const stroke = 1 + 0.1 * fbm(point[0] * 5 + point[2] * 3, point[1] * 5 - point[2] * 4, 3);
  const tint = (grain ? grain(point) : 1) * stroke;
  const facing = Math.max(0, -dot(normal, direction));
  const mirrored = reflect(direction, normal);
  const fresnel = Math.pow(1 - facing, 5);
  const key = Math.max(0, dot(normal, KEY)) * lit;
  const back = through * Math.max(0, 0.5 - 0.5 * dot(normal, RIM));
  const sharp = 2 / (rough * rough * rough + 0.002);
  const shine = Math.pow(Math.max(0, dot(mirrored, KEY)), sharp) * (0.25 + 0.12 / rough) * lit;
  const edge = edgeShare * Math.pow(1 - facing, 2.5);
  // Light gathers at the top, as painters place it.
  const dusk = mix(0.5, 1.08, smoothstep(-0.95, 0.75, point[1] - point[0] * 0.25));
  const rim = edge * (0.15 + 0.85 * smoothstep(-0.2, 0.6, dot(normal, RIM))) * (0.35 + 0.65 * open);
  const leftRim = edge * smoothstep(0, 0.8, dot(normal, LEFT_RIM)) * 0.35;
  for (let c = 0; c < 3; c++) {
    const albedo = color[c] * tint;
    const sky =
      (0.2 + 0.13 * normal[1]) * [0.75, 0.95, 1.35][c] + 0.09 * Math.max(0, -normal[1]) * [1.5, 0.9, 0.5][c];
    const diffuse = albedo * (1 - metal * 0.86) * (KEY_COLOR[c] * (key + back) + sky * open * 2.1);
    const reflectance = mix(0.045, albedo, metal);
    const share = reflectance + (1 - reflectance) * fresnel * (1 - rough * 0.75);
    const around =
      surroundings(mirrored, rough, c) * share * (0.3 + 0.7 * open) * (1 - 0.6 * rough * (1 - metal));
    const light = KEY_COLOR[c] * shine * mix(0.2, albedo * 1.5 + 0.1, metal);
    rgba[c] = diffuse + around + light + RIM_COLOR[c] * rim * (0.25 + 0.4 * albedo + 0.35 * metal * albedo);
    rgba[c] *= dusk;
    rgba[c] += KEY_COLOR[c] * leftRim * albedo * dusk + (glow ? glow[c] * (0.55 + 0.45 * facing) * tint : 0);
  }
  rgba[3] = 1;
}

/** What a polished thing mirrors: a dark hall, a warm window, a cool doorway behind. */
function surroundings([x, y, z], rough, c) {
  const soft = 0.12 + 0.6 * rough;
  const window = smoothstep(0.72 - soft, 0.72 + soft, x * -0.55 + y * 0.62 + z * -0.55);
  const doorway = smoothstep(0.8 - soft, 0.8 + soft, x * 0.9 + y * 0.2 + z * 0.35);
  const horizon = smoothstep(-0.5 - soft, 0.6 + soft, y);
  const floor = smoothstep(0.05, -0.9, y);
  return (
    [0.1, 0.14, 0.24][c] +
    [0.3, 0.38, 0.55][c] * horizon +
    [0.35, 0.19, 0.08][c] * floor +
    KEY_COLOR[c] * window * 0.95 +
    RIM_COLOR[c] * doorway * 0.55
  );
}

function openness(parts, point, normal) {
  let blocked = 0;
  for (const reach of [0.03, 0.08, 0.17, 0.32]) {
    const [x, y, z] = [0, 1, 2].map((axis) => point[axis] + normal[axis] * reach);
    blocked += Math.max(0, reach - distanceToParts(parts, x, y, z)) / reach;
  }
  return clamp(1 - blocked * 0.3, 0.06, 1);
}

function shadowTowards(all, point, normal) {
  const parts = partsAlong(all, point, KEY, 0.1);
  let lit = 1;
  let distance = 0.025;
  for (let step = 0; step < 18 && distance < 1.6; step++) {
    const x = point[0] + normal[0] * 0.012 + KEY[0] * distance;
    const y = point[1] + normal[1] * 0.012 + KEY[1] * distance;
    const z = point[2] + normal[2] * 0.012 + KEY[2] * distance;
    const gap = distanceToParts(parts, x, y, z);
    if (gap < 0.001) return 0;
    lit = Math.min(lit, (gap * 9) / distance);
    distance += clamp(gap, 0.025, 0.2);
  }
  return lit;
}

/** A clear skin over what was met: mirror images and a bright rim, more of it at the edge. */
function addGlass(glass, eye, direction, behind, rgba) {
  const met = march(glass, eye, direction, behind?.distance ?? EYE_DISTANCE + 2);
  if (!met) return;
  const normal = normalAt(glass, met.point);
  const facing = Math.max(0, -dot(normal, direction));
  const mirrored = reflect(direction, normal);
  const strength = 0.05 + 0.75 * Math.pow(1 - facing, 3.2);
  const body = 0.34 + 0.4 * Math.pow(1 - facing, 1.6);
  const shine = Math.pow(Math.max(0, dot(mirrored, KEY)), 180) * 2.2;
  const flaw = 0.85 + 0.3 * noise(met.point[0] * 6, met.point[1] * 3);
  const edge = Math.pow(1 - facing, 2.2) * smoothstep(-0.3, 0.7, dot(normal, RIM));
  for (let c = 0; c < 3; c++) {
    const clear = rgba[3] ? rgba[c] * (1 - 0.35 * (1 - facing)) : [0.03, 0.045, 0.075][c] * body;
    const light = surroundings(mirrored, 0.06, c) * strength * flaw + shine + RIM_COLOR[c] * edge * 0.5;
    rgba[c] = clear + light;
  }
  rgba[3] = Math.max(rgba[3], clamp(body + Math.max(rgba[0], rgba[1], rgba[2]) * 0.6));
}

import { FAR } from './fog.mjs';
import { marchStructure } from './march.mjs';
import { normalize } from './numbers.mjs';
import { crossBounds, distanceToStructure } from './solids.mjs';

const NEAR = 0.25;

/**
 * Traces one pixel column from the bottom up. All its rays lie in one vertical plane, so a higher ray never
 * meets the ground nearer than the ray below it: the march continues where the last one ended.
 */
export function traceColumn(world, px, height, writePixel) {
  const { camera, surfaceAt, liquidLevel } = world;
  const { eye } = camera;
  const { headingX, headingZ, length } = camera.column(px);
  const groundAt = (s) => Math.max(liquidLevel, surfaceAt(eye.x + headingX * s, eye.z + headingZ * s, s));
  const color = [0, 0, 0];
  let reached = NEAR;
  let ground = groundAt(reached);
  for (let py = height - 1; py >= 0; py--) {
    const slope = camera.slope(py, length);
    let before = reached;
    while (reached < FAR && eye.y + slope * reached > ground) {
      before = reached;
      reached += Math.min(0.05, Math.max(0.005, reached * 0.0012));
      ground = groundAt(reached);
    }
    const met = reached < FAR ? refine(before, reached, (s) => eye.y + slope * s > groundAt(s)) : Infinity;
    const stretch = Math.sqrt(1 + slope * slope);
    const direction = [headingX / stretch, slope / stretch, headingZ / stretch];
    const depth = shadeRay(
      world,
      { eye, direction, groundDistance: met * stretch, jitter: jitterAt(px, py) },
      color,
    );
    writePixel(py, color, depth);
  }
}

function refine(clear, blocked, isAbove) {
  for (let k = 0; k < 4; k++) {
    const middle = (clear + blocked) / 2;
    if (isAbove(middle)) clear = middle;
    else blocked = middle;
  }
  return (clear + blocked) / 2;
}

/** Interleaved gradient noise: neighbours differ evenly, so that averaging pixels removes it. */
function jitterAt(px, py) {
  const inner = 0.06711056 * px + 0.00583715 * py;
  const outer = 52.9829189 * (inner - Math.floor(inner));
  return outer - Math.floor(outer);
}

/** Shades what the ray meets, fog included, and returns its distance. */
function shadeRay(world, { eye, direction, groundDistance, jitter }, color) {
  const built = meetStructures(world, eye, direction, Math.min(groundDistance, FAR));
  const distance = built ? built.distance : groundDistance;
  if (built) shadeStructure(world, eye, direction, built, color);
  else if (groundDistance < Infinity) shadeGround(world, eye, direction, groundDistance, color);
  else world.paintSky(direction[0], direction[1], direction[2], color);
  world.applyFog(color, { eye, direction, distance, isSky: distance === Infinity, jitter });
  return distance === Infinity ? 1e3 : distance;
}

const pointAt = (eye, direction, distance) => ({
  x: eye.x + direction[0] * distance,
  y: eye.y + direction[1] * distance,
  z: eye.z + direction[2] * distance,
  direction,
  distance,
});

function shadeGround(world, eye, direction, distance, color) {
  const { scene, surface, liquidLevel } = world;
  const hit = pointAt(eye, direction, distance);
  if (hit.y < liquidLevel + 0.004 && scene.lava) return surface.shadeLava(hit, color);
  if (hit.y < liquidLevel + 0.004) {
    return surface.shadeWater(hit, (from, mirrored, out) => traceMirror(world, from, mirrored, out), color);
  }
  hit.normal = groundNormal(world, hit);
  return surface.shadeTerrain(hit, color);
}

function groundNormal({ surfaceAt }, { x, z, distance }) {
  const e = Math.max(0.02, 0.0014 * distance);
  const rise = surfaceAt(x - e, z, distance) - surfaceAt(x + e, z, distance);
  const run = surfaceAt(x, z - e, distance) - surfaceAt(x, z + e, distance);
  return normalize([rise, 2 * e, run]);
}

/** Reflections need no precision: long steps, then the same shading. */
function traceMirror(world, from, direction, color) {
  let distance = 0.1;
  while (distance < FAR) {
    const y = from.y + direction[1] * distance;
    if (y > 24) break;
    const gap = y - world.heightAt(from.x + direction[0] * distance, from.z + direction[2] * distance);
    if (gap < 0) break;
    distance += Math.max(0.06 + distance * 0.012, gap * 0.35);
  }
  const isSky = distance >= FAR || from.y + direction[1] * distance > 24;
  shadeRay(world, { eye: from, direction, groundDistance: isSky ? Infinity : distance, jitter: 0.5 }, color);
}

function meetStructures({ structures, builtBounds }, eye, direction, limit) {
  if (!crossBounds(builtBounds, eye, direction)) return undefined;
  let met;
  for (const structure of structures) {
    const crossed = crossBounds(structure.bounds, eye, direction);
    if (!crossed || crossed.enter > (met?.distance ?? limit)) continue;
    const found = marchStructure(structure, eye, direction, crossed);
    if (found && found.distance < (met?.distance ?? limit)) met = found;
  }
  return met;
}

function shadeStructure(world, eye, direction, { distance, structure, solid }, color) {
  const hit = pointAt(eye, direction, distance);
  hit.normal = structureNormal(structure, hit);
  const isLit = world.shadows
    ? !world.shadows.isHidden(hit, normalize(world.scene.light.direction), 12)
    : !isShadedBySelf(world, structure, hit);
  world.surface.shadeSolid(hit, { solid, unit: structure.unit, isLit }, color);
}

function structureNormal(structure, { x, y, z, distance }) {
  const e = Math.max(0.002, 0.0005 * distance);
  const at = (a, b, c) => distanceToStructure(structure, a, b, c);
  return normalize([
    at(x + e, y, z) - at(x - e, y, z),
    at(x, y + e, z) - at(x, y - e, z),
    at(x, y, z + e) - at(x, y, z - e),
  ]);
}

function isShadedBySelf({ scene }, structure, { x, y, z, normal }) {
  const light = normalize(scene.light.direction);
  if (light[0] * normal[0] + light[1] * normal[1] + light[2] * normal[2] <= 0) return true;
  const from = { x: x + normal[0] * 0.02, y: y + normal[1] * 0.02, z: z + normal[2] * 0.02 };
  return marchStructure(structure, from, light, { enter: 0.03, leave: 6 }) !== undefined;
}

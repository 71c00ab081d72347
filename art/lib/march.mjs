import { partsAlong } from '#models/shapes.mjs';
import { crossBounds, distanceToStructure } from './solids.mjs';

/** Where a ray meets a structure between two distances, or undefined. */
export function marchStructure(whole, eye, direction, { enter, leave }) {
  const structure = alongRay(whole, eye, direction);
  if (structure.parts?.length === 0) return undefined;
  const nearest = { solid: undefined };
  let distance = enter;
  for (let step = 0; step < 160 && distance < leave; step++) {
    const x = eye.x + direction[0] * distance;
    const y = eye.y + direction[1] * distance;
    const z = eye.z + direction[2] * distance;
    const gap = distanceToStructure(structure, x, y, z, nearest);
    if (gap < 0.0004 * distance) return { distance, structure: whole, solid: nearest.solid };
    distance += Math.max(0.0006 * distance, gap * 0.85);
  }
  return undefined;
}

/** A model with only the parts that the ray can meet. */
function alongRay(structure, eye, direction) {
  if (!structure.parts) return structure;
  return {
    ...structure,
    parts: partsAlong(structure.parts, [eye.x, eye.y, eye.z], direction, 0.02 * structure.unit),
  };
}

/** Shadows that structures cast on the ground and on each other, and the darkness where they stand. */
export function createShadows(structures) {
  /** Whether anything stands between a point, lifted along its normal, and a light `reach` away. */
  function isHidden({ x, y, z, normal }, direction, reach) {
    const from = { x: x + normal[0] * 0.012, y: y + normal[1] * 0.012, z: z + normal[2] * 0.012 };
    return structures.some((structure) => {
      const crossed = crossBounds(structure.bounds, from, direction);
      if (!crossed || crossed.enter > reach) return false;
      const span = { enter: Math.max(0.01, crossed.enter), leave: Math.min(reach, crossed.leave) };
      return blocks(structure, from, direction, span);
    });
  }

  /** 1 in the open, towards 0 where ground and structure touch. */
  function openness({ x, y, z }) {
    let open = 1;
    for (const structure of structures) {
      const { low, high } = structure.bounds;
      const margin = 0.1;
      if (x < low[0] - margin || x > high[0] + margin || z < low[2] - margin || z > high[2] + margin)
        continue;
      if (y > high[1] || y < low[1] - margin) continue;
      const reach = 0.16 * structure.unit;
      const gap = distanceToStructure(structure, x, y + reach * 0.3, z);
      open = Math.min(open, 0.25 + 0.75 * Math.min(1, Math.max(0, gap / reach)));
    }
    return open;
  }

  return { isHidden, openness };
}

function blocks(structure, from, direction, span) {
  const found = marchStructure(structure, from, direction, span);
  return found !== undefined && !found.solid.material.glow && found.solid.material !== 'flame';
}

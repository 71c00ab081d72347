/**
 * A camera without tilt: looking up or down shifts the lens instead, as in photographs of buildings.
 * Verticals stay upright, and every pixel column is one vertical plane, which `trace.mjs` relies on.
 */
export function createCamera({ x, y, z, yaw, focal, shift }, width, height) {
  const right = [Math.cos(yaw), -Math.sin(yaw)];
  const ahead = [Math.sin(yaw), Math.cos(yaw)];
  const half = width / 2;

  return {
    eye: { x, y, z },
    /** The horizontal heading of a pixel column and how fast its rays gain height per unit of ground. */
    column(px) {
      const u = (px + 0.5 - half) / half;
      const headingX = u * right[0] + focal * ahead[0];
      const headingZ = u * right[1] + focal * ahead[1];
      const length = Math.hypot(headingX, headingZ);
      return { headingX: headingX / length, headingZ: headingZ / length, length };
    },
    slope: (py, length) => ((height / 2 - py - 0.5) / half + shift) / length,
    /** Pixel of a point or, with `isDirection`, of a direction; undefined behind the camera. */
    project(point, isDirection = false) {
      const dx = point[0] - (isDirection ? 0 : x);
      const dy = point[1] - (isDirection ? 0 : y);
      const dz = point[2] - (isDirection ? 0 : z);
      const depth = dx * ahead[0] + dz * ahead[1];
      if (depth <= 0.01) return undefined;
      const u = ((dx * right[0] + dz * right[1]) / depth) * focal;
      const v = (dy / depth) * focal - shift;
      return { px: half + u * half, py: height / 2 - v * half, depth, pixelsPerUnit: (focal * half) / depth };
    },
  };
}

import { createStructure } from './solids.mjs';

const SUNK = 0.6;

function tower({ x, ground, z, radius, height, roof }) {
  const top = ground + height;
  const shaft = { shape: 'cylinder', material: 'wall', x, z, radius };
  const head = radius * 1.2;
  const headY = top - radius * 0.55;
  return [
    { ...shaft, y: ground + (height - SUNK) / 2, height: (height + SUNK) / 2 },
    { ...shaft, y: headY, radius: head, height: radius * 0.5 },
    {
      ...shaft,
      shape: 'merlons',
      y: top + radius * 0.08,
      radius: head,
      height: radius * 0.18,
      period: radius * 0.63,
    },
    ...(roof ? [{ shape: 'cone', material: 'roof', x, y: top, z, radius: radius * 1.06, height: roof }] : []),
    ...(roof ? [flagPole(x, top + roof, z, radius)] : []),
  ];
}

const flagPole = (x, y, z, radius) => ({
  shape: 'cylinder',
  material: 'roof',
  x,
  y: y + radius * 0.4,
  z,
  radius: radius * 0.05,
  height: radius * 0.6,
});

function curtainWall({ x, ground, z, width, height, depth, unit }) {
  const y = ground + (height - SUNK) / 2;
  const wall = { shape: 'box', material: 'wall', x, z, width, depth };
  const parapet = {
    ...wall,
    shape: 'merlons',
    y: ground + height + 0.05 * unit,
    height: 0.06 * unit,
    period: 0.11 * unit,
  };
  return [
    { ...wall, y, height: (height + SUNK) / 2 },
    { ...parapet, z: z - depth + 0.03 * unit, depth: 0.03 * unit },
  ];
}

function steepRoof({ x, y, z, radius, height }) {
  return { shape: 'cone', material: 'roof', x, y, z, radius, height };
}

/** A citadel: keep, inner ward and outer ward, taller towards the middle. */
export function castle({ x, z, unit }) {
  return (heightAt) => {
    const ground = heightAt(x, z) - 0.1;
    const at = (dx, dz, rest) => ({ x: x + dx * unit, z: z + dz * unit, ground, unit, ...rest });
    const wall = (dx, dz, width, height, depth) =>
      curtainWall(at(dx, dz, { width: width * unit, height: height * unit, depth: depth * unit }));
    const spire = (dx, dz, radius, height, roof) =>
      tower(at(dx, dz, { radius: radius * unit, height: height * unit, roof: roof * unit }));
    const solids = [
      wall(0, 0, 0.52, 1.75, 0.4),
      wall(0.14, 0.1, 0.3, 2.45, 0.28),
      wall(-0.32, 0.2, 0.2, 2.05, 0.2),
      wall(-0.8, -0.2, 0.5, 0.85, 0.1),
      wall(0.85, -0.15, 0.55, 0.8, 0.1),
      wall(0.05, -0.62, 0.95, 0.42, 0.08),
      wall(0.75, 0.25, 0.3, 1.25, 0.22),
      wall(-0.75, 0.3, 0.26, 1.15, 0.2),
      wall(0, 0.6, 1.3, 0.7, 0.12),
      spire(0.14, 0.1, 0.2, 3.2, 1.2),
      spire(-0.5, 0.12, 0.16, 2.35, 0.85),
      spire(0.62, 0.2, 0.17, 2.05, 0.8),
      spire(-1.28, -0.15, 0.2, 1.35, 0.62),
      spire(1.42, -0.1, 0.21, 1.25, 0.62),
      spire(-0.28, -0.42, 0.13, 1.8, 0.7),
      spire(0.4, -0.42, 0.12, 1.55, 0.62),
      spire(-0.12, 0.4, 0.1, 2.8, 0.85),
      spire(-0.9, -0.62, 0.15, 0.75, 0.4),
      spire(1.0, -0.62, 0.15, 0.72, 0.4),
      spire(0.98, 0.35, 0.11, 1.7, 0.6),
      spire(-0.98, 0.4, 0.1, 1.5, 0.55),
    ].flat();
    return [createStructure(solids, unit)];
  };
}

/** The waygate: a wall across the pass with one great arch between two towers. */
export function greatGate({ x, z, unit, ground }) {
  return (heightAt) => {
    const floor = ground ?? heightAt(x, z);
    const place = (dx, dz, rest) => ({ x: x + dx * unit, z: z + dz * unit, ground: floor, unit, ...rest });
    const wing = (dx, width, height) =>
      curtainWall(place(dx, 0.05, { width: width * unit, height: height * unit, depth: 0.16 * unit }));
    const spire = (dx, dz, radius, height, roof) =>
      tower(place(dx, dz, { radius: radius * unit, height: height * unit, roof: roof * unit }));
    const archHeight = 2.5 * unit;
    const arch = {
      shape: 'arch',
      material: 'wall',
      x,
      z,
      y: floor + archHeight / 2 - SUNK / 2,
      width: 0.95 * unit,
      height: archHeight / 2 + SUNK / 2,
      depth: 0.3 * unit,
      opening: 0.5 * unit,
      spring: 1.1 * unit + SUNK,
    };
    const crown = {
      shape: 'merlons',
      material: 'wall',
      x,
      z: z - 0.24 * unit,
      y: floor + archHeight + 0.06 * unit,
      width: 0.95 * unit,
      height: 0.09 * unit,
      depth: 0.05 * unit,
      period: 0.17 * unit,
    };
    const solids = [
      arch,
      crown,
      spire(-1.12, 0, 0.36, 3.3, 1.5),
      spire(1.12, 0, 0.36, 3.3, 1.5),
      spire(-0.72, -0.3, 0.13, 2.8, 0.8),
      spire(0.72, -0.3, 0.13, 2.8, 0.8),
      wing(-2.6, 1.3, 1.45),
      wing(2.6, 1.3, 1.45),
      wing(-5.4, 1.7, 1.1),
      wing(5.4, 1.7, 1.1),
      spire(-2.5, 0, 0.22, 2.1, 0.7),
      spire(2.5, 0, 0.22, 2.1, 0.7),
      spire(-3.9, 0, 0.26, 1.9, 0.8),
      spire(3.9, 0, 0.26, 1.9, 0.8),
    ].flat();
    return [createStructure(solids, unit * 1.2)];
  };
}

/** Round pavilions of glowing cloth, each its own structure so that rays skip what they miss. */
export function tents(places) {
  return (heightAt) =>
    places.map(({ x, z, size }) => {
      const y = heightAt(x, z) - 0.05;
      const wall = 0.34 * size;
      return createStructure(
        [
          {
            shape: 'cylinder',
            material: 'cloth',
            x,
            y: y + wall / 2,
            z,
            radius: 0.5 * size,
            height: wall / 2,
          },
          steepRoofOfCloth(x, y + wall, z, size),
          flagPole(x, y + wall + 0.8 * size, z, size * 0.35),
        ],
        size,
      );
    });
}

/** Fires in the open; the light they give comes from a scene's lamps. */
export function campfires(places) {
  return (heightAt) =>
    places.map(({ x, z, size }) => {
      const flame = { shape: 'cone', material: 'flame', y: heightAt(x, z) - 0.02 };
      return createStructure(
        [
          { ...flame, x, z, radius: 0.09 * size, height: 0.3 * size },
          { ...flame, x: x - 0.09 * size, z, radius: 0.06 * size, height: 0.19 * size },
          { ...flame, x: x + 0.1 * size, z, radius: 0.055 * size, height: 0.16 * size },
        ],
        size,
      );
    });
}

const steepRoofOfCloth = (x, y, z, size) => ({
  ...steepRoof({ x, y, z, radius: 0.57 * size, height: 0.88 * size }),
  material: 'cloth',
});

import { MATERIALS } from './materials.mjs';
import { chain, ellipsoid, limb, made } from './shapes.mjs';

const coat = MATERIALS.horse;

/** A horse as tall as 1.05 at the withers of a person of height 1, walking along +z, with its rider's seat at [0, 0.98, 0]. */
export function horse() {
  return [...trunk(), ...mane(), ...LEGS.flatMap(leg)];
}

// Across, then along at the shoulder, the knee and the hoof.
const LEGS = [
  [-0.1, 0.3, 0.36, 0.3],
  [0.1, 0.3, 0.42, 0.24],
  [-0.1, -0.36, -0.34, -0.44],
  [0.1, -0.36, -0.3, -0.3],
];

function leg([x, top, knee, hoof]) {
  const points = [
    [x, 0.66, top],
    [x, 0.36, knee],
    [x, 0.1, hoof],
    [x, 0.03, hoof + 0.03],
  ];
  return made(coat, chain(points, [0.1, 0.052, 0.036, 0.05]), 0.04);
}

/** A line of points in the plane in which the horse looks: [y, z]. */
const along = (points, radii) =>
  chain(
    points.map(([y, z]) => [0, y, z]),
    radii,
  );

function trunk() {
  const neck = [
    [0.86, 0.38],
    [1.1, 0.56],
    [1.24, 0.64],
  ];
  const face = [
    [1.25, 0.64],
    [1.12, 0.86],
    [1.07, 0.94],
  ];
  const body = [
    limb([0, 0.79, -0.3], [0, 0.78, 0.3], 0.2, 0.19),
    ellipsoid([0, 0.83, -0.36], [0.17, 0.2, 0.2]),
    ...along(neck, [0.17, 0.11, 0.085]),
    ...along(face, [0.085, 0.06, 0.048]),
  ];
  const ears = [-1, 1].map((side) =>
    limb([side * 0.045, 1.3, 0.62], [side * 0.055, 1.4, 0.62], 0.025, 0.006),
  );
  return [...made(coat, body, 0.09), ...made(coat, ears)];
}

function mane() {
  const hair = [
    [1.33, 0.58],
    [1.2, 0.46],
    [1.04, 0.36],
    [0.98, 0.26],
  ];
  const tail = [
    [0.92, -0.55],
    [0.78, -0.66],
    [0.42, -0.68],
    [0.3, -0.66],
  ];
  return [
    ...made(MATERIALS.leather, along(hair, [0.03, 0.05, 0.05, 0.02])),
    ...made(MATERIALS.leather, along(tail, [0.035, 0.06, 0.05, 0.01]), 0.03),
    ...made(MATERIALS.leather, ellipsoid([0, 0.95, 0], [0.17, 0.07, 0.22]), 0.02),
  ];
}

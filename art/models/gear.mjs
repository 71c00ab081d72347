import { MATERIALS } from './materials.mjs';
import { ball, chain, ellipsoid, limb, made, place, plate, ring } from './shapes.mjs';

/** Turns an upright thing so that it points along `to`. */
function pointing(inner, at, [x, y, z]) {
  const flat = Math.hypot(x, z);
  return place(inner, {
    at,
    turn: [(Math.atan2(flat, y) * 180) / Math.PI, (Math.atan2(x, z) * 180) / Math.PI, 0],
  });
}

/** A long sword in a hand, its blade along `to`. */
export function sword(hand, to, size) {
  const edge = plate(
    [
      [-0.022, 0.06],
      [-0.02, 0.5],
      [0, 0.58],
      [0.02, 0.5],
      [0.022, 0.06],
    ],
    0.004,
    0.002,
  );
  const set = (inner) => pointing(place(inner, { size }), hand, to);
  return [
    ...made(MATERIALS.steel, set(edge)),
    ...made(MATERIALS.gold, [
      set(limb([-0.085, 0.05, 0], [0.085, 0.05, 0], 0.013)),
      set(ball([0, -0.09, 0], 0.021)),
    ]),
    ...made(MATERIALS.leather, set(limb([0, 0.05, 0], [0, -0.08, 0], 0.012))),
  ];
}

/** A staff through a hand, standing on the ground, with a light at its head. */
export function staff([x, y, z], light, height = 1.18) {
  const top = [x + 0.02, height, z + 0.02];
  return [
    ...made(MATERIALS.wood, [
      limb([x - 0.01, 0.01, z - 0.01], [x, y, z], 0.013),
      limb([x, y, z], top, 0.015),
      ...chain(
        [top, [x + 0.06, height + 0.04, z], [x + 0.065, height + 0.11, z], [x + 0.02, height + 0.15, z]],
        [0.014, 0.013, 0.01, 0.005],
      ),
      ...chain([top, [x - 0.035, height + 0.05, z], [x - 0.03, height + 0.12, z]], [0.014, 0.011, 0.005]),
    ]),
    ...made(light, ball([x + 0.016, height + 0.075, z], 0.033)),
  ];
}

export const roundShield = (at, turn) => [
  ...made(MATERIALS.wood, place(ellipsoid([0, 0, 0], [0.165, 0.165, 0.035]), { at, turn })),
  ...made(MATERIALS.steel, [
    place(place(ring(0.16, 0.016), { turn: [90, 0, 0] }), { at, turn }),
    place(ball([0, 0, 0.02], 0.05), { at, turn }),
  ]),
];

/** A drawn or resting bow, upright. */
export function bow([x, y, z], side = 1) {
  const arc = [-1, -0.75, -0.4, 0, 0.4, 0.75, 1].map((t) => [x + side * 0.1 * (1 - t * t), y + 0.36 * t, z]);
  return [
    ...made(MATERIALS.wood, chain(arc, [0.005, 0.009, 0.012, 0.014, 0.012, 0.009, 0.005])),
    ...made(MATERIALS.leather, limb(arc[0], arc[6], 0.003)),
  ];
}

/** A quiver on the back. */
export const quiver = ({ y = 0.72 } = {}) => [
  ...made(MATERIALS.leather, limb([0.07, y - 0.14, -0.13], [-0.06, y + 0.09, -0.13], 0.035)),
  ...made(
    MATERIALS.wood,
    [-0.02, 0, 0.02].map((d) =>
      limb([-0.06 + d, y + 0.1, -0.13 + d], [-0.105 + d * 1.6, y + 0.19, -0.135 + d], 0.006),
    ),
  ),
];

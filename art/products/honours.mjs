import { createNoise } from '#lib/noise.mjs';
import { ball, cut, ellipsoid, engrave, limb, made, place, plate, ring } from '#models/shapes.mjs';
import { cloth, GOLD, LEATHER, OLD_GOLD, post, star, STEEL } from './parts.mjs';

const { fbm } = createNoise(17);
const facing = [90, 0, 0];

/** Bends a flat shape towards the camera by `depthAt(x, y)`. */
const waved = (part, depthAt) => ({
  ...part,
  distance: (x, y, z) => 0.8 * part.distance(x, y, z + depthAt(x, y)),
});

const lobes = (x, y, z) =>
  0.022 * Math.sin(Math.atan2(x, z) * 13) + 0.02 * Math.sin(Math.atan2(x, z) * 5 + 2);

const ribbon = (side) =>
  waved(
    place(
      plate(
        [
          [-0.17, 0.45],
          [0.17, 0.45],
          [0.17, -0.5],
          [0, -0.36],
          [-0.17, -0.5],
        ],
        0.02,
        0.006,
      ),
      { at: [side * 0.27, -0.5, 0.1], turn: [0, 0, side * 16] },
    ),
    (x, y) => 0.05 * Math.sin(y * 8 + side + x * 3),
  );

const laurel = (side) =>
  [0, 1, 2, 3, 4, 5].map((k) => {
    const angle = ((-66 + k * 27) * Math.PI) / 180;
    const at = [side * 0.36 * Math.cos(angle), 0.2 + 0.36 * Math.sin(angle), -0.15];
    return place(ellipsoid([0, 0, 0], [0.033, 0.085, 0.03]), {
      at,
      turn: [0, 0, side * (-66 + k * 27 - 22)],
    });
  });

/** A wax seal on two ribbons. */
export function modelClubSeal() {
  const wax = {
    color: [0.36, 0.012, 0.02],
    rough: 0.3,
    through: 0.1,
    grain: ([x, y]) => 0.9 + 0.25 * fbm(x * 4, y * 4, 3),
  };
  const disc = place(engrave(post(0.62, 0.06, 0.07), lobes), { turn: facing, at: [0, 0.2, 0] });
  const dish = place(post(0.47, 0.05, 0.02), { turn: facing, at: [0, 0.2, -0.15] });
  return {
    parts: [
      ...made(cloth([0.03, 0.1, 0.26]), [ribbon(-1), ribbon(1)]),
      ...made(wax, cut(disc, dish), 0.02),
      ...made(wax, place(ring(0.5, 0.03), { turn: facing, at: [0, 0.2, -0.12] }), 0.04),
      ...made(GOLD, place(star(0.33, 0.045), { at: [0, 0.2, -0.12] })),
      ...made(GOLD, [...laurel(-1), ...laurel(1)]),
    ],
    shadow: [256, 478, 120],
    tilt: 8,
  };
}

const wave = (x, y) =>
  (0.04 * Math.sin(x * 9 + y * 1.5) + 0.02 * Math.sin(x * 17 - y)) * Math.min(1, (0.75 - y) * 1.4);

const raised = (depth) => (x, y) => wave(x, y) + depth;

const GATE = cut(
  plate(
    [
      [-0.27, -0.3],
      [-0.27, 0.06],
      [-0.2, 0.22],
      [0, 0.4],
      [0.2, 0.22],
      [0.27, 0.06],
      [0.27, -0.3],
    ],
    0.022,
    0.008,
  ),
  plate(
    [
      [-0.15, -0.5],
      [-0.15, 0.04],
      [-0.1, 0.14],
      [0, 0.24],
      [0.1, 0.14],
      [0.15, 0.04],
      [0.15, -0.5],
    ],
    0.5,
  ),
);

/** A hanging banner with the gate, for founders. */
export function modelFounderBanner() {
  const outline = [
    [-0.52, 0.66],
    [0.52, 0.66],
    [0.52, -0.62],
    [0.26, -0.48],
    [0, -0.9],
    [-0.26, -0.48],
    [-0.52, -0.62],
  ];
  const inner = outline.map(([x, y]) => [x * 0.86, y * 0.9 + 0.02]);
  return {
    parts: [
      ...made(GOLD, waved(cut(plate(outline, 0.016), plate(inner, 1)), raised(0.006))),
      ...made(cloth([0.27, 0.014, 0.03]), waved(plate(outline, 0.014), wave)),
      ...made(GOLD, [
        waved(GATE, raised(0.03)),
        waved(place(star(0.14, 0.02), { at: [0, -0.13, 0] }), raised(0.03)),
        waved(place(star(0.12, 0.02), { at: [0, 0.52, 0] }), raised(0.03)),
      ]),
      ...made(OLD_GOLD, place(post(0.045, 0.68, 0.01), { at: [0, 0.72, 0], turn: [0, 0, 90] })),
      ...made(GOLD, [
        ...[-1, 1].flatMap((side) => [
          ball([side * 0.72, 0.72, 0], 0.085),
          place(ring(0.05, 0.026), { at: [side * 0.62, 0.72, 0], turn: [0, 0, 90] }),
          limb([side * 0.6, 0.76, 0], [0, 1.02, 0], 0.013),
          limb([side * 0.52, -0.6, -0.02], [side * 0.52, -0.78, -0.02], 0.02, 0.05),
        ]),
        ...[-0.45, -0.22, 0, 0.22, 0.45].map((x) =>
          place(post(0.065, 0.045, 0.012), { at: [x, 0.72, 0], turn: [0, 0, 90] }),
        ),
        ball([0, -0.95, -0.02], 0.05),
      ]),
    ],
    shadow: [256, 486, 110],
    tilt: 5,
  };
}

const domed = (part, depth) => ({
  ...part,
  distance: (x, y, z) => 0.85 * part.distance(x, y, z + depth - 0.22 * (x * x + y * y * 0.5)),
});

const sword = (side) => {
  const set = (inside) => place(inside, { at: [0, -0.02, 0.16], turn: [0, 0, side * 43] });
  const blade = plate(
    [
      [-0.07, -0.5],
      [-0.06, 0.98],
      [0, 1.16],
      [0.06, 0.98],
      [0.07, -0.5],
    ],
    0.006,
  );
  const ground = engrave(blade, (x) => Math.abs(x) * 0.45 - 0.02);
  return [
    ...made(STEEL, set(ground)),
    ...made(GOLD, [
      set(place(limb([-0.24, 0, 0], [0.24, 0, 0], 0.045, 0.045), { at: [0, -0.62, 0] })),
      set(ball([0, -1.07, 0], 0.085)),
      set(ball([-0.25, -0.62, 0], 0.06)),
      set(ball([0.25, -0.62, 0], 0.06)),
    ]),
    ...made(
      LEATHER,
      set(engrave(limb([0, -0.62, 0], [0, -1.0, 0], 0.05), (x, y) => 0.008 * Math.sin(y * 70 + x * 20))),
    ),
  ];
};

/** A shield before two crossed swords. */
export function modelVeteranCrest() {
  const outline = [
    [0, 0.66],
    [0.2, 0.6],
    [0.52, 0.54],
    [0.53, 0.1],
    [0.46, -0.2],
    [0.3, -0.5],
    [0, -0.78],
    [-0.3, -0.5],
    [-0.46, -0.2],
    [-0.53, 0.1],
    [-0.52, 0.54],
    [-0.2, 0.6],
  ];
  const inner = outline.map(([x, y]) => [x * 0.84, y * 0.86 - 0.01]);
  const enamel = { ...cloth([0.022, 0.06, 0.19]), rough: 0.3 };
  return {
    parts: [
      ...[...sword(1), ...sword(-1)].map((part) => ({ ...part, ...place(part, { size: 0.9 }) })),
      ...made(
        GOLD,
        domed(cut(plate(outline, 0.06, 0.02), place(plate(inner, 0.3), { at: [0, 0, -0.3] })), 0.06),
      ),
      ...made(enamel, domed(plate(inner, 0.05), 0.04)),
      ...made(GOLD, domed(place(star(0.4, 0.05), { at: [0, 0.02, 0] }), 0.1)),
      ...made(OLD_GOLD, domed(place(ring(0.24, 0.016), { turn: facing }), 0.1)),
      ...made(
        GOLD,
        [
          [-0.36, 0.42],
          [0.36, 0.42],
          [0, -0.58],
        ].map(([x, y]) => domed(ball([x, y, 0], 0.045), 0.09)),
      ),
    ],
    shadow: [256, 480, 130],
    tilt: 6,
  };
}

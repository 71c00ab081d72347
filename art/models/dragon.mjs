import { glowing } from './materials.mjs';
import { chain, ellipsoid, limb, made, place, plate } from './shapes.mjs';

const HIDE = { color: [0.05, 0.03, 0.028], gloss: 0.5 };
const MEMBRANE = { color: [0.085, 0.022, 0.016] };
const BONE = { color: [0.16, 0.13, 0.1] };

const SHOULDER = [0.1, 0.1];
const WRIST = [0.5, 0.66];
/** Where the fingers of a wing end, and last where its skin meets the flank. */
const TIPS = [
  [1.72, 0.98],
  [1.62, 0.24],
  [1.2, -0.26],
  [0.7, -0.46],
  [0.06, -0.34],
];

/** A dragon in the air, rearing, its wings spread wide; 3.4 from tip to tip, its chest on the origin, looking along +z. */
export const dragon = () => [
  ...trunk(),
  ...head(),
  ...spines(),
  ...[-1, 1].flatMap((side) => [...wing(side), ...limbs(side)]),
];

function trunk() {
  const neck = [
    [0, 0.12, 0.06],
    [0, 0.38, 0.2],
    [0, 0.6, 0.2],
    [0, 0.76, 0.34],
  ];
  const tail = [
    [0, -0.4, -0.14],
    [0, -0.72, -0.36],
    [0, -0.92, -0.74],
    [0.05, -0.86, -1.12],
    [0.1, -0.62, -1.36],
  ];
  const blade = plate(
    [
      [0, -0.05],
      [0.09, 0.07],
      [0, 0.26],
      [-0.09, 0.07],
    ],
    0.008,
    0.006,
  );
  return [
    ...made(
      HIDE,
      [
        ellipsoid([0, 0.02, 0.05], [0.2, 0.25, 0.2]),
        limb([0, 0, 0.02], [0, -0.4, -0.12], 0.18, 0.14),
        ...chain(neck, [0.17, 0.115, 0.09, 0.075]),
        ...chain(tail, [0.14, 0.1, 0.066, 0.042, 0.018]),
      ],
      0.08,
    ),
    ...made(HIDE, place(blade, { at: [0.1, -0.6, -1.36], turn: [-30, 60, 0] }), 0.02),
  ];
}

function head() {
  const horns = [-1, 1].flatMap((side) => [
    ...chain(
      [
        [side * 0.045, 0.82, 0.33],
        [side * 0.085, 0.9, 0.2],
        [side * 0.1, 1.02, 0.1],
      ],
      [0.03, 0.022, 0.005],
    ),
    ...chain(
      [
        [side * 0.06, 0.75, 0.32],
        [side * 0.12, 0.76, 0.22],
        [side * 0.14, 0.82, 0.13],
      ],
      [0.022, 0.014, 0.004],
    ),
  ]);
  const jaws = [
    ellipsoid([0, 0.77, 0.37], [0.075, 0.075, 0.1]),
    limb([0, 0.77, 0.42], [0, 0.73, 0.64], 0.062, 0.034),
    limb([0, 0.72, 0.39], [0, 0.58, 0.55], 0.042, 0.022),
    limb([0, 0.76, 0.63], [0, 0.79, 0.65], 0.022, 0.008),
  ];
  const teeth = [-1, 1].flatMap((side) =>
    [0.5, 0.56, 0.62].map((z) => limb([side * 0.03, 0.715, z], [side * 0.03, 0.68, z], 0.009, 0.002)),
  );
  const eyes = [-1, 1].map((side) => ellipsoid([side * 0.058, 0.8, 0.44], [0.014, 0.012, 0.018]));
  return [
    ...made(HIDE, jaws, 0.03),
    ...made(BONE, horns),
    ...made(BONE, teeth),
    ...made(glowing([4, 1.4, 0.25]), eyes),
  ];
}

/** From the crown down the back to the tail. */
function spines() {
  const line = [
    [0.82, 0.28, 0.09],
    [0.68, 0.15, 0.1],
    [0.52, 0.08, 0.12],
    [0.34, 0.02, 0.13],
    [0.16, -0.12, 0.13],
    [-0.04, -0.17, 0.12],
    [-0.24, -0.2, 0.11],
    [-0.44, -0.27, 0.1],
    [-0.62, -0.4, 0.09],
    [-0.76, -0.56, 0.08],
    [-0.84, -0.76, 0.07],
  ];
  return made(
    HIDE,
    line.map(([y, z, long]) => limb([0, y, z], [0, y + long * 0.75, z - long * 0.8], 0.035, 0.004)),
    0.02,
  );
}

/** An arm, four fingers and the skin between them, whose hem hangs in arcs. */
function wing(side) {
  const hem = TIPS.flatMap((tip, k) => (k === 0 ? [tip] : [...arc(TIPS[k - 1], tip), tip]));
  const skin = plate([SHOULDER, WRIST, ...hem], 0.003, 0.004);
  const bones = [
    ...chain([raised(SHOULDER), raised([0.42, 0.2]), raised(WRIST)], [0.085, 0.055, 0.045]),
    ...TIPS.slice(0, 4).map((tip) => limb(raised(WRIST), raised(tip), 0.028, 0.007)),
    limb(raised(WRIST), [WRIST[0] + 0.02, WRIST[1] + 0.15, 0.04], 0.03, 0.004),
  ];
  // The outline is drawn for one side; half a turn makes the other.
  const set = (inner) => place(inner, { at: [0, 0, -0.06], turn: [0, side > 0 ? 16 : 164, 0] });
  return [...made(MEMBRANE, set(skin)), ...made(HIDE, bones.map(set), 0.02)];
}

const raised = ([x, y]) => [x, y, 0];

function arc(from, to) {
  const bow = [0, 1].map((axis) => (from[axis] + to[axis]) * 0.36 + WRIST[axis] * 0.28);
  return [0.2, 0.4, 0.6, 0.8].map((t) =>
    [0, 1].map((axis) => (1 - t) ** 2 * from[axis] + 2 * t * (1 - t) * bow[axis] + t * t * to[axis]),
  );
}

function limbs(side) {
  const hind = [
    [side * 0.12, -0.36, -0.08],
    [side * 0.24, -0.5, 0.14],
    [side * 0.22, -0.76, -0.02],
    [side * 0.22, -0.86, 0.1],
  ];
  const fore = [
    [side * 0.15, 0, 0.14],
    [side * 0.25, -0.2, 0.2],
    [side * 0.2, -0.3, 0.4],
  ];
  const claws = [-1, 0, 1].flatMap((k) => [
    limb([side * 0.22 + k * 0.03, -0.86, 0.12], [side * 0.22 + k * 0.05, -0.94, 0.18], 0.018, 0.003),
    limb([side * 0.2 + k * 0.025, -0.31, 0.42], [side * 0.2 + k * 0.035, -0.38, 0.47], 0.014, 0.003),
  ]);
  return [
    ...made(HIDE, chain(hind, [0.13, 0.085, 0.045, 0.04]), 0.05),
    ...made(HIDE, chain(fore, [0.08, 0.05, 0.035]), 0.04),
    ...made(BONE, claws),
  ];
}

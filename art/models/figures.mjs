import { MATERIALS } from './materials.mjs';
import { ball, box, chain, cut, drape, ellipsoid, limb, made, place, ring } from './shapes.mjs';

/** Where a joint between two bones of the given lengths lies, bent towards `bend`. */
function joint(from, to, upper, lower, bend) {
  const along = [0, 1, 2].map((axis) => to[axis] - from[axis]);
  const reach = Math.min(Math.hypot(...along), (upper + lower) * 0.999);
  const share = (upper * upper - lower * lower + reach * reach) / (2 * reach);
  const out = Math.sqrt(Math.max(0, upper * upper - share * share));
  const unit = along.map((value) => value / (Math.hypot(...along) || 1));
  const dotBend = bend[0] * unit[0] + bend[1] * unit[1] + bend[2] * unit[2];
  const side = bend.map((value, axis) => value - unit[axis] * dotBend);
  const long = Math.hypot(...side) || 1;
  return [0, 1, 2].map((axis) => from[axis] + unit[axis] * share + (side[axis] / long) * out);
}

const STANDING = {
  arms: [
    [-0.17, 0.47, 0.03],
    [0.17, 0.47, 0.03],
  ],
  feet: [
    [-0.085, 0.035, -0.03],
    [0.085, 0.035, 0.05],
  ],
};

/**
 * People of height 1, standing on the origin and looking along +z. `arms` and `feet` say where the hands and feet are;
 * elbows and knees follow. x is to their right when seen from behind.
 * @returns {import('./shapes.mjs').Part[]}
 */
export function person(look = {}) {
  const { arms = STANDING.arms, feet = STANDING.feet, hip = 0.51, lean = 0, bulk = 1 } = look;
  const body = look.body ?? MATERIALS.leather;
  const chestY = hip + 0.29;
  const at = (x, y, z = 0) => [x, y, z + lean * (y - hip)];
  const parts = [
    ...made(
      body,
      chain(
        [at(0, hip), at(0, hip + 0.12), at(0, chestY - 0.04)],
        [0.083 * bulk, 0.074 * bulk, 0.105 * bulk],
      ),
      0.04,
    ),
    ...made(body, limb(at(-0.105 * bulk, chestY), at(0.105 * bulk, chestY), 0.062), 0.04),
    ...made(MATERIALS.skin, limb(at(0, chestY + 0.05), at(0, chestY + 0.1, 0.01), 0.036), 0.02),
    ...head(look, at(0, chestY + 0.145, 0.015)),
  ];
  feet.forEach((foot, k) => {
    const side = k ? 1 : -1;
    const root = [side * 0.062, hip, 0];
    const knee = joint(root, foot, 0.25, 0.25, [side * 0.15, 0, 1]);
    const turned = [foot[0] + side * 0.02, foot[1] - 0.012, foot[2] + 0.075];
    parts.push(
      ...made(body, chain([root, knee, foot], [0.076 * bulk, 0.053 * bulk, 0.037]), 0.03),
      ...made(MATERIALS.leather, limb(foot, turned, 0.036, 0.024), 0.02),
    );
  });
  arms.forEach((hand, k) => {
    const side = k ? 1 : -1;
    const root = at(side * 0.135 * bulk, chestY);
    const elbow = joint(root, hand, 0.17, 0.165, look.elbows?.[k] ?? [side * 0.6, -0.3, -0.7]);
    parts.push(
      ...made(body, chain([root, elbow, hand], [0.05 * bulk, 0.04 * bulk, 0.029]), 0.025),
      ...made(look.gloves ?? MATERIALS.leather, ball(hand, 0.034), 0.015),
    );
  });
  if (look.pauldrons)
    for (const side of [-1, 1])
      parts.push(
        ...made(look.pauldrons, ellipsoid(at(side * 0.15 * bulk, chestY + 0.025), [0.075, 0.062, 0.08])),
      );
  if (look.tunic !== false) parts.push(...tunic(look.tunic ?? body, hip));
  if (look.cloak) parts.push(...cloak(look, chestY, at));
  return parts;
}

function tunic(fabric, hip) {
  const skirt = {
    top: hip + 0.16,
    hem: hip - 0.17,
    radius: 0.085,
    flare: 0.145,
    depth: 0.8,
    folds: 9,
    fold: 0.07,
  };
  return [
    ...made(fabric, drape(skirt), 0.02),
    ...made(MATERIALS.leather, place(ring(0.085, 0.016), { at: [0, hip + 0.08, 0] })),
  ];
}

function head(look, middle) {
  const [x, y, z] = middle;
  if (look.headgear === 'helmet') return helmet(look.helmet ?? MATERIALS.armour, middle);
  const face = made(MATERIALS.skin, [ellipsoid(middle, [0.05, 0.066, 0.058])], 0.012);
  if (look.headgear === 'hood') return [...face, ...hood(look.cloak, middle)];
  if (look.headgear === 'hat') return [...face, ...hat(look.cloak, middle)];
  const hair = [
    ellipsoid([x, y + 0.02, z - 0.018], [0.058, 0.062, 0.058]),
    limb([x, y, z - 0.04], [x, y - 0.1, z - 0.055], 0.042, 0.02),
  ];
  return [...face, ...made(MATERIALS.leather, hair, 0.015)];
}

const hood = (cloth, [x, y, z]) =>
  made(
    cloth,
    [
      ellipsoid([x, y + 0.008, z - 0.014], [0.078, 0.09, 0.082]),
      limb([x, y + 0.055, z - 0.035], [x, y + 0.075, z - 0.075], 0.045, 0.016),
      limb([x, y - 0.08, z - 0.02], [x, y - 0.13, z - 0.03], 0.085, 0.12),
    ],
    0.04,
  );

/** A wide brim and a point that has given way. */
const hat = (cloth, [x, y, z]) =>
  made(
    cloth,
    [
      place(ring(0.075, 0.045), { at: [x, y + 0.045, z], turn: [6, 0, 0] }),
      ellipsoid([x, y + 0.048, z], [0.15, 0.016, 0.15]),
      limb([x, y + 0.05, z], [x + 0.015, y + 0.2, z - 0.03], 0.075, 0.026),
      limb([x + 0.015, y + 0.2, z - 0.03], [x + 0.05, y + 0.25, z - 0.085], 0.026, 0.008),
    ],
    0.02,
  );

/** Closed, with horns. */
function helmet(metal, [x, y, z]) {
  const shell = [
    ellipsoid([x, y + 0.012, z], [0.066, 0.08, 0.072]),
    limb([x, y - 0.05, z - 0.02], [x, y - 0.02, z], 0.06),
  ];
  const horns = [-1, 1].flatMap((side) => {
    const points = [
      [x + side * 0.055, y + 0.05, z],
      [x + side * 0.11, y + 0.075, z],
      [x + side * 0.13, y + 0.15, z - 0.01],
    ];
    return chain(points, [0.022, 0.017, 0.004]);
  });
  return [...made(metal, shell, 0.02), ...made(metal, horns)];
}

function cloak({ cloak: cloth, hem = 0.07, flare = 0.25, sway = [0, -0.1], folds = 9 }, chestY, at) {
  const [, , back] = at(0, chestY);
  const fall = { top: chestY + 0.075, hem, radius: 0.118, flare, depth: 0.66, folds, fold: 0.1, sway };
  const front = place(box([0.5, 1, 0.3]), { at: [0, 0.3, 0.335] });
  const moved = place(drape(fall), { at: [0, 0, back - 0.035] });
  return [
    ...made(cloth, cut(moved, front), 0.03),
    ...made(cloth, limb(at(-0.115, chestY + 0.02, -0.02), at(0.115, chestY + 0.02, -0.02), 0.07), 0.05),
  ];
}

/** A rider's pose for `person`, who is lifted by `SEAT`. */
export const RIDING = {
  tunic: false,
  feet: [
    [-0.23, 0.2, 0.06],
    [0.23, 0.2, 0.06],
  ],
  arms: [
    [-0.05, 0.66, 0.2],
    [0.06, 0.64, 0.2],
  ],
};
export const SEAT = 0.45;

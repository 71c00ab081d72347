import { createNoise } from '#lib/noise.mjs';
import {
  ball,
  box,
  chain,
  cut,
  drape,
  ellipsoid,
  engrave,
  limb,
  made,
  place,
  plate,
  ring,
} from '#models/shapes.mjs';
import { cloth, DARK, GOLD, LEATHER, OLD_GOLD, post, star, WOOD } from './parts.mjs';

const { fbm } = createNoise(12);

export const EMBER_CAPE = { wool: [0.3, 0.02, 0.022], lining: [0.5, 0.2, 0.05], trim: GOLD };
export const LANTERN_CAPE = {
  wool: [0.025, 0.11, 0.26],
  lining: [0.62, 0.4, 0.12],
  trim: { ...GOLD, color: [0.75, 0.78, 0.85] },
};
export const VIOLET_CAPE = {
  wool: [0.13, 0.035, 0.36],
  lining: [0.5, 0.16, 0.4],
  trim: { ...GOLD, color: [0.72, 0.6, 0.9] },
};
export const DAWN_CAPE = { wool: [0.5, 0.43, 0.33], lining: [0.6, 0.3, 0.08], trim: GOLD };

/** A hooded cape as if somebody wore it. */
export function modelCape({ wool, lining, trim }) {
  const long = { top: 0.36, hem: -0.93, radius: 0.3, flare: 0.7, depth: 0.62, folds: 11, fold: 0.11 };
  const mantle = { top: 0.5, hem: 0.02, radius: 0.24, flare: 0.52, depth: 0.7, folds: 8, fold: 0.06 };
  const slit = place(
    plate(
      [
        [0, 0.2],
        [0.19, -1.2],
        [-0.19, -1.2],
      ],
      0.6,
    ),
    { at: [0, 0, -0.6] },
  );
  const face = ellipsoid([0, 0.6, -0.26], [0.185, 0.25, 0.3]);
  const hood = engrave(
    ellipsoid([0, 0.62, 0.02], [0.3, 0.35, 0.34]),
    (x, y, z) => 0.012 * Math.sin(y * 26 + z * 9),
  );
  const inside = { ...long, radius: 0.27, flare: 0.655, top: 0.3, hem: -0.9 };
  return {
    parts: [
      ...made(cloth(lining), cut(drape(inside), place(box([0.5, 0.9, 0.3]), { at: [0, -0.6, -0.52] }))),
      ...made(cloth(wool), cut(drape(long), slit)),
      ...made(trim, cut(drape({ ...long, clip: [-0.9, -0.83], swell: 0.012 }), slit)),
      ...made(cloth(wool.map((c) => c * 1.12)), drape(mantle), 0.02),
      ...made(trim, drape({ ...mantle, clip: [0.055, 0.1], swell: 0.012 })),
      ...made(cloth(wool), cut(hood, face), 0.05),
      ...made(DARK, ellipsoid([0, 0.6, 0.16], [0.19, 0.25, 0.2])),
      ...made(trim, [
        place(ring(0.235, 0.022), { at: [0, 0.6, -0.2], turn: [82, 0, 0] }),
        ...[-0.15, 0.15].map((x) => place(post(0.085, 0.02), { at: [x, 0.3, -0.29], turn: [80, 0, 0] })),
        limb([-0.15, 0.28, -0.32], [0, 0.23, -0.35], 0.014),
        limb([0.15, 0.28, -0.32], [0, 0.23, -0.35], 0.014),
      ]),
      ...made(
        OLD_GOLD,
        [-0.15, 0.15].map((x) => place(star(0.06, 0.02), { at: [x, 0.3, -0.315], turn: [10, 0, 0] })),
      ),
    ],
    tilt: 6,
  };
}

const bone = (dark, light) => ({
  color: light,
  rough: 0.34,
  grain: ([x, y, z]) => {
    const along = (x + 0.7 - y * 0.4) / 1.5;
    const streak = fbm(x * 3 - y * 9 + z * 8, x * 2 + y * 2, 4);
    return 1.05 - 0.7 * Math.max(0, along) ** 1.5 * dark + 0.35 * streak;
  },
});
export const BONE_HORN = { horn: bone(1, [0.66, 0.5, 0.3]), strap: LEATHER, fitting: GOLD };
export const SILVER_HORN = {
  horn: { ...bone(0.4, [0.6, 0.68, 0.82]), metal: 0.9, rough: 0.3 },
  strap: cloth([0.4, 0.03, 0.04]),
  fitting: GOLD,
};

const hornAt = (t) => {
  const angle = Math.PI * (1.02 + 0.62 * t);
  return [
    0.02 + 0.92 * Math.cos(angle) + 0.22 * t,
    0.42 + 0.92 * Math.sin(angle) - 0.05 * t,
    -0.1 + 0.16 * t,
  ];
};

const hornWidth = (t) => 0.4 * Math.pow(1 - t, 1.25) + 0.055;

const moved = (part) => ({ ...part, ...place(part, { at: [0.17, -0.12, 0], size: 0.86 }) });

const hornLean = (t) => {
  const [x0, y0] = hornAt(t - 0.02);
  const [x1, y1] = hornAt(t + 0.02);
  return (Math.atan2(y1 - y0, x1 - x0) * 180) / Math.PI + 90;
};

/** A horn that calls far away: a third of a circle, wide at the mouth. */
export function modelHorn({ horn, strap, fitting }) {
  const steps = Array.from({ length: 15 }, (_, k) => k / 14);
  const body = chain(steps.map(hornAt), steps.map(hornWidth));
  const band = (t, r) => place(ring(hornWidth(t) + 0.004, r), { at: hornAt(t), turn: [0, 0, hornLean(t)] });
  const wide = (t, half) =>
    place(post(hornWidth(t) + 0.022, half, 0.02), { at: hornAt(t), turn: [0, 0, hornLean(t)] });
  const [mx, my, mz] = hornAt(0);
  const top = [mx, my + 0.05, mz];
  const hollow = limb([mx, my + 0.5, mz], [mx + 0.06, my - 0.22, mz], 0.5, 0.26);
  const open = (part) =>
    cut({ ...part, distance: (x, y, z) => Math.max(part.distance(x, y, z), y - my - 0.06) }, hollow);
  const cord = Array.from({ length: 13 }, (_, k) => k / 12);
  const sling = cord.map((t) => [
    -0.52 + 1.22 * t,
    -0.1 - 0.36 * t + 1.15 * Math.sin(Math.PI * t) * (1 - 0.3 * t),
    0.2,
  ]);
  return {
    parts: [
      ...made(horn, body.slice(0, 5).map(open), 0.03),
      ...made(horn, body.slice(5), 0.03),
      ...made(DARK, place(post(0.36, 0.01), { at: [mx, my - 0.1, mz] })),
      ...made(fitting, [
        place(ring(0.405, 0.045), { at: top }),
        place(ring(0.415, 0.02), { at: [mx, my - 0.09, mz] }),
        wide(0.42, 0.085),
        band(0.36, 0.035),
        band(0.48, 0.03),
        wide(0.8, 0.06),
        ball(hornAt(1.02), 0.085),
        band(0.97, 0.03),
      ]),
      ...made(
        OLD_GOLD,
        place(star(0.13, 0.03), {
          at: [hornAt(0.42)[0], hornAt(0.42)[1], hornAt(0.42)[2] - hornWidth(0.42) - 0.02],
        }),
      ),
      ...made(
        strap,
        chain(
          sling,
          cord.map(() => 0.032),
        ),
      ),
    ].map(moved),
    tilt: 24,
  };
}

const liquid = (color, glow) => ({
  color,
  rough: 0.35,
  through: 0.6,
  glow,
  grain: ([x, y, z]) =>
    0.75 + 0.9 * Math.max(-0.4, fbm(x * 2.6 + z, y * 2.6 - z, 4)) + 0.5 * Math.max(0, y + 0.4),
});
export const EMBER_DRAUGHT = liquid([0.75, 0.16, 0.02], [0.95, 0.25, 0.03]);
export const MOON_DRAUGHT = liquid([0.05, 0.3, 0.75], [0.06, 0.36, 0.95]);
export const VERDANT_DRAUGHT = liquid([0.12, 0.5, 0.06], [0.16, 0.62, 0.06]);
export const DUSK_DRAUGHT = liquid([0.3, 0.06, 0.6], [0.4, 0.07, 0.8]);
export const BARDS_DRAUGHT = liquid([0.75, 0.46, 0.06], [0.85, 0.5, 0.06]);

const surfaceOf = (x, y, z) => y + 0.13 - 0.02 * Math.sin(x * 7 + z * 3);

/** A round flask with a glowing liquid. */
export function modelDraught(drink) {
  const middle = [0, -0.3, 0];
  const full = ball(middle, 0.575);
  const filled = { ...full, distance: (x, y, z) => Math.max(full.distance(x, y, z), surfaceOf(x, y, z)) };
  const bubbles = [
    [-0.2, -0.3, 0.05],
    [0.16, -0.42, 0.04],
    [0.02, -0.22, 0.032],
    [-0.06, -0.58, 0.03],
    [0.28, -0.26, 0.026],
    [-0.33, -0.5, 0.026],
    [0.1, -0.68, 0.035],
  ].map(([x, y, r]) => ball([x, y, middle[2] - Math.sqrt(0.575 ** 2 - x * x - (y + 0.3) ** 2) + 0.01], r));
  const bright = {
    ...drink,
    color: drink.color.map((c) => c * 1.3 + 0.06),
    glow: drink.glow.map((c) => c * 1.5),
  };
  return {
    glow: drink.glow,
    parts: [
      ...made(drink, filled),
      ...made(bright, bubbles),
      ...made(bright, place(post(0.545, 0.006), { at: [0, -0.135, 0] })),
      ...made(GOLD, [
        place(post(0.235, 0.055, 0.03), { at: [0, 0.62, 0] }),
        place(ring(0.2, 0.04), { at: [0, 0.34, 0] }),
        place(ring(0.215, 0.022), { at: [0, 0.285, 0] }),
        limb([0, 0.3, -0.2], [0, 0.12, -0.5], 0.012),
        place(post(0.12, 0.02, 0.015), { at: [0, 0.03, -0.555], turn: [64, 0, 0] }),
        place(post(0.2, 0.025, 0.02), { at: [0, -0.91, 0] }),
      ]),
      ...made(OLD_GOLD, place(star(0.095, 0.02), { at: [0, 0.03, -0.59], turn: [-26, 0, 0] })),
      ...made(WOOD, limb([0, 0.6, 0], [0, 0.84, 0], 0.15, 0.175)),
    ],
    glass: made({}, [ball(middle, 0.63), place(post(0.165, 0.24, 0.03), { at: [0, 0.42, 0] })], 0.16),
    tilt: 13,
  };
}

const arched = (grow, half, x) =>
  cut(
    place(post(0.44 + grow, half, 0.01), { at: [x, 0.1, 0], turn: [0, 0, 90] }),
    place(box([1, 0.5, 1]), { at: [0, -0.42, 0] }),
  );

const turned = (parts) =>
  parts.map((part) => ({ ...part, ...place(part, { turn: [0, 24, 0], at: [0, -0.08, 0], size: 1.08 }) }));

/** A closed casket: the default picture. */
export function modelCasket() {
  const lacquer = { ...cloth([0.035, 0.07, 0.16]), rough: 0.35 };
  const lid = place(post(0.44, 0.62, 0.02), { turn: [0, 0, 90] });
  return {
    parts: turned([
      ...made(lacquer, cut(place(lid, { at: [0, 0.1, 0] }), place(box([1, 0.5, 1]), { at: [0, -0.42, 0] }))),
      ...made(lacquer, place(box([0.62, 0.32, 0.44], 0.02), { at: [0, -0.26, 0] })),
      ...made(GOLD, [
        ...[-0.555, -0.27, 0.27, 0.555].map((x) => arched(0.025, 0.055, x)),
        ...[-0.555, -0.27, 0.27, 0.555].map((x) =>
          place(box([0.058, 0.32, 0.465], 0.012), { at: [x, -0.26, 0] }),
        ),
        place(box([0.665, 0.05, 0.475], 0.016), { at: [0, 0.085, 0] }),
        place(box([0.675, 0.06, 0.485], 0.016), { at: [0, -0.56, 0] }),
        place(post(0.2, 0.03, 0.02), { at: [0, 0.02, -0.47], turn: [90, 0, 0] }),
      ]),
      ...made(lacquer, place(post(0.15, 0.02, 0.01), { at: [0, 0.02, -0.5], turn: [90, 0, 0] })),
      ...made(GOLD, place(star(0.15, 0.035), { at: [0, 0.02, -0.52] })),
    ]),
    tilt: 22,
  };
}

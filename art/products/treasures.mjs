import { createNoise, createRandom } from '#lib/noise.mjs';
import {
  ball,
  box,
  cut,
  drape,
  ellipsoid,
  engrave,
  lathe,
  limb,
  made,
  place,
  plate,
  ring,
  shape,
} from '#models/shapes.mjs';
import {
  cloth,
  coins,
  DARK,
  gem,
  GOLD,
  heapOfCoins,
  LEATHER,
  OLD_GOLD,
  post,
  star,
  STONE,
  WOOD,
} from './parts.mjs';

const { fbm } = createNoise(3);
const RUBY = gem([0.5, 0.015, 0.03]);
const half = Math.sqrt(3) / 2;

/** A six-sided crystal standing on the origin, cut to a point. */
function shard(radius, height) {
  const tip = 0.46;
  const slant = Math.hypot(1, tip);
  return shape([0, height / 2, 0], height / 2 + radius, (x, y, z) => {
    const ax = Math.abs(x);
    const az = Math.abs(z);
    const side = Math.max(ax * half + az * 0.5, az) - radius;
    const cap = (Math.max(ax * half + az * 0.5, az) + (y - height) * tip) / slant;
    return Math.max(side, cap, -y);
  });
}

const facets = ([x, y, z]) =>
  0.7 + 0.55 * Math.abs(fbm(x * 4 + z * 3, y * 2.2, 3)) + 0.5 * Math.max(0, y * 0.6 + 0.2);
export const ASTRUM = {
  color: [0.04, 0.15, 0.62],
  rough: 0.1,
  through: 0.45,
  glow: [0.02, 0.1, 0.42],
  grain: facets,
};
export const FALLEN_STAR = {
  color: [0.7, 0.17, 0.03],
  rough: 0.1,
  through: 0.45,
  glow: [0.42, 0.1, 0.012],
  grain: facets,
};

/** Crystals grown from a rock. */
export function modelCrystal(stone) {
  const grown = [
    [0, 0, 0.24, 1.6, 0, 8],
    [-0.34, 0.05, 0.16, 1.02, 20, -14],
    [0.36, 0.03, 0.17, 1.12, -19, 20],
    [-0.6, -0.08, 0.12, 0.72, 38, 10],
    [0.64, -0.06, 0.12, 0.68, -40, -6],
    [-0.17, -0.26, 0.12, 0.66, 9, -18],
    [0.2, -0.28, 0.13, 0.8, -8, -16],
    [0.47, -0.27, 0.08, 0.42, -26, -22],
    [-0.45, -0.28, 0.085, 0.44, 28, -20],
  ].map(([x, z, radius, height, lean, turn]) =>
    place(shard(radius, height), { at: [x, -0.78, z], turn: [turn < 0 ? -9 : 4, turn * 3, lean] }),
  );
  const rock = engrave(
    ellipsoid([0, -0.84, 0], [0.82, 0.2, 0.5]),
    (x, y, z) => 0.09 * fbm(x * 3.2 + y, z * 3.2 + y * 2, 4),
  );
  return {
    parts: [...made(stone, grown), ...made(STONE, rock)],
    glow: stone.glow.map((c) => c * 1.4),
    tilt: 13,
  };
}

/** Leather gathered towards the tie. */
const pouchFolds = (x, y, z) => {
  const angle = Math.atan2(x, z);
  const near = Math.max(0, Math.min(1, (y + 0.5) / 0.9));
  return (
    near * (0.035 * Math.sin(angle * 9) + 0.02 * Math.sin(angle * 15 + 1)) + 0.012 * fbm(x * 5, y * 5, 3)
  );
};

/** A leather pouch, tied up, with coins before it. */
export function modelCoinPouch() {
  const profile = [
    [0, -0.84],
    [0.42, -0.82],
    [0.6, -0.62],
    [0.64, -0.38],
    [0.55, -0.08],
    [0.36, 0.16],
    [0.19, 0.32],
    [0.15, 0.4],
    [0, 0.4],
  ];
  const ruffle = { top: -0.38, hem: -0.78, radius: 0.13, flare: 0.36, depth: 1, pouchFolds: 10, fold: 0.16 };
  const hide = { ...LEATHER, color: [0.26, 0.115, 0.045] };
  return {
    parts: placed(
      [
        ...made(hide, engrave(lathe(profile, 0.05), pouchFolds)),
        ...made(hide, place(drape(ruffle), { turn: [0, 0, 180] }), 0.04),
        ...made(GOLD, [
          place(ring(0.185, 0.032), { at: [0, 0.4, 0] }),
          place(ring(0.19, 0.026), { at: [0, 0.35, 0] }),
          limb([0.1, 0.36, -0.16], [0.24, 0.12, -0.42], 0.016),
          limb([0.06, 0.36, -0.17], [0.11, 0.06, -0.47], 0.016),
          ball([0.25, 0.09, -0.45], 0.045),
          ball([0.11, 0.03, -0.5], 0.045),
          place(star(0.25, 0.03), { at: [-0.06, -0.36, -0.7], turn: [0, 6, 0] }),
        ]),
        ...coins(
          [
            [-0.74, -0.86, -0.3, 6, 4, 20],
            [-0.5, -0.88, -0.62, -4, 0, 50],
            [-0.66, -0.81, -0.4, 14, 8, 70],
            [0.72, -0.87, -0.28, 4, -6, 10],
            [0.54, -0.88, -0.58, 0, 4, 80],
            [0.74, -0.8, -0.42, 10, -12, 40],
            [0.16, -0.88, -0.78, -4, 0, 33],
            [-0.12, -0.84, -0.76, 24, 8, 12],
            [0.46, -0.74, -0.62, -62, 6, 10],
          ],
          0.92,
        ),
      ],
      { at: [0, 0.11, 0], size: 0.9 },
    ),
    tilt: 16,
  };
}

/** Moves and turns a whole item. */
const placed = (parts, where) => parts.map((part) => ({ ...part, ...place(part, where) }));

const planks = (inner) => engrave(inner, (x, y) => (Math.abs(((y + 2) * 6.2) % 1) < 0.09 ? 0.012 : 0));

const TRUNK = cut(
  place(box([0.66, 0.33, 0.42], 0.02), { at: [0, -0.35, 0] }),
  place(box([0.58, 0.3, 0.34]), { at: [0, -0.1, 0] }),
);

const lidArch = (grow, long, x = 0) =>
  cut(
    place(post(0.41 + grow, long, 0.01), { at: [x, 0, -0.4], turn: [0, 0, 90] }),
    place(box([1, 0.5, 1]), { at: [0, -0.5, -0.4] }),
  );

const LID = cut(lidArch(0, 0.65), place(post(0.34, 0.58, 0.01), { at: [0, 0, -0.4], turn: [0, 0, 90] }));

const chestHeap = (x, z) =>
  -0.03 + 0.2 * Math.max(0, 1 - (x / 0.6) ** 2) * Math.max(0, 1 - ((z - 0.04) / 0.42) ** 2);

/** An open chest full of coins. */
export function modelCoinChest() {
  const random = createRandom(8);
  const lidTurn = { at: [0, 0.02, 0.4], turn: [112, 0, 0] };
  return {
    parts: placed(
      [
        ...made(WOOD, planks(TRUNK)),
        ...made(WOOD, place(LID, lidTurn)),
        ...made(DARK, place(box([0.58, 0.02, 0.34]), { at: [0, -0.2, 0] })),
        ...made(GOLD, [
          ...[-0.55, 0.55].map((x) =>
            cut(
              place(box([0.075, 0.34, 0.445], 0.014), { at: [x, -0.35, 0] }),
              place(box([0.9, 0.4, 0.34]), { at: [0, 0, 0] }),
            ),
          ),
          cut(place(box([0.69, 0.045, 0.45], 0.014), { at: [0, -0.04, 0] }), box([0.57, 0.6, 0.33])),
          place(box([0.7, 0.045, 0.46], 0.014), { at: [0, -0.66, 0] }),
          ...[-0.5, 0, 0.5].map((x) =>
            place(
              cut(lidArch(0.022, 0.05, x), place(post(0.36, 0.7, 0), { at: [0, 0, -0.4], turn: [0, 0, 90] })),
              lidTurn,
            ),
          ),
          place(
            plate(
              [
                [-0.15, 0.16],
                [0.15, 0.16],
                [0.14, -0.06],
                [0, -0.22],
                [-0.14, -0.06],
              ],
              0.025,
              0.01,
            ),
            { at: [0, -0.2, -0.45] },
          ),
        ]),
        ...made(DARK, place(star(0.12, 0.02), { at: [0, -0.2, -0.49] })),
        ...heapOfCoins(random, { count: 46, width: 0.52, depth: 0.31, heightAt: chestHeap, size: 0.62 }),
        ...made(RUBY, [
          ellipsoid([0.2, 0.19, -0.12], [0.065, 0.06, 0.065]),
          ellipsoid([-0.26, 0.13, -0.16], [0.05, 0.045, 0.05]),
        ]),
        ...coins(
          [
            [-0.82, -0.66, -0.38, 6, 4, 10],
            [-0.62, -0.67, -0.6, 0, 4, 50],
            [0.5, -0.67, -0.68, 4, 0, 20],
            [0.72, -0.64, -0.58, 16, -8, 70],
          ],
          0.72,
        ),
      ],
      { turn: [0, 22, 0], at: [0, -0.06, 0], size: 0.93 },
    ),
    tilt: 24,
  };
}

const hoardHeap = (x, z) => -0.84 + 0.72 * Math.max(0, 1 - Math.hypot(x / 1.02, z / 0.8)) ** 0.85;

const onCrown = (angle, r, y) => [Math.sin(angle) * r, y, Math.cos(angle) * r];

/** A dragon's hoard with a crown on top. */
export function modelCoinHoard() {
  const random = createRandom(21);
  const points = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => (k / 8) * 2 * Math.PI + Math.PI);
  const band = cut(post(0.35, 0.09, 0.012), post(0.315, 0.3, 0));
  const crown = [
    ...made(GOLD, [
      band,
      place(ring(0.352, 0.026), { at: [0, -0.09, 0] }),
      place(ring(0.352, 0.022), { at: [0, 0.09, 0] }),
      ...points.flatMap((angle, k) => {
        const high = k % 2 ? 0.26 : 0.44;
        return [
          limb(onCrown(angle, 0.34, 0.06), onCrown(angle, 0.4, high), 0.085, 0.02),
          ball(onCrown(angle, 0.41, high + 0.03), k % 2 ? 0.036 : 0.052),
        ];
      }),
    ]),
    ...made(
      RUBY,
      points.map((angle, k) =>
        ellipsoid(onCrown(angle, 0.36, 0), k % 2 ? [0.035, 0.04, 0.035] : [0.06, 0.07, 0.06]),
      ),
    ),
    ...made(cloth([0.2, 0.01, 0.03]), ellipsoid([0, 0.06, 0], [0.29, 0.2, 0.29])),
  ];
  const mound = engrave(
    ellipsoid([0, -0.95, 0], [0.94, 0.78, 0.7]),
    (x, y, z) => 0.03 * fbm(x * 5, z * 5 + y * 3, 3),
  );
  return {
    parts: placed(
      [
        ...made(OLD_GOLD, cut(mound, place(box([2, 0.5, 2]), { at: [0, -1.4, 0] }))),
        ...heapOfCoins(random, { count: 105, width: 0.98, depth: 0.78, heightAt: hoardHeap, size: 0.82 }),
        ...placed(crown, { at: [0.02, 0.18, -0.08], turn: [-9, 10, -7], size: 1.05 }),
        ...made(RUBY, [
          ellipsoid([-0.42, -0.42, -0.42], [0.08, 0.07, 0.08]),
          ellipsoid([0.5, -0.5, -0.4], [0.07, 0.06, 0.07]),
        ]),
        ...made(gem([0.04, 0.2, 0.55]), ellipsoid([0.06, -0.4, -0.6], [0.085, 0.075, 0.085])),
      ],
      { at: [0, 0.1, 0], size: 0.88 },
    ),
    tilt: 20,
  };
}

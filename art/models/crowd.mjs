import { createModel } from '#lib/solids.mjs';
import { person, RIDING, SEAT } from './figures.mjs';
import { bow, quiver, roundShield, staff, sword } from './gear.mjs';
import { horse } from './horse.mjs';
import { glowing, MATERIALS } from './materials.mjs';
import { chain, limb, made, place } from './shapes.mjs';

const { armour, steel } = MATERIALS;
const RED = { color: [0.13, 0.012, 0.012] };
const BLUE = { color: [0.016, 0.035, 0.085] };
const GREEN = { color: [0.022, 0.036, 0.02] };
const BROWN = { color: [0.034, 0.023, 0.016] };

/** A builder for `scene.buildings`: each figure stands on the ground, or on `y`. `turn` 0 shows its back. */
export const figures = (places) => (heightAt) =>
  places.map(({ parts, x, z, y, lift = 0, size, turn }) =>
    createModel(parts, { x, y: (y ?? heightAt(x, z) - 0.01 * size) + lift, z, size, turn }),
  );

/** A knight at rest, sword in hand. */
export const knight = (look = {}) => {
  const arms = [
    [-0.22, 0.52, 0.1],
    [0.22, 0.49, 0.06],
  ];
  const dress = {
    headgear: 'helmet',
    body: armour,
    tunic: RED,
    pauldrons: steel,
    cloak: RED,
    bulk: 1.12,
    arms,
  };
  return [
    ...person({ ...dress, ...look }),
    ...sword(arms[1], [0.22, -1, 0.3], 1.05),
    ...roundShield([-0.27, 0.55, 0.1], [0, -68, 0]),
  ];
};

/** A mage with a hat and a staff whose head shines. */
export const mage = (light = [0.5, 1.4, 3.4], look = {}) => {
  const arms = [
    [-0.17, 0.5, 0.08],
    [0.27, 0.68, 0.14],
  ];
  return [
    ...person({ headgear: 'hat', cloak: BLUE, tunic: BLUE, flare: 0.28, hem: 0.03, arms, ...look }),
    ...staff(arms[1], glowing(light)),
  ];
};

/** A hooded ranger with bow and quiver. */
export const ranger = (look = {}) => {
  const arms = [
    [-0.25, 0.6, 0.12],
    [0.18, 0.5, 0.04],
  ];
  return [
    ...person({ headgear: 'hood', cloak: GREEN, tunic: BROWN, flare: 0.22, hem: 0.2, arms, ...look }),
    ...bow(arms[0], -1),
    ...quiver({ y: 0.7 }),
  ];
};

/** The sword held up against what comes from above, the shield before the body. */
export const challenger = (look = {}) => {
  const hand = [0.2, 0.98, 0.12];
  const dress = { headgear: 'helmet', body: armour, tunic: RED, pauldrons: steel, cloak: RED, bulk: 1.12 };
  return [
    ...person({
      ...dress,
      hip: 0.48,
      sway: [-0.08, -0.26],
      flare: 0.3,
      feet: [
        [-0.14, 0.035, 0.14],
        [0.12, 0.035, -0.16],
      ],
      arms: [[-0.24, 0.68, 0.2], hand],
      ...look,
    }),
    ...sword(hand, [0.16, 1, 0.2], 1.1),
    ...roundShield([-0.28, 0.7, 0.24], [-8, -24, 0]),
  ];
};

/** Seated on a log, hands towards a fire before them. */
export const sitter = ({ log = true, ...look } = {}) => [
  ...person({
    headgear: 'hood',
    cloak: BROWN,
    tunic: false,
    hip: 0.24,
    lean: 0.22,
    hem: 0.02,
    flare: 0.24,
    sway: [0, -0.04],
    feet: [
      [-0.1, 0.035, 0.32],
      [0.1, 0.035, 0.36],
    ],
    arms: [
      [-0.12, 0.4, 0.34],
      [0.13, 0.37, 0.32],
    ],
    ...look,
  }),
  ...(log ? made(MATERIALS.wood, limb([-0.3, 0.08, -0.02], [0.3, 0.08, 0], 0.08)) : []),
];

const tongue = (x, z, high, wide, bend) =>
  chain(
    [
      [x, 0.05, z],
      [x + bend * 0.3, high * 0.45, z],
      [x + bend, high, z],
    ],
    [wide * 0.8, wide, 0.006],
  );

/** Burning logs; the light they give comes from a scene's lamps. */
export const bonfire = () => {
  const tall = [
    tongue(0.02, 0.06, 0.64, 0.11, 0.07),
    tongue(-0.13, 0.05, 0.44, 0.08, -0.06),
    tongue(0.15, 0.04, 0.48, 0.08, 0.03),
  ].flat();
  // In front, since nothing shines through.
  const hot = [
    tongue(-0.04, -0.07, 0.36, 0.075, 0.05),
    tongue(0.08, -0.08, 0.29, 0.065, -0.04),
    tongue(-0.13, -0.05, 0.22, 0.05, -0.02),
  ].flat();
  const logs = [10, 80, 150].map((angle) => {
    const [x, z] = [Math.cos((angle * Math.PI) / 180) * 0.3, Math.sin((angle * Math.PI) / 180) * 0.3];
    return limb([x, 0.05, z], [-x * 0.8, 0.12, -z * 0.8], 0.05);
  });
  return [
    ...made(MATERIALS.wood, logs),
    ...made(glowing([1.9, 0.34, 0.03]), tall, 0.05),
    ...made(glowing([3.4, 1.15, 0.16]), hot, 0.04),
  ];
};

/** A walker with a lantern on a pole. */
export const lanternBearer = (look = {}) => {
  const hand = [0.22, 0.6, 0.16];
  const top = [0.24, 1.2, 0.26];
  const cage = [0.24, 1.06, 0.33];
  return [
    ...person({
      headgear: 'hood',
      cloak: BLUE,
      tunic: BROWN,
      flare: 0.22,
      hem: 0.12,
      feet: [
        [-0.08, 0.035, 0.12],
        [0.08, 0.035, -0.12],
      ],
      arms: [[-0.16, 0.48, 0.06], hand],
      ...look,
    }),
    ...made(MATERIALS.wood, [
      limb([0.21, 0.02, 0.08], top, 0.012),
      limb(top, [cage[0], 1.16, cage[2]], 0.009),
    ]),
    ...made(glowing([4, 1.9, 0.6]), limb([cage[0], 1.03, cage[2]], [cage[0], 1.1, cage[2]], 0.036)),
    ...made(MATERIALS.leather, limb([cage[0], 1.13, cage[2]], [cage[0], 1.16, cage[2]], 0.04, 0.01)),
  ];
};

export function rider({ cloak = BLUE, ...look } = {}) {
  const seated = person({
    ...RIDING,
    headgear: 'hood',
    cloak,
    hem: 0.34,
    flare: 0.24,
    sway: [0, -0.22],
    ...look,
  });
  const lifted = seated.map((part) => ({ ...part, ...place(part, { at: [0, SEAT, 0] }) }));
  return [...horse(), ...lifted];
}

/** Mid-stroke, the sword above the head, weight on the front foot. */
export const attacker = () => {
  const hand = [0.1, 1.06, -0.02];
  return [
    ...person({
      headgear: 'hood',
      cloak: RED,
      tunic: BROWN,
      hip: 0.47,
      lean: 0.28,
      flare: 0.3,
      hem: 0.14,
      sway: [0.02, -0.34],
      feet: [
        [-0.1, 0.035, -0.33],
        [0.1, 0.035, 0.27],
      ],
      arms: [[-0.02, 1.03, 0.02], hand],
      elbows: [
        [-1, 0.1, 0.3],
        [1, 0.2, 0.2],
      ],
    }),
    ...sword(hand, [0.1, 0.75, -0.62], 1.15),
  ];
};

/** Behind a shield, the sword drawn back. */
export const defender = () => {
  const hand = [0.27, 0.6, -0.22];
  return [
    ...person({
      headgear: 'helmet',
      body: armour,
      tunic: BLUE,
      pauldrons: steel,
      cloak: BLUE,
      hip: 0.44,
      lean: 0.1,
      flare: 0.27,
      hem: 0.12,
      sway: [0, -0.24],
      feet: [
        [-0.11, 0.035, 0.22],
        [0.13, 0.035, -0.28],
      ],
      arms: [[-0.08, 0.66, 0.3], hand],
    }),
    ...sword(hand, [0.3, 0.55, -0.5], 1.1),
    ...roundShield([-0.05, 0.68, 0.36], [-12, 0, 0]),
  ];
};

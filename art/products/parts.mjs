import { createNoise } from '#lib/noise.mjs';
import { clamp } from '#lib/numbers.mjs';
import { engrave, lathe, made, place, plate } from '#models/shapes.mjs';

const { noise, fbm } = createNoise(5);

/** Metals a little scratched, so that they don't look poured. */
const scratched = ([x, y, z]) => 0.9 + 0.22 * fbm(x * 7 + z * 3, y * 7 - z * 2, 4);

export const GOLD = { color: [0.95, 0.58, 0.19], metal: 1, rough: 0.3, grain: scratched };
export const OLD_GOLD = { color: [0.6, 0.34, 0.11], metal: 1, rough: 0.42, grain: scratched };
export const STEEL = { color: [0.62, 0.68, 0.8], metal: 1, rough: 0.26, grain: scratched };
export const LEATHER = {
  color: [0.2, 0.085, 0.035],
  rough: 0.55,
  grain: ([x, y, z]) => 0.8 + 0.5 * fbm(x * 9 + z * 4, y * 9, 4) + 0.12 * noise(x * 40, y * 40 + z * 30),
};
export const DARK = { color: [0.014, 0.011, 0.01], rough: 0.9, edge: 0.08 };
export const STONE = {
  color: [0.09, 0.095, 0.115],
  rough: 0.8,
  grain: ([x, y, z]) => 0.7 + 0.9 * fbm(x * 6 + z * 5, y * 6 - z * 3, 5),
};

/** Planks along x: long streaks. */
export const WOOD = {
  color: [0.21, 0.095, 0.038],
  rough: 0.6,
  grain: ([x, y, z]) => 0.75 + 0.5 * fbm(x * 2 + z * 2, y * 22 + z * 9, 4),
};

export const gem = (color) => ({
  color,
  rough: 0.12,
  through: 0.5,
  glow: color.map((c) => c * 0.35),
});

/** Wool: a fine weave, light where it is worn. */
export const cloth = (color) => ({
  color,
  rough: 0.85,
  through: 0.08,
  grain: ([x, y, z]) => 0.82 + 0.3 * fbm(x * 5 + z * 3, y * 3, 4) + 0.1 * noise(x * 55, y * 55),
});

/** The four-pointed star of the emblem, as thick as it is given, facing the camera. */
export function star(size, half = 0.02) {
  const thin = size * 0.19;
  const wide = size * 0.64;
  const outline = [
    [0, size],
    [thin, thin],
    [wide, 0],
    [thin, -thin],
    [0, -size],
    [-thin, -thin],
    [-wide, 0],
    [-thin, thin],
  ];
  // Ridges run from the middle to the points, as on a cut stone.
  return engrave(plate(outline, half), (x, y) => 0.5 * Math.min(Math.abs(x), Math.abs(y)));
}

const COIN_OUTLINE = [
  [0, 0.016],
  [0.15, 0.016],
  [0.165, 0.03],
  [0.195, 0.03],
  [0.2, 0.02],
  [0.2, -0.02],
  [0.195, -0.03],
  [0.165, -0.03],
  [0.15, -0.016],
  [0, -0.016],
];
const FLAT_COIN = engrave(lathe(COIN_OUTLINE, 0.003), (x, y, z) => {
  const a = Math.abs(x);
  const b = Math.abs(z);
  return Math.sqrt(a) + Math.sqrt(b) < 0.32 ? -0.012 : 0;
});

/** Coins lying where they are put: [x, y, z, turn about x, turn about z, turn about y]. */
export const coins = (places, size = 1) =>
  made(
    GOLD,
    places.map(([x, y, z, a = 0, b = 0, c = 0]) =>
      place(FLAT_COIN, { at: [x, y, z], turn: [a, c, b], size }),
    ),
  );

/** Coins over a heap whose top is given by `heightAt(x, z)`. */
export function heapOfCoins(random, { count, width, depth, heightAt, size = 1 }) {
  const places = [];
  for (let k = 0; k < count; k++) {
    const angle = k * 2.39996;
    const away = Math.sqrt((k + 0.5) / count);
    const x = Math.cos(angle) * away * width;
    const z = Math.sin(angle) * away * depth;
    const slope = (heightAt(x + 0.05, z) - heightAt(x - 0.05, z)) * 10;
    const fall = (heightAt(x, z + 0.05) - heightAt(x, z - 0.05)) * 10;
    const tilt = (value) => (Math.atan(clamp(value, -1.2, 1.2)) * 180) / Math.PI + (random() - 0.5) * 40;
    places.push([x, heightAt(x, z) + random() * 0.05, z, -tilt(fall), tilt(slope), random() * 90]);
  }
  return coins(places, size);
}

/** A cylinder round the y axis. */
export const post = (radius, half, round = 0.01) =>
  lathe(
    [
      [0, half],
      [radius, half],
      [radius, -half],
      [0, -half],
    ],
    round,
  );

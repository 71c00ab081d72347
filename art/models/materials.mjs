/** What people wear, carry and ride. */
export const MATERIALS = {
  cloak: { color: [0.05, 0.045, 0.06] },
  armour: { color: [0.17, 0.18, 0.2], gloss: 0.9 },
  leather: { color: [0.07, 0.045, 0.03] },
  skin: { color: [0.3, 0.19, 0.13] },
  steel: { color: [0.34, 0.37, 0.42], gloss: 1.6 },
  gold: { color: [0.5, 0.32, 0.1], gloss: 1.2 },
  wood: { color: [0.07, 0.045, 0.03] },
  horse: { color: [0.035, 0.028, 0.026] },
};

export const glowing = (color) => ({ color: [0, 0, 0], glow: color });

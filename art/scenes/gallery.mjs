import { bridge } from '#models/bridge.mjs';
import { greatGate } from '#lib/buildings.mjs';
import { attacker, defender, figures, knight, mage, ranger, rider } from '#models/crowd.mjs';
import { defineScene } from './define-scene.mjs';

// Near figures need little relief far away.
const DROPLETS = 120_000;
const GATE = { x: 2.6, z: 19 };

/** Four heroes on a rise, the waygate before them in the morning sun. */
export const atTheGate = defineScene({
  seed: 303,
  shadows: true,
  terrain: {
    droplets: DROPLETS,
    curve: 0.03,
    bend: 2,
    valleyWidth: 5.5,
    relief: 0.75,
    far: 0.2,
    spurs: [
      { ...GATE, radius: 6, height: 1.2 },
      { x: 0.2, z: 4.6, radius: 2.6, height: 1.75 },
    ],
    basins: [{ x: 12, z: 50, radiusX: 8, radiusZ: 32, floor: 0.2 }],
  },
  shots: { landscape: { x: 0, y: 2.45, z: 1.2, yaw: 0, focal: 1.2, shift: 0.1 } },
  buildings: [
    greatGate({ ...GATE, unit: 1.7 }),
    figures([
      { parts: knight(), x: -0.3, z: 4.3, size: 0.88, turn: 12 },
      { parts: mage(), x: -0.98, z: 4.8, size: 0.84, turn: 24 },
      { parts: ranger(), x: 0.34, z: 4.7, size: 0.82, turn: 4 },
      { parts: rider(), x: 1.3, z: 5.2, size: 0.78, turn: -24 },
    ]),
  ],
  lamps: [
    { x: GATE.x - 1.5, y: 2.6, z: 18, power: 0.5, size: 0.4, halo: 0.02, color: [1, 0.5, 0.18] },
    { x: GATE.x + 1.5, y: 2.6, z: 18, power: 0.5, size: 0.4, halo: 0.02, color: [1, 0.5, 0.18] },
  ],
  light: {
    direction: [0.12, 0.17, 1],
    color: [1, 0.62, 0.34],
    power: 2.6,
    disc: 0.03,
    discColor: [3, 2.2, 1.3],
  },
  sky: {
    zenith: [0.014, 0.035, 0.095],
    horizon: [0.24, 0.15, 0.12],
    halo: 0.36,
    cover: 0.38,
    offset: 2.3,
    cloud: [0.055, 0.045, 0.065],
    cloudLit: 0.55,
  },
  ambient: [0.08, 0.12, 0.23],
  building: { litWindows: 0.035 },
  ground: { roughness: 0.05 },
  fog: { density: 0.06, falloff: 0.6, haze: 0.012, color: [0.05, 0.055, 0.09], scatter: 0.22 },
  embers: { count: 26, rise: 0.7, color: [1, 0.7, 0.35] },
  film: { exposure: 1, saturation: 1.15, rays: 0.55 },
});

/** Two fighters on a bridge before the full moon. */
export const moonlitDuel = defineScene({
  seed: 21,
  shadows: true,
  terrain: {
    droplets: DROPLETS,
    valleyWidth: 7,
    relief: 1,
    basins: [{ x: 0, z: 14, radiusX: 9, radiusZ: 12, floor: -2 }],
  },
  shots: { landscape: { x: 0.04, y: 3.55, z: 2.5, yaw: 0, focal: 1.25, shift: 0.19 } },
  buildings: [
    bridge({ x: 0.2, z: 6.2, y: 3.3, unit: 1 }),
    figures([
      { parts: attacker(), x: -0.46, z: 6.1, y: 3.3, size: 1, turn: 82 },
      { parts: defender(), x: 0.56, z: 6.1, y: 3.3, size: 1, turn: -80 },
    ]),
  ],
  light: {
    direction: [0.02, 0.23, 1],
    color: [0.7, 0.84, 1],
    power: 2.4,
    disc: 0.19,
    discColor: [0.5, 0.54, 0.58],
  },
  sky: {
    zenith: [0.004, 0.01, 0.028],
    horizon: [0.05, 0.085, 0.14],
    halo: 0.16,
    cover: 0.4,
    offset: 5.1,
    cloud: [0.014, 0.024, 0.044],
    cloudLit: 0.4,
    stars: 0.14,
  },
  ambient: [0.06, 0.11, 0.22],
  water: { level: 0.1, color: [0.004, 0.009, 0.016], ripple: 0.05, glint: 3 },
  fog: { density: 0.09, falloff: 0.4, haze: 0.014, color: [0.03, 0.055, 0.095], scatter: 0.14 },
  embers: { count: 20, rise: 0.9, color: [0.7, 0.8, 1] },
  film: { exposure: 1.15, saturation: 1.15, rays: 0.3 },
});

import { castle, greatGate, tents } from '#lib/buildings.mjs';
import { challenger, figures, knight, lanternBearer, mage, rider } from '#models/crowd.mjs';
import { defineScene } from './define-scene.mjs';

const warmLamp = (x, y, z, power) => ({ x, y, z, power, size: 0.7, halo: 0.015, color: [1, 0.5, 0.18] });

/** The citadel seen close, in the last light. */
export const foundersWeek = defineScene({
  seed: 112,
  terrain: {
    far: 0.8,
    relief: 0.8,
    spurs: [
      { x: 1.2, z: 14, radius: 5, height: 3.4 },
      { x: -0.8, z: 8, radius: 1.7, height: 3.6 },
    ],
  },
  shots: { landscape: { x: 0, y: 3.9, z: 4.6, yaw: 0, focal: 1.3, shift: 0.2 } },
  buildings: [
    castle({ x: 1.2, z: 13.6, unit: 1.25 }),
    figures([
      { parts: knight(), x: -0.62, z: 7.9, size: 0.6, turn: 24 },
      { parts: mage([3, 1.4, 0.4]), x: -1.08, z: 8, size: 0.58, turn: 34 },
    ]),
  ],
  lamps: [warmLamp(1.2, 4.4, 11.6, 0.9), warmLamp(-0.6, 4.2, 12, 0.4), warmLamp(3, 4.2, 12, 0.4)],
  light: { direction: [-0.75, 0.22, -0.1], color: [1, 0.6, 0.36], power: 1.7, disc: 0, discColor: [0, 0, 0] },
  sky: {
    zenith: [0.02, 0.035, 0.09],
    horizon: [0.19, 0.11, 0.13],
    halo: 0.2,
    cover: 0.36,
    offset: 7.7,
    cloud: [0.06, 0.045, 0.075],
    cloudLit: 0.4,
  },
  ambient: [0.08, 0.1, 0.18],
  building: { wall: [0.16, 0.14, 0.13], litWindows: 0.16 },
  forest: { seeds: 40_000, treeLine: 5, cover: 0.4, height: 0.4, color: [0.05, 0.06, 0.045] },
  fog: { density: 0.05, falloff: 0.6, haze: 0.012, color: [0.075, 0.06, 0.085] },
  film: { exposure: 1.15, rays: 0 },
});

/** An aurora over a snowy peak and a still lake. */
export const lowPing = defineScene({
  seed: 141,
  terrain: {
    relief: 0.7,
    far: 0.5,
    peaks: [{ x: 6, z: 44, radius: 22, height: 17 }],
    basins: [{ x: 1, z: 15, radiusX: 12, radiusZ: 11, floor: -0.6 }],
  },
  shots: { landscape: { x: 0, y: 1.6, z: 2, yaw: 0.06, focal: 1.25, shift: 0.2 } },
  light: { direction: [-0.8, 0.5, -0.1], color: [0.6, 0.85, 1], power: 0.9, disc: 0, discColor: [0, 0, 0] },
  sky: {
    zenith: [0.003, 0.009, 0.022],
    horizon: [0.02, 0.05, 0.07],
    halo: 0.02,
    cover: 0.7,
    cloud: [0.01, 0.02, 0.03],
    cloudLit: 0.1,
    stars: 0.14,
    aurora: { low: [0.06, 0.55, 0.3], high: [0.16, 0.16, 0.45] },
  },
  ambient: [0.05, 0.13, 0.17],
  ground: { snowLine: [1, 3], roughness: 0.035 },
  water: { level: 0.1, color: [0.003, 0.009, 0.013], ripple: 0.012, glint: 0 },
  forest: { seeds: 50_000, treeLine: 3.6, cover: 0.4, height: 0.4, color: [0.03, 0.055, 0.055] },
  fog: { density: 0.035, falloff: 0.8, haze: 0.006, color: [0.014, 0.035, 0.045], scatter: 0.08 },
  film: { exposure: 1.3, rays: 0 },
});

/** A fortress in a thunderstorm. */
export const antiCheat = defineScene({
  seed: 163,
  terrain: {
    relief: 1.15,
    far: 0.9,
    spurs: [
      { x: 3.4, z: 19, radius: 4.2, height: 5.4 },
      { x: -0.9, z: 4.9, radius: 1.5, height: 3.1 },
    ],
  },
  shots: { landscape: { x: 0, y: 3.9, z: 2, yaw: 0, focal: 1.3, shift: 0.2 } },
  buildings: [
    castle({ x: 3.4, z: 18.6, unit: 1.2 }),
    figures([{ parts: knight(), x: -0.75, z: 4.8, size: 0.82, turn: 24 }]),
  ],
  lamps: [warmLamp(3.4, 6.4, 16.6, 0.5)],
  light: { direction: [-0.42, 0.32, 0.8], color: [0.72, 0.8, 1], power: 1.5, disc: 0, discColor: [0, 0, 0] },
  sky: {
    zenith: [0.012, 0.017, 0.03],
    horizon: [0.045, 0.06, 0.085],
    halo: 0.12,
    cover: 0.12,
    offset: 4.4,
    swirl: 1.1,
    cloud: [0.022, 0.03, 0.046],
    cloudLit: 0.16,
    flashes: [{ direction: [-0.4, 0.3, 0.85], tightness: 26, color: [0.3, 0.34, 0.54] }],
    bolts: [{ from: [-0.36, 0.5, 0.9], to: [-0.47, 0.1, 0.9], color: [0.75, 0.8, 1.2] }],
  },
  ambient: [0.06, 0.085, 0.14],
  forest: { seeds: 50_000, treeLine: 4.5, cover: 0.4, height: 0.38, color: [0.035, 0.05, 0.05] },
  fog: { density: 0.07, falloff: 0.5, haze: 0.014, color: [0.032, 0.045, 0.068], scatter: 0.12 },
  film: { exposure: 1.2, saturation: 1.1, rays: 0.2 },
});

// Across, away from the camera, and where they turn to.
const PROCESSION = [
  [-1.25, 4.9, 40],
  [-0.8, 5.2, 34],
  [-0.3, 5.4, 40],
  [0.25, 5.5, 46],
];

/** A wintry camp below a snowy peak. */
export const seasonalEvent = defineScene({
  seed: 187,
  terrain: {
    relief: 0.8,
    far: 0.6,
    peaks: [{ x: -7, z: 40, radius: 20, height: 19 }],
    basins: [{ x: 3, z: 10.5, radiusX: 5, radiusZ: 4, floor: 1 }],
    spurs: [{ x: -0.5, z: 5.4, radius: 2.4, height: 1.75 }],
  },
  shots: { landscape: { x: 0, y: 2.6, z: 2, yaw: 0, focal: 1.25, shift: 0.16 } },
  buildings: [
    tents([
      { x: 1.6, z: 10, size: 0.8 },
      { x: 3, z: 11.6, size: 0.95 },
      { x: 4.6, z: 10.2, size: 0.75 },
      { x: 3.9, z: 8.6, size: 0.6 },
      { x: 0.4, z: 12.4, size: 0.7 },
      { x: 5.8, z: 12.4, size: 0.8 },
    ]),
    figures(PROCESSION.map(([x, z, turn]) => ({ parts: lanternBearer(), x, z, size: 0.5, turn }))),
  ],
  lamps: [
    { x: 3, z: 9.8, above: 0.25, power: 1, size: 0.3, halo: 0.05, color: [1, 0.48, 0.16] },
    ...PROCESSION.map(([x, z]) => ({
      x: x + 0.12,
      z: z + 0.15,
      above: 0.5,
      power: 0.05,
      size: 0.16,
      halo: 0.02,
      color: [1, 0.5, 0.18],
    })),
  ],
  light: { direction: [0.6, 0.35, -0.3], color: [1, 0.72, 0.62], power: 1.2, disc: 0, discColor: [0, 0, 0] },
  sky: {
    zenith: [0.02, 0.035, 0.095],
    horizon: [0.14, 0.1, 0.16],
    halo: 0.1,
    cover: 0.5,
    offset: 1.2,
    cloud: [0.05, 0.05, 0.08],
    cloudLit: 0.3,
    stars: 0.05,
  },
  ambient: [0.08, 0.12, 0.24],
  ground: { snowLine: [-1, 0.6], snow: [0.6, 0.64, 0.74], roughness: 0.035 },
  building: { clothGlow: 0.55 },
  forest: { seeds: 60_000, treeLine: 6, cover: 0.4, height: 0.45, color: [0.05, 0.065, 0.07] },
  fog: { density: 0.05, falloff: 0.7, haze: 0.008, color: [0.06, 0.065, 0.11] },
  embers: { count: 150, rise: 1, color: [0.5, 0.55, 0.65] },
  film: { exposure: 1, rays: 0 },
});

/** Down in a lava gorge. */
export const dungeonRuns = defineScene({
  seed: 204,
  terrain: {
    curve: 4.4,
    bend: 0.7,
    relief: 1.5,
    far: 1,
    valleyWidth: 2.6,
    maxSlope: 2.2,
    channel: { width: 1.1, floor: -0.5, bank: 0.9 },
    spurs: [{ x: -3.3, z: 5.2, radius: 1.5, height: 2.6 }],
  },
  shots: { landscape: { x: -2.2, y: 2.6, z: 2, yaw: 0, focal: 1.2, shift: 0.05 } },
  buildings: [
    figures([
      { parts: challenger(), x: -3.56, z: 5.2, size: 0.62, turn: 34 },
      { parts: mage([0.5, 1.4, 3.4]), x: -4, z: 5.2, size: 0.6, turn: 44 },
    ]),
  ],
  light: { direction: [-0.3, 0.5, 0.8], color: [0.6, 0.42, 0.5], power: 0.5, disc: 0, discColor: [0, 0, 0] },
  sky: {
    zenith: [0.006, 0.008, 0.016],
    horizon: [0.05, 0.025, 0.03],
    halo: 0.1,
    cover: 0.3,
    cloud: [0.016, 0.014, 0.02],
    cloudLit: 0.16,
  },
  ambient: [0.03, 0.036, 0.065],
  ground: { rock: [0.06, 0.055, 0.06], grass: [0.04, 0.036, 0.04], snowLine: [90, 100], roughness: 0.2 },
  lava: { level: 0.1, color: [1, 0.3, 0.055], brightness: 3.2, glow: 18, falloff: 0.55 },
  fog: { density: 0.04, falloff: 0.5, haze: 0.012, color: [0.03, 0.014, 0.015], scatter: 0.1 },
  embers: { count: 160, rise: 0.9, color: [1, 0.4, 0.1] },
  film: { exposure: 1.15, rays: 0.2, lift: [0.004, 0.003, 0.006] },
});

/** Dawn over a wooded valley with the waygate far ahead. */
export const launch = defineScene({
  seed: 229,
  terrain: {
    relief: 0.85,
    far: 0.8,
    valleyWidth: 8,
    basins: [{ x: 0, z: 20, radiusX: 5, radiusZ: 10, floor: -0.5 }],
    spurs: [{ x: -0.9, z: 5.2, radius: 1.5, height: 4.2 }],
  },
  shots: { landscape: { x: 0, y: 5, z: 1.5, yaw: -0.05, focal: 1.2, shift: 0.02 } },
  buildings: [
    greatGate({ x: 0.5, z: 34, unit: 1.4 }),
    figures([{ parts: rider(), x: -0.75, z: 5, size: 0.62, turn: 24 }]),
  ],
  light: {
    direction: [-0.32, 0.16, 1],
    color: [1, 0.68, 0.4],
    power: 2.6,
    disc: 0.03,
    discColor: [3, 2.3, 1.5],
  },
  sky: {
    zenith: [0.03, 0.07, 0.17],
    horizon: [0.3, 0.22, 0.19],
    halo: 0.35,
    cover: 0.4,
    offset: 6.1,
    cloud: [0.1, 0.09, 0.12],
    cloudLit: 0.55,
  },
  ambient: [0.1, 0.14, 0.2],
  building: { litWindows: 0.05 },
  water: { level: 0.1, color: [0.006, 0.012, 0.016], ripple: 0.04, glint: 1.6 },
  forest: { seeds: 70_000, treeLine: 5.5, cover: 0.5, height: 0.36, color: [0.05, 0.065, 0.035] },
  fog: { density: 0.07, falloff: 0.6, haze: 0.009, color: [0.06, 0.068, 0.11], scatter: 0.2 },
  film: { exposure: 0.95, saturation: 1.4, rays: 0.45 },
});

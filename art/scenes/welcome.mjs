import { castle } from '#lib/buildings.mjs';
import { figures, rider } from '#models/crowd.mjs';
import { defineScene } from './define-scene.mjs';

const CITADEL = { x: 8.2, z: 24 };

/** A citadel on its rock before the moon, above a lake. */
export const welcome = defineScene({
  seed: 21,
  terrain: {
    spurs: [
      { ...CITADEL, radius: 4.6, height: 5 },
      { x: 2.1, z: 6.8, radius: 1.5, height: 3.4 },
    ],
    basins: [{ x: 1.5, z: 19, radiusX: 6, radiusZ: 9, floor: -0.6 }],
  },
  shots: {
    landscape: {
      x: -1,
      y: 4.3,
      z: 1.5,
      yaw: 0.02,
      focal: 1.18,
      shift: 0.06,
      pines: [
        { from: -0.03, to: 0.09, count: 7, low: 0.25, high: 0.55 },
        { from: 0.92, to: 1.04, count: 7, low: 0.25, high: 0.5 },
        { from: 0, to: 1, count: 16, low: 0.05, high: 0.13 },
      ],
    },
    portrait: {
      x: -1,
      y: 4.3,
      z: 1.5,
      yaw: 0.33,
      focal: 1.9,
      shift: 0.05,
      pines: [
        { from: -0.06, to: 0.2, count: 5, low: 0.1, high: 0.26 },
        { from: 0.82, to: 1.08, count: 5, low: 0.1, high: 0.3 },
        { from: 0, to: 1, count: 8, low: 0.04, high: 0.08 },
      ],
    },
  },
  buildings: [
    castle({ x: CITADEL.x, z: CITADEL.z - 0.4, unit: 1.35 }),
    figures([{ parts: rider(), x: 2.05, z: 6.6, size: 0.6, turn: -62 }]),
  ],
  lamps: [{ x: CITADEL.x, y: 6.2, z: 21.4, power: 1.1, size: 0.9, halo: 0.012, color: [1, 0.5, 0.18] }],
  light: {
    direction: [0.4, 0.3, 1],
    color: [0.74, 0.86, 1],
    power: 2.2,
    disc: 0.05,
    discColor: [0.42, 0.45, 0.47],
  },
  sky: {
    zenith: [0.003, 0.008, 0.022],
    horizon: [0.04, 0.068, 0.11],
    halo: 0.1,
    cover: 0.42,
    offset: 5.1,
    cloud: [0.012, 0.02, 0.036],
    cloudLit: 0.34,
    stars: 0.16,
  },
  ambient: [0.05, 0.1, 0.2],
  water: { level: 0.12, color: [0.004, 0.009, 0.016], ripple: 0.05, glint: 3 },
  forest: { seeds: 60_000, treeLine: 5, cover: 0.45, height: 0.34, color: [0.022, 0.036, 0.036] },
  fog: { density: 0.06, falloff: 0.66, haze: 0.01, color: [0.018, 0.036, 0.064], scatter: 0.1 },
  embers: { count: 40, rise: 0.7, color: [1, 0.52, 0.18] },
  film: { exposure: 1.2, saturation: 1.18, rays: 0.35 },
});

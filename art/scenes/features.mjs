import { greatGate } from '#lib/buildings.mjs';
import { defineScene } from './define-scene.mjs';

const GATE = { x: 7.5, z: 21 };

/** The waygate across a mountain pass, the sun rising between its towers. */
export const features = defineScene({
  seed: 303,
  terrain: {
    curve: 0.03,
    bend: 2,
    valleyWidth: 5.5,
    relief: 0.75,
    far: 0.2,
    spurs: [{ ...GATE, radius: 6, height: 1.2 }],
    basins: [{ x: 17, z: 50, radiusX: 8, radiusZ: 32, floor: 0.2 }],
  },
  shots: {
    landscape: {
      x: 0,
      y: 2.5,
      z: 1.5,
      yaw: 0,
      focal: 1.18,
      shift: 0.14,
      pines: [
        { from: -0.03, to: 0.07, count: 6, low: 0.2, high: 0.5 },
        { from: 0.94, to: 1.04, count: 6, low: 0.2, high: 0.42 },
        { from: 0, to: 1, count: 12, low: 0.04, high: 0.1 },
      ],
    },
    portrait: {
      x: 0,
      y: 2.5,
      z: 1.5,
      yaw: 0.35,
      focal: 1.7,
      shift: 0.2,
      pines: [
        { from: -0.06, to: 0.2, count: 5, low: 0.1, high: 0.22 },
        { from: 0.82, to: 1.08, count: 5, low: 0.1, high: 0.26 },
      ],
    },
  },
  buildings: [greatGate({ ...GATE, unit: 1.8 })],
  lamps: [
    { x: GATE.x - 1.5, y: 2.6, z: 20, power: 0.5, size: 0.4, halo: 0.02, color: [1, 0.5, 0.18] },
    { x: GATE.x + 1.5, y: 2.6, z: 20, power: 0.5, size: 0.4, halo: 0.02, color: [1, 0.5, 0.18] },
  ],
  light: {
    direction: [0.385, 0.2, 1],
    color: [1, 0.62, 0.34],
    power: 2.4,
    disc: 0.03,
    discColor: [3, 2.2, 1.3],
  },
  sky: {
    zenith: [0.012, 0.03, 0.085],
    horizon: [0.2, 0.13, 0.12],
    halo: 0.3,
    cover: 0.38,
    offset: 2.3,
    cloud: [0.045, 0.04, 0.06],
    cloudLit: 0.5,
    stars: 0,
  },
  ambient: [0.08, 0.12, 0.23],
  building: { litWindows: 0.035 },
  forest: { seeds: 60_000, treeLine: 5.5, cover: 0.45, height: 0.36, color: [0.03, 0.038, 0.034] },
  fog: { density: 0.055, falloff: 0.6, haze: 0.011, color: [0.042, 0.05, 0.088], scatter: 0.17 },
  embers: { count: 26, rise: 0.7, color: [1, 0.7, 0.35] },
  film: { exposure: 0.95, saturation: 1.15, rays: 0.55 },
});

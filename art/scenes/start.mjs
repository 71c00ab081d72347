import { castle } from '#lib/buildings.mjs';
import { defineScene } from './define-scene.mjs';

const FORGE = { x: 6.5, z: 24 };

/** A forge-keep of black stone over a river of lava. */
export const start = defineScene({
  seed: 402,
  terrain: {
    curve: 5.2,
    relief: 1.1,
    far: 1.1,
    valleyWidth: 6,
    maxSlope: 1.7,
    spurs: [{ ...FORGE, radius: 4.2, height: 4.4 }],
    channel: { width: 1.25, floor: -0.5, bank: 1 },
  },
  shots: {
    landscape: { x: -3.6, y: 4.6, z: 1.5, yaw: 0.02, focal: 1.18, shift: 0.04 },
    portrait: { x: 3.2, y: 4.8, z: 1.5, yaw: 0.06, focal: 1.75, shift: 0.06 },
  },
  buildings: [castle({ ...FORGE, unit: 1.35 })],
  lamps: [{ x: FORGE.x, y: 5.6, z: 21.2, power: 4, size: 1.4, halo: 0.008, color: [1, 0.36, 0.09] }],
  light: { direction: [0.38, 0.2, 1], color: [1, 0.36, 0.14], power: 0.9, disc: 0, discColor: [0, 0, 0] },
  sky: {
    zenith: [0.003, 0.007, 0.014],
    horizon: [0.032, 0.014, 0.018],
    halo: 0.1,
    cover: 0.28,
    offset: 9.1,
    cloud: [0.014, 0.012, 0.016],
    cloudLit: 0.1,
    swirl: 0.9,
    flashes: [{ direction: [0.42, 0.12, 0.9], tightness: 14, color: [0.16, 0.045, 0.012] }],
  },
  ambient: [0.04, 0.05, 0.085],
  ground: {
    rock: [0.055, 0.05, 0.052],
    grass: [0.04, 0.035, 0.036],
    snow: [0.1, 0.1, 0.1],
    snowLine: [90, 100],
    roughness: 0.16,
  },
  building: { wall: [0.06, 0.055, 0.055], roof: [0.03, 0.02, 0.02], litWindows: 0.24 },
  lava: { level: 0.1, color: [1, 0.3, 0.055], brightness: 2.2, glow: 20, falloff: 0.6 },
  fog: { density: 0.035, falloff: 0.6, haze: 0.009, color: [0.03, 0.018, 0.026], scatter: 0.1 },
  embers: { count: 140, rise: 0.9, color: [1, 0.4, 0.1] },
  film: { exposure: 1.1, saturation: 1.08, rays: 0.3, lift: [0.004, 0.003, 0.006] },
});

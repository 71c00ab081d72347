import { bridge } from '#models/bridge.mjs';
import { dragon } from '#models/dragon.mjs';
import { castle, greatGate, tents } from '#lib/buildings.mjs';
import {
  attacker,
  bonfire,
  challenger,
  defender,
  figures,
  knight,
  mage,
  ranger,
  rider,
  sitter,
} from '#models/crowd.mjs';
import { horse } from '#models/horse.mjs';
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

const KEEP = { x: 5.6, z: 19 };
const blaze = (dx, y, power) => ({
  x: KEEP.x + dx,
  y,
  z: KEEP.z - 2.6,
  power,
  size: 0.6,
  halo: 0.02,
  color: [1, 0.36, 0.09],
});

/** A dragon over a burning keep, and three who stand against it. */
export const emberWyrm = defineScene({
  seed: 112,
  shadows: true,
  terrain: {
    droplets: DROPLETS,
    curve: 0.2,
    valleyWidth: 8,
    relief: 0.75,
    far: 0.6,
    spurs: [
      { ...KEEP, radius: 4.6, height: 3 },
      { x: -0.5, z: 4.4, radius: 2.4, height: 1.82 },
    ],
  },
  shots: { landscape: { x: 0, y: 2.5, z: 1.2, yaw: 0, focal: 1.2, shift: 0.2 } },
  buildings: [
    castle({ x: KEEP.x, z: KEEP.z - 0.4, unit: 1.1 }),
    figures([
      { parts: challenger(), x: -0.62, z: 4, size: 0.86, turn: 14 },
      { parts: mage([3, 1, 0.3]), x: -1.36, z: 4.4, size: 0.8, turn: 30 },
      { parts: ranger(), x: 0.02, z: 4.5, size: 0.78, turn: 6 },
      { parts: dragon(), x: 0.9, z: 9.2, y: 5.1, size: 1.75, turn: 214 },
    ]),
  ],
  lamps: [blaze(0, 5.2, 3), blaze(-1.4, 4.2, 2), blaze(1.4, 4.4, 2)],
  light: {
    direction: [0.08, 0.24, 1],
    color: [1, 0.44, 0.2],
    power: 2.2,
    disc: 0,
    discColor: [0, 0, 0],
  },
  sky: {
    zenith: [0.01, 0.013, 0.03],
    horizon: [0.24, 0.075, 0.04],
    halo: 0.62,
    cover: 0.3,
    offset: 7.7,
    swirl: 1,
    cloud: [0.05, 0.026, 0.03],
    cloudLit: 0.6,
  },
  ambient: [0.06, 0.055, 0.085],
  ground: { rock: [0.06, 0.055, 0.06], grass: [0.04, 0.036, 0.04], snowLine: [90, 100], roughness: 0.07 },
  building: { litWindows: 0.3 },
  fog: { density: 0.06, falloff: 0.5, haze: 0.012, color: [0.06, 0.028, 0.024], scatter: 0.26 },
  embers: { count: 150, rise: 1, color: [1, 0.42, 0.12] },
  film: { exposure: 1.05, saturation: 1.12, rays: 0.5 },
});

const FIRE = { x: 0.5, z: 5.6 };

/** A party at its fire below the stars, a lit keep across the water. */
export const atTheFire = defineScene({
  seed: 505,
  shadows: true,
  terrain: {
    droplets: DROPLETS,
    curve: 0.9,
    valleyWidth: 9,
    relief: 0.8,
    spurs: [{ x: 5.2, z: 22, radius: 3.6, height: 1.8 }],
    basins: [
      { x: 1.5, z: 15, radiusX: 9, radiusZ: 7, floor: -0.5 },
      { ...FIRE, radiusX: 4, radiusZ: 2.4, floor: 0.55 },
    ],
  },
  shots: { landscape: { x: 0, y: 1.36, z: 2.2, yaw: 0.04, focal: 1.25, shift: 0.06 } },
  buildings: [
    castle({ x: 5.2, z: 21.6, unit: 0.9 }),
    tents([
      { x: -2.4, z: 8.6, size: 0.95 },
      { x: -3.7, z: 9.6, size: 0.85 },
    ]),
    figures([
      { parts: bonfire(), ...FIRE, size: 0.62, turn: 0 },
      { parts: sitter(), x: FIRE.x - 0.5, z: FIRE.z - 0.72, size: 0.84, turn: 24 },
      {
        parts: sitter({ headgear: 'hair', cloak: { color: [0.13, 0.012, 0.012] } }),
        x: FIRE.x + 0.42,
        z: FIRE.z - 0.78,
        size: 0.86,
        turn: -22,
      },
      { parts: sitter(), x: FIRE.x - 1.02, z: FIRE.z + 0.12, size: 0.82, turn: 86 },
      { parts: mage([0.5, 1.4, 3.4]), x: FIRE.x + 1.12, z: FIRE.z + 0.3, size: 0.86, turn: -66 },
      { parts: ranger(), x: FIRE.x + 0.1, z: FIRE.z + 1.1, size: 0.84, turn: 168 },
      { parts: horse(), x: FIRE.x - 1.9, z: FIRE.z + 1.15, size: 0.8, turn: 70 },
    ]),
  ],
  lamps: [
    { ...FIRE, above: 0.26, power: 0.75, size: 0.25, halo: 0.06, casts: true, color: [1, 0.46, 0.14] },
    { x: 5.2, y: 3.4, z: 19.4, power: 0.7, size: 0.6, halo: 0.01, color: [1, 0.5, 0.18] },
    { x: -2.4, z: 7.8, above: 0.3, power: 0.2, size: 0.2, halo: 0.015, color: [1, 0.5, 0.18] },
  ],
  light: { direction: [-0.7, 0.5, 0.5], color: [0.55, 0.7, 1], power: 0.7, disc: 0, discColor: [0, 0, 0] },
  sky: {
    zenith: [0.004, 0.009, 0.026],
    horizon: [0.03, 0.05, 0.095],
    halo: 0.04,
    cover: 0.6,
    offset: 3.7,
    cloud: [0.012, 0.018, 0.034],
    cloudLit: 0.12,
    stars: 0.22,
    milkyWay: [0.75, 0.45, -0.35],
    milkyWayColor: [0.05, 0.055, 0.085],
  },
  ambient: [0.05, 0.08, 0.16],
  building: { clothGlow: 0.45, litWindows: 0.3 },
  ground: { roughness: 0.05 },
  water: { level: 0.1, color: [0.004, 0.008, 0.015], ripple: 0.03, glint: 0.4 },
  forest: { seeds: 40_000, treeLine: 4.5, cover: 0.4, height: 0.4, color: [0.035, 0.055, 0.05] },
  fog: { density: 0.035, falloff: 0.75, haze: 0.008, color: [0.018, 0.03, 0.06], scatter: 0.1 },
  embers: { count: 40, rise: 0.5, color: [1, 0.52, 0.18] },
  film: { exposure: 1.3, saturation: 1.15, rays: 0 },
});

import { bridge } from '#models/bridge.mjs';
import { greatGate, tents } from '#lib/buildings.mjs';
import { attacker, defender, figures, guard, knight, mage, ranger, rider, sitter } from '#models/crowd.mjs';
import { bonfire } from '#models/gear.mjs';
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

const FIRE = { x: 0.2, z: 4.4 };

/** A party by its fire, a guard standing watch. */
export const nightCamp = defineScene({
  seed: 505,
  shadows: true,
  terrain: {
    droplets: DROPLETS,
    curve: 0.9,
    valleyWidth: 9,
    relief: 0.8,
    basins: [
      { x: -0.5, z: 14, radiusX: 9, radiusZ: 8, floor: -0.5 },
      { x: 0, z: 4.2, radiusX: 6, radiusZ: 4.2, floor: 0.6 },
    ],
  },
  shots: {
    landscape: {
      x: 0,
      y: 1.15,
      z: 1,
      yaw: 0.02,
      focal: 1.45,
      shift: 0.09,
      pines: [
        { from: -0.03, to: 0.06, count: 6, low: 0.3, high: 0.75 },
        { from: 0.95, to: 1.04, count: 6, low: 0.3, high: 0.7 },
      ],
    },
  },
  buildings: [
    tents([
      { x: 3.5, z: 8.4, size: 1.5 },
      { x: -3.7, z: 8.6, size: 1.5 },
    ]),
    figures([
      { parts: bonfire(), ...FIRE, size: 1, turn: 0 },
      { parts: sitter(), x: -0.55, z: 4.5, size: 0.82, turn: 95 },
      { parts: sitter({ cloak: { color: [0.12, 0.012, 0.012] } }), x: 0.12, z: 5.1, size: 0.82, turn: 182 },
      {
        parts: sitter({ headgear: 'hat', cloak: { color: [0.016, 0.035, 0.085] } }),
        x: 0.92,
        z: 4.5,
        size: 0.82,
        turn: 268,
      },
      { parts: guard(), x: -1.35, z: 4.9, size: 0.84, turn: 120 },
      { parts: ranger({ cloak: { color: [0.022, 0.036, 0.02] } }), x: 1.5, z: 4.9, size: 0.82, turn: 225 },
    ]),
  ],
  lamps: [
    { ...FIRE, above: 0.3, power: 0.75, size: 0.25, halo: 0.04, casts: true, color: [1, 0.46, 0.14] },
    { x: 3.5, z: 7.5, above: 0.3, power: 0.1, size: 0.3, halo: 0.02, color: [1, 0.5, 0.18] },
    { x: -3.7, z: 7.7, above: 0.3, power: 0.1, size: 0.3, halo: 0.02, color: [1, 0.5, 0.18] },
  ],
  light: { direction: [-0.7, 0.5, 0.5], color: [0.55, 0.7, 1], power: 0.6, disc: 0, discColor: [0, 0, 0] },
  sky: {
    zenith: [0.004, 0.009, 0.026],
    horizon: [0.03, 0.045, 0.085],
    halo: 0.035,
    cover: 0.62,
    offset: 3.7,
    cloud: [0.012, 0.018, 0.034],
    cloudLit: 0.12,
    stars: 0.22,
    milkyWay: [0.75, 0.45, -0.35],
    milkyWayColor: [0.05, 0.055, 0.085],
  },
  ambient: [0.05, 0.08, 0.16],
  ground: { roughness: 0.03 },
  building: { clothGlow: 0.35 },
  water: { level: 0.1, color: [0.004, 0.008, 0.015], ripple: 0.03, glint: 0.4 },
  fog: { density: 0.032, falloff: 0.75, haze: 0.008, color: [0.016, 0.028, 0.055], scatter: 0.1 },
  embers: { count: 60, rise: 0.6, color: [1, 0.52, 0.18] },
  film: { exposure: 1.3, saturation: 1.15, rays: 0 },
});

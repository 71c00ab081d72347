import { campfires, tents } from '#lib/buildings.mjs';
import { createRandom } from '#lib/noise.mjs';
import { figures, knight, lanternBearer, mage, ranger, sitter } from '#models/crowd.mjs';
import { defineScene } from './define-scene.mjs';

const CAMP = { x: 5.4, z: 14 };

const random = createRandom(4);
const around = (count, near, far) =>
  Array.from({ length: count }, (_, k) => {
    const angle = (k / count) * 2 * Math.PI + random() * 0.5;
    const distance = near + (far - near) * random();
    return {
      x: CAMP.x + Math.cos(angle) * distance * 1.2,
      z: CAMP.z + Math.sin(angle) * distance,
      size: 0.5 + 0.3 * random(),
    };
  });
const TENTS = [...around(6, 1.2, 1.6), ...around(9, 2, 2.8)];

const FIRES = [
  { x: CAMP.x - 0.2, z: CAMP.z - 0.5, size: 1.3, power: 1.7 },
  { x: CAMP.x - 1.7, z: CAMP.z - 1.5, size: 0.8, power: 0.5 },
  { x: CAMP.x + 1.9, z: CAMP.z - 1.3, size: 0.9, power: 0.6 },
];

/** A circle of people round the first fire, and some on their way between the tents. */
const PEOPLE = [
  ...[30, 100, 160, 215, 330].map((angle) => {
    const [dx, dz] = [Math.cos((angle * Math.PI) / 180) * 0.62, Math.sin((angle * Math.PI) / 180) * 0.62];
    const turn = (Math.atan2(-dx, -dz) * 180) / Math.PI;
    return { parts: sitter(), x: FIRES[0].x + dx, z: FIRES[0].z + dz, size: 0.46, turn };
  }),
  { parts: mage(), x: FIRES[0].x + 0.85, z: FIRES[0].z + 0.3, size: 0.5, turn: -100 },
  { parts: knight(), x: FIRES[1].x + 0.4, z: FIRES[1].z - 0.1, size: 0.5, turn: -70 },
  { parts: ranger(), x: FIRES[1].x - 0.4, z: FIRES[1].z + 0.15, size: 0.5, turn: 100 },
  { parts: lanternBearer(), x: FIRES[2].x - 0.75, z: FIRES[2].z - 0.5, size: 0.48, turn: 60 },
  { parts: knight(), x: FIRES[2].x + 0.4, z: FIRES[2].z, size: 0.5, turn: -90 },
];

const fireLight = ({ x, z, power }) => ({
  x,
  z,
  above: 0.24,
  power,
  size: 0.28,
  halo: 0.035,
  color: [1, 0.46, 0.14],
});
const lantern = ({ x, z, size }) => ({
  x,
  z: z - size * 0.75,
  above: 0.2,
  power: 0.16,
  size: 0.2,
  halo: 0.018,
  color: [1, 0.5, 0.18],
});

/** A camp of lit pavilions by a lake under the stars. */
export const community = defineScene({
  seed: 505,
  terrain: {
    curve: 0.9,
    valleyWidth: 9,
    relief: 0.8,
    basins: [
      { x: -0.5, z: 12, radiusX: 7, radiusZ: 9, floor: -0.5 },
      { ...CAMP, radiusX: 4.6, radiusZ: 4.2, floor: 0.55 },
    ],
  },
  shots: {
    landscape: {
      x: 0,
      y: 3.1,
      z: 2,
      yaw: 0.02,
      focal: 1.18,
      shift: 0.14,
      pines: [
        { from: -0.03, to: 0.08, count: 7, low: 0.25, high: 0.6 },
        { from: 0.93, to: 1.04, count: 6, low: 0.2, high: 0.5 },
        { from: 0, to: 1, count: 12, low: 0.04, high: 0.1 },
      ],
    },
    portrait: {
      x: 0,
      y: 3.1,
      z: 2,
      yaw: 0.36,
      focal: 1.75,
      shift: 0.35,
      pines: [
        { from: -0.06, to: 0.18, count: 5, low: 0.12, high: 0.3 },
        { from: 0.84, to: 1.08, count: 5, low: 0.12, high: 0.3 },
      ],
    },
  },
  buildings: [tents(TENTS), campfires(FIRES), figures(PEOPLE)],
  lamps: [...FIRES.map(fireLight), ...TENTS.map(lantern)],
  light: { direction: [-0.7, 0.5, 0.5], color: [0.55, 0.7, 1], power: 0.5, disc: 0, discColor: [0, 0, 0] },
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
  ambient: [0.045, 0.075, 0.15],
  building: { clothGlow: 0.5 },
  water: { level: 0.1, color: [0.004, 0.008, 0.015], ripple: 0.03, glint: 0.4 },
  forest: { seeds: 60_000, treeLine: 4.5, cover: 0.4, height: 0.4, color: [0.035, 0.055, 0.05] },
  fog: { density: 0.032, falloff: 0.75, haze: 0.008, color: [0.016, 0.028, 0.055], scatter: 0.1 },
  embers: { count: 34, rise: 0.5, color: [1, 0.52, 0.18] },
  film: { exposure: 1.3, saturation: 1.15, rays: 0 },
});

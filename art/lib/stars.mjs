import { hashCell, smoothstep } from './numbers.mjs';

const STAR_CELL = 0.021;
const STAR_RADIUS = 0.00085;

/** @returns a function that adds stars and the Milky Way to `out`, as far as the sky is clear. */
export function createStars({ sky }, { fbm }) {
  return function paintStars(x, y, z, clear, out) {
    const azimuth = Math.atan2(x, z);
    const elevation = Math.asin(y);
    const band = milkyWay(x, y, z);
    for (let c = 0; c < 3; c++) out[c] += band * sky.milkyWayColor[c] * clear;
    const width = STAR_CELL / Math.cos(elevation);
    const column = Math.floor(azimuth / width);
    const row = Math.floor(elevation / STAR_CELL);
    const chance = hashCell(column, row);
    if (chance > sky.stars * (0.3 + band * 2)) return;
    const size = hashCell(column + 911, row);
    const radius = STAR_RADIUS * (0.75 + 0.8 * size * size);
    const offU = (azimuth - (column + 0.2 + 0.6 * hashCell(column, row + 313)) * width) * Math.cos(elevation);
    const offV = elevation - (row + 0.2 + 0.6 * hashCell(column + 57, row + 57)) * STAR_CELL;
    const glow = Math.exp(-(offU * offU + offV * offV) / (radius * radius));
    const brightness = glow * (0.1 + 1.5 * Math.pow(size, 5)) * clear * smoothstep(0.02, 0.25, y);
    const warmth = hashCell(column, row + 77);
    out[0] += brightness * (0.8 + 0.3 * warmth);
    out[1] += brightness * 0.92;
    out[2] += brightness * (1.15 - 0.25 * warmth);
  };

  function milkyWay(x, y, z) {
    if (!sky.milkyWay) return 0;
    const across = x * sky.milkyWay[0] + y * sky.milkyWay[1] + z * sky.milkyWay[2];
    const core = Math.exp(-across * across * 26);
    if (core < 0.01) return 0;
    const dust = smoothstep(-0.25, 0.4, fbm(x * 4 + y * 3, z * 4 - y * 2, 6) + across * 0.6);
    return core * (0.25 + 0.75 * dust) * (0.75 + 0.5 * fbm(x * 2.2 + 8, y * 2.2, 3));
  }
}

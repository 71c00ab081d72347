import { readGrid, smoothstep } from './numbers.mjs';

const REACHES = [-1.6, -0.8, 0.8, 1.6];

/**
 * Takes the stairs out of edges that were traced with one sample a pixel: each pixel on an edge becomes the mean of
 * its neighbours along it, which looks like the stroke of a brush.
 * @param {Buffer} bytes width × height pixels of 8-bit RGB @returns {Buffer}
 */
export function smoothEdges(bytes, width, height) {
  const size = Math.max(width, height);
  const channels = [0, 1, 2].map((c) => spread(bytes, c, { width, height, size }));
  const light = new Float32Array(size * size);
  for (let i = 0; i < light.length; i++)
    light[i] = 0.3 * channels[0][i] + 0.59 * channels[1][i] + 0.11 * channels[2][i];
  const smoothed = Buffer.from(bytes);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const o = y * size + x;
      const across =
        light[o + 1] -
        light[o - 1] +
        0.5 * (light[o + size + 1] - light[o + size - 1] + light[o - size + 1] - light[o - size - 1]);
      const down =
        light[o + size] -
        light[o - size] +
        0.5 * (light[o + size + 1] - light[o - size + 1] + light[o + size - 1] - light[o - size - 1]);
      const slope = Math.hypot(across, down);
      const share = smoothstep(14, 46, slope);
      if (share === 0) continue;
      for (let c = 0; c < 3; c++) {
        let sum = channels[c][o];
        for (const reach of REACHES)
          sum += readGrid(channels[c], size, x - (down / slope) * reach, y + (across / slope) * reach);
        smoothed[(y * width + x) * 3 + c] = channels[c][o] + share * (sum / 5 - channels[c][o]);
      }
    }
  }
  return smoothed;
}

function spread(bytes, channel, { width, height, size }) {
  const plane = new Float32Array(size * size);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) plane[y * size + x] = bytes[(y * width + x) * 3 + channel];
  return plane;
}

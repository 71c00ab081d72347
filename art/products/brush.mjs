import { filmCurve } from '#lib/film.mjs';
import { clamp, mix } from '#lib/numbers.mjs';

/**
 * Paints over a picture with a small brush (Kuwahara's filter): each pixel takes the mean of the calmest of the four
 * squares beside it, so that edges stay sharp while surfaces fall into strokes.
 * @param image linear RGB and coverage, the colour multiplied by it
 */
export function paintOver(image, size, radius) {
  const painted = new Float32Array(image.length);
  const tone = new Float32Array(size * size);
  for (let i = 0; i < tone.length; i++)
    tone[i] =
      Math.sqrt(0.3 * image[i * 4] + 0.59 * image[i * 4 + 1] + 0.11 * image[i * 4 + 2]) + image[i * 4 + 3];
  const sums = prefixSums(image, tone, size);
  const quarter = new Float64Array(7);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      let calmest = Infinity;
      const o = (y * size + x) * 4;
      for (let k = 0; k < 4; k++) {
        const fromX = k & 1 ? x : x - radius;
        const fromY = k & 2 ? y : y - radius;
        readSquare(sums, size, fromX, fromY, radius, quarter);
        const count = quarter[6];
        const spread = quarter[5] / count - (quarter[4] / count) ** 2;
        if (spread >= calmest) continue;
        calmest = spread;
        for (let c = 0; c < 4; c++) painted[o + c] = quarter[c] / count;
      }
      for (let c = 0; c < 4; c++) painted[o + c] = mix(image[o + c], painted[o + c], c < 3 ? 0.75 : 0);
    }
  }
  return painted;
}

function prefixSums(image, tone, size) {
  const wide = size + 1;
  const sums = Array.from({ length: 6 }, () => new Float64Array(wide * wide));
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const o = (y + 1) * wide + x + 1;
      const t = tone[y * size + x];
      for (let c = 0; c < 6; c++) {
        const value = c < 4 ? image[(y * size + x) * 4 + c] : c === 4 ? t : t * t;
        sums[c][o] = value + sums[c][o - 1] + sums[c][o - wide] - sums[c][o - wide - 1];
      }
    }
  }
  return sums;
}

function readSquare(sums, size, x, y, radius, out) {
  const wide = size + 1;
  const x0 = clamp(x, 0, size - 1);
  const y0 = clamp(y, 0, size - 1);
  const x1 = clamp(x + radius + 1, 1, size);
  const y1 = clamp(y + radius + 1, 1, size);
  for (let c = 0; c < 6; c++) {
    const s = sums[c];
    out[c] = s[y1 * wide + x1] - s[y0 * wide + x1] - s[y1 * wide + x0] + s[y0 * wide + x0];
  }
  out[6] = Math.max(1, (x1 - x0) * (y1 - y0));
}

/** Develops a painted item: film curve and gamma, coverage kept. @returns {Buffer} 8-bit RGBA. */
export function developItem(image) {
  const bytes = Buffer.alloc(image.length);
  for (let i = 0; i < image.length; i += 4) {
    const cover = clamp(image[i + 3]);
    if (cover < 0.004) continue;
    const gray = (0.3 * image[i] + 0.59 * image[i + 1] + 0.11 * image[i + 2]) / cover;
    for (let c = 0; c < 3; c++) {
      const graded = Math.max(0, mix(gray, image[i + c] / cover, 1.1)) * 0.5;
      bytes[i + c] = Math.round(255 * Math.pow(filmCurve(graded), 1 / 2.2));
    }
    bytes[i + 3] = Math.round(255 * cover);
  }
  return bytes;
}

/** Mulberry32: the same seed gives the same picture on every machine. */
export function createRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function shuffledPermutation(random) {
  const order = Array.from({ length: 256 }, (_, i) => i);
  for (let i = 255; i > 0; i--) {
    const j = (random() * (i + 1)) | 0;
    [order[i], order[j]] = [order[j], order[i]];
  }
  return Uint16Array.from({ length: 512 }, (_, i) => order[i & 255]);
}

/**
 * Perlin gradient noise in about [-1, 1], with its two usual sums.
 * Each octave is turned as well as scaled, which hides the axes of the lattice.
 */
export function createNoise(seed) {
  const permutation = shuffledPermutation(createRandom(seed));
  const gradientX = Float32Array.from({ length: 256 }, (_, i) => Math.cos((i / 128) * Math.PI));
  const gradientY = Float32Array.from({ length: 256 }, (_, i) => Math.sin((i / 128) * Math.PI));

  function noise(x, y) {
    const cellX = Math.floor(x);
    const cellY = Math.floor(y);
    const fx = x - cellX;
    const fy = y - cellY;
    const i = cellX & 255;
    const j = cellY & 255;
    const u = fx * fx * fx * (fx * (fx * 6 - 15) + 10);
    const v = fy * fy * fy * (fy * (fy * 6 - 15) + 10);
    const aa = permutation[permutation[i] + j];
    const ba = permutation[permutation[i + 1] + j];
    const ab = permutation[permutation[i] + j + 1];
    const bb = permutation[permutation[i + 1] + j + 1];
    const a = gradientX[aa] * fx + gradientY[aa] * fy;
    const b = gradientX[ba] * (fx - 1) + gradientY[ba] * fy;
    const c = gradientX[ab] * fx + gradientY[ab] * (fy - 1);
    const d = gradientX[bb] * (fx - 1) + gradientY[bb] * (fy - 1);
    return 1.5 * (a + u * (b - a) + v * (c - a + u * (a - b - c + d)));
  }

  function fbm(x, y, octaves) {
    let sum = 0;
    let total = 0;
    let amplitude = 0.5;
    for (let octave = 0; octave < octaves; octave++) {
      sum += amplitude * noise(x, y);
      total += amplitude;
      amplitude *= 0.5;
      const turned = x * 1.624 - y * 1.218 + 7.3;
      y = x * 1.218 + y * 1.624 + 3.1;
      x = turned;
    }
    return sum / total;
  }

  function ridged(x, y, octaves) {
    let sum = 0;
    let total = 0;
    let amplitude = 0.5;
    let weight = 1;
    for (let octave = 0; octave < octaves; octave++) {
      const fold = 1 - Math.abs(noise(x, y));
      const ridge = fold * fold * weight;
      weight = Math.min(1, ridge * 1.6);
      sum += amplitude * ridge;
      total += amplitude;
      amplitude *= 0.46;
      const turned = x * 1.656 - y * 1.242 + 1.7;
      y = x * 1.242 + y * 1.656 + 9.2;
      x = turned;
    }
    return sum / total;
  }

  return { noise, fbm, ridged };
}

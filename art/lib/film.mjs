import { createRequire } from 'node:module';
import { createCamera } from './camera.mjs';
import { addBolts, addEmbers, addForeground } from './overlays.mjs';
import { createRandom } from './noise.mjs';
import { clamp, mix, normalize, readGrid } from './numbers.mjs';

const sharp = createRequire(import.meta.url)('sharp');
const RAY_SCALE = 4;
const RAY_STEPS = 90;

/** Turns traced light into a picture: rays, embers, foreground, bloom, then the tone curve. */
export async function develop(scene, shot, { frame, samples, width, height }) {
  const image = { ...average(frame, samples, width, height), width, height };
  addRays(scene, shot, image);
  await addBolts(scene, shot, image);
  await addForeground(scene, shot, image);
  addEmbers(scene, image);
  await addBloom(scene, image);
  return expose(scene, image);
}

/** Averages samples after compressing them, so that one bright sample does not leave a jagged edge. */
function average({ pixels, width: frameWidth }, samples, width, height) {
  const light = new Float32Array(width * height * 3);
  const depth = new Float32Array(width * height);
  const sum = [0, 0, 0];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      sum.fill(0);
      let nearest = Infinity;
      for (let k = 0; k < samples * samples; k++) {
        const o = ((y * samples + ((k / samples) | 0)) * frameWidth + x * samples + (k % samples)) * 4;
        const weight = 1 / (1 + Math.max(pixels[o], pixels[o + 1], pixels[o + 2]));
        for (let c = 0; c < 3; c++) sum[c] += pixels[o + c] * weight;
        nearest = Math.min(nearest, pixels[o + 3]);
      }
      for (let c = 0; c < 3; c++) sum[c] /= samples * samples;
      const restore = 1 / (1 - Math.min(0.98, Math.max(...sum)));
      for (let c = 0; c < 3; c++) light[(y * width + x) * 3 + c] = sum[c] * restore;
      depth[y * width + x] = nearest;
    }
  }
  return { light, depth };
}

/** Smears the bright sky away from the light, which gives shafts between peaks and towers. */
function addRays(scene, shot, { light, depth, width, height }) {
  const sun = createCamera(shot, width, height).project(normalize(scene.light.direction), true);
  if (!sun || !scene.film.rays) return;
  const size = Math.ceil(Math.max(width, height) / RAY_SCALE) + 1;
  const source = new Float32Array(size * size);
  for (let y = 0; y < height / RAY_SCALE - 1; y++) {
    for (let x = 0; x < width / RAY_SCALE - 1; x++) {
      const o = y * RAY_SCALE * width + x * RAY_SCALE;
      if (depth[o] < 90) continue;
      const bright = Math.max(0, (light[o * 3] + light[o * 3 + 1] + light[o * 3 + 2]) / 3 - 0.12);
      const away =
        Math.hypot(x * RAY_SCALE - sun.px, y * RAY_SCALE - sun.py) / (Math.max(width, height) * 0.35);
      source[y * size + x] = Math.min(1.2, bright) * Math.exp(-away * away);
    }
  }
  const rays = smear(source, size, sun.px / RAY_SCALE, sun.py / RAY_SCALE);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const ray = readGrid(rays, size, x / RAY_SCALE, y / RAY_SCALE) * scene.film.rays;
      for (let c = 0; c < 3; c++) light[(y * width + x) * 3 + c] += ray * scene.light.color[c];
    }
  }
}

function smear(source, size, sunX, sunY) {
  const rays = new Float32Array(size * size);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      let sum = 0;
      let weight = 1;
      for (let k = 0; k < RAY_STEPS; k++) {
        const sx = x + ((sunX - x) / RAY_STEPS) * k;
        const sy = y + ((sunY - y) / RAY_STEPS) * k;
        if (sx >= 0 && sy >= 0 && sx < size - 1 && sy < size - 1)
          sum += readGrid(source, size, sx, sy) * weight;
        weight *= 0.98;
      }
      rays[y * size + x] = sum / 36;
    }
  }
  return rays;
}

async function addBloom(scene, { light, width, height }) {
  const bright = Buffer.alloc(light.length);
  for (let i = 0; i < light.length; i++) bright[i] = clamp((light[i] - 0.6) * 0.5) * 255;
  const scale = Math.max(width, height) / 1920;
  for (const [radius, strength] of [
    [5, 0.6],
    [26, 0.8],
  ]) {
    const raw = { width, height, channels: 3 };
    const blurred = await sharp(bright, { raw })
      .blur(Math.max(0.4, radius * scale))
      .raw()
      .toBuffer();
    for (let i = 0; i < light.length; i++) light[i] += (blurred[i] / 255) * strength * scene.film.bloom;
  }
}

/** Narkowicz's fit of the ACES film curve. */
export const filmCurve = (x) => clamp((x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14));

function expose({ film }, { light, width, height }) {
  const bytes = Buffer.alloc(light.length);
  const random = createRandom(1);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const u = x / width - 0.5;
      const v = y / height - 0.5;
      const exposure = film.exposure * (1 - film.vignette * Math.pow(u * u * 1.1 + v * v * 0.9, 0.9));
      const o = (y * width + x) * 3;
      const gray = exposure * (0.3 * light[o] + 0.59 * light[o + 1] + 0.11 * light[o + 2]);
      const grain = (random() + random() - 1) * film.grain;
      for (let c = 0; c < 3; c++) {
        const graded = mix(gray, light[o + c] * exposure, film.saturation) + film.lift[c];
        bytes[o + c] = clamp(Math.pow(filmCurve(Math.max(0, graded)), 1 / 2.2) * 255 + grain + 0.5, 0, 255);
      }
    }
  }
  return bytes;
}

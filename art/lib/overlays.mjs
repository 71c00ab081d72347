import { createCamera } from './camera.mjs';
import { createRandom } from './noise.mjs';
import { clamp, mix, normalize, smoothstep } from './numbers.mjs';
import { drawCoverage, pinePath } from './pines.mjs';

/** Sparks in the air: many small ones, a few large and out of focus. */
export function addEmbers({ seed, embers }, { light, width, height }) {
  if (!embers) return;
  const random = createRandom(seed + 3);
  const scale = Math.max(width, height) / 1920;
  for (let k = 0; k < embers.count; k++) {
    const x = random() * width;
    const y = height * (1 - Math.pow(random(), 1.6) * embers.rise);
    const isNear = random() < 0.07;
    const radius = (isNear ? 2.5 + random() * 4 : 0.6 + random() * 1.3) * scale;
    const brightness = (random() * 0.9 + 0.25) * (isNear ? 0.3 : 1.8);
    // The middle carries text.
    const calm = 0.25 + 0.75 * clamp(Math.abs(x / width - 0.45) * 3);
    addEmber(
      { light, width, height },
      { x, y, radius, isNear, color: embers.color.map((c) => c * brightness * calm) },
    );
  }
}

function addEmber({ light, width, height }, { x, y, radius, isNear, color }) {
  const reach = Math.ceil(radius * 3);
  for (let py = Math.floor(y) - reach; py <= y + reach; py++) {
    for (let px = Math.floor(x) - reach; px <= x + reach; px++) {
      if (px < 0 || py < 0 || px >= width || py >= height) continue;
      const distance = Math.hypot(px + 0.5 - x, py + 0.5 - y) / radius;
      const glow = isNear ? smoothstep(1.25, 0.7, distance) * 0.6 : Math.exp(-distance * distance * 1.3);
      for (let c = 0; c < 3; c++) light[(py * width + px) * 3 + c] += color[c] * glow;
    }
  }
}

/** Pines before the camera, which frame the picture at its edges. Sizes are shares of the picture's height. */
export async function addForeground(scene, shot, { light, width, height }) {
  if (!shot.pines) return;
  const random = createRandom(scene.seed + 9);
  const paths = [];
  for (const { from, to, count, low, high } of shot.pines) {
    for (let k = 0; k < count; k++) {
      const x = mix(from, to, random()) * width;
      paths.push(pinePath(random, { x, base: height * 1.03, height: mix(low, high, random()) * height }));
    }
  }
  const cover = await drawCoverage(paths, width, height, 0.7 * (height / 1080));
  for (let i = 0; i < cover.length; i++) {
    if (cover[i] === 0) continue;
    const mist = 0.03 + 0.05 * (1 - i / cover.length);
    for (let c = 0; c < 3; c++) {
      const dark = [0.004, 0.006, 0.01][c] + scene.fog.color[c] * mist;
      light[i * 3 + c] = mix(light[i * 3 + c], dark, cover[i] / 255);
    }
  }
}

/** Lightning: a jagged stroke with side branches, only where the sky is seen. */
export async function addBolts(scene, shot, { light, depth, width, height }) {
  const camera = createCamera(shot, width, height);
  const random = createRandom(scene.seed + 61);
  for (const bolt of scene.sky.bolts) {
    const from = camera.project(normalize(bolt.from), true);
    const to = camera.project(normalize(bolt.to), true);
    const strokes = [];
    addStroke(strokes, random, { from, to, thickness: 2.6 * (height / 720), depth: 0 });
    for (const [blur, strength] of [
      [0.5, 3],
      [5, 1.4],
      [26, 2.4],
    ]) {
      const cover = await drawCoverage(strokes, width, height, blur * (height / 720));
      for (let i = 0; i < cover.length; i++) {
        if (depth[i] < 90) continue;
        for (let c = 0; c < 3; c++) light[i * 3 + c] += bolt.color[c] * strength * (cover[i] / 255);
      }
    }
  }
}

function addStroke(strokes, random, { from, to, thickness, depth }) {
  const steps = depth === 0 ? 26 : 11;
  const length = Math.hypot(to.px - from.px, to.py - from.py);
  let wander = 0;
  let last = { px: from.px, py: from.py };
  for (let k = 1; k <= steps; k++) {
    wander = wander * 0.75 + (random() - 0.5) * length * 0.075;
    const px = mix(from.px, to.px, k / steps) + wander;
    const py = mix(from.py, to.py, k / steps) + (random() - 0.5) * length * 0.012;
    const half = (thickness / 2) * (1 - 0.6 * (k / steps));
    strokes.push(
      `M${last.px - half},${last.py}L${px - half},${py}L${px + half},${py}L${last.px + half},${last.py}Z`,
    );
    if (depth < 2 && random() < 0.2) {
      const reach = length * (0.12 + 0.2 * random());
      const side = random() < 0.5 ? -1 : 1;
      const end = { px: px + side * reach * (0.5 + 0.5 * random()), py: py + reach };
      addStroke(strokes, random, { from: { px, py }, to: end, thickness: thickness * 0.5, depth: depth + 1 });
    }
    last = { px, py };
  }
}

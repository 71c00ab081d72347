import { createNoise, createRandom } from './noise.mjs';
import { clamp, mix } from './numbers.mjs';
import { drawCoverage, pinePath } from './pines.mjs';
import { readCoarse } from './light-maps.mjs';

const SPRITES = 5;
const SPRITE_WIDTH = 128;
const SPRITE_HEIGHT = 256;
const NEAREST = 3.2;

/** Plants pines on gentle ground and draws them, far ones first, into the traced frame. */
export async function drawForest(world, frame) {
  const { forest } = world.scene;
  if (!forest) return;
  const sprites = await createSprites(world.scene.seed);
  const trees = plant(world, frame).toSorted((a, b) => b.distance - a.distance);
  for (const tree of trees) drawTree(world, frame, tree, sprites[tree.kind]);
}

async function createSprites(seed) {
  const random = createRandom(seed + 9);
  const sprites = [];
  for (let k = 0; k < SPRITES; k++) {
    const path = pinePath(random, { x: SPRITE_WIDTH / 2, base: SPRITE_HEIGHT, height: SPRITE_HEIGHT * 0.99 });
    const levels = [
      {
        values: await drawCoverage([path], SPRITE_WIDTH, SPRITE_HEIGHT),
        width: SPRITE_WIDTH,
        height: SPRITE_HEIGHT,
      },
    ];
    while (levels.at(-1).width > 4) levels.push(halve(levels.at(-1)));
    sprites.push(levels);
  }
  return sprites;
}

function halve({ values, width, height }) {
  const small = { values: new Float32Array((width * height) / 4), width: width / 2, height: height / 2 };
  for (let y = 0; y < small.height; y++) {
    for (let x = 0; x < small.width; x++) {
      const o = y * 2 * width + x * 2;
      small.values[y * small.width + x] =
        (values[o] + values[o + 1] + values[o + width] + values[o + width + 1]) / 4;
    }
  }
  return small;
}

function plant(world, { width, height }) {
  const { scene, camera, heightAt, liquidLevel, structures } = world;
  const { forest } = scene;
  const random = createRandom(scene.seed + 41);
  const { fbm } = createNoise(scene.seed + 43);
  const trees = [];
  for (let k = 0; k < forest.seeds; k++) {
    const z = camera.eye.z + NEAREST + Math.pow(random(), 1.5) * 62;
    const x = camera.eye.x + (random() - 0.5) * 2 * (6 + z * 0.95);
    const [size, kind, luck] = [random(), (random() * SPRITES) | 0, random()];
    const y = heightAt(x, z);
    const steepness =
      Math.hypot(
        heightAt(x + 0.15, z) - heightAt(x - 0.15, z),
        heightAt(x, z + 0.15) - heightAt(x, z - 0.15),
      ) / 0.3;
    const thins = clamp((forest.treeLine - y) / 1.5) * clamp((1.15 - steepness) / 0.3);
    if (y < liquidLevel + 0.06 || luck > thins * clamp(fbm(x * 0.16, z * 0.16, 4) * 2.6 + forest.cover))
      continue;
    if (structures.some((structure) => standsOn(structure, x, z))) continue;
    const place = camera.project([x, y, z]);
    if (!place || place.px < -60 || place.px > width + 60 || place.py < 0) continue;
    const tall = forest.height * (0.55 + 0.8 * size * size);
    const distance = Math.hypot(x - camera.eye.x, y - camera.eye.y, z - camera.eye.z);
    if (place.py - tall * place.pixelsPerUnit < height) trees.push({ x, y, z, tall, kind, place, distance });
  }
  return trees;
}

function standsOn({ bounds, unit }, x, z) {
  const margin = 0.3 * unit;
  return (
    x > bounds.low[0] - margin &&
    x < bounds.high[0] + margin &&
    z > bounds.low[2] - margin * 2 &&
    z < bounds.high[2] + margin
  );
}

function drawTree(world, frame, { x, y, z, tall, place, distance }, levels) {
  const spriteHeight = tall * place.pixelsPerUnit;
  const level = levels.find((candidate) => candidate.height <= spriteHeight * 1.6) ?? levels.at(-1);
  const spriteWidth = spriteHeight / 2;
  const left = place.px - spriteWidth / 2;
  const top = place.py - spriteHeight * 0.97;
  const crown = treeColor(world, { x, y: y + tall, z, distance, glow: 1 });
  const foot = treeColor(world, { x, y, z, distance, glow: 0.45 });
  const lastRow = Math.min(frame.height - 1, Math.floor(top + spriteHeight));
  const lastColumn = Math.min(frame.width - 1, Math.floor(left + spriteWidth));
  for (let py = Math.max(0, Math.ceil(top)); py <= lastRow; py++) {
    const down = (py - top) / spriteHeight;
    for (let px = Math.max(0, Math.ceil(left)); px <= lastColumn; px++) {
      const o = (py * frame.width + px) * 4;
      if (frame.pixels[o + 3] < distance - 0.15) continue;
      const cover = coverAt(level, (px - left) / spriteWidth, down);
      if (cover < 0.02) continue;
      for (let c = 0; c < 3; c++)
        frame.pixels[o + c] = mix(frame.pixels[o + c], mix(crown[c], foot[c], down), cover);
      if (cover > 0.5) frame.pixels[o + 3] = distance;
    }
  }
}

function coverAt({ values, width, height }, u, v) {
  const x = clamp(u * width - 0.5, 0, width - 1.01);
  const y = clamp(v * height - 0.5, 0, height - 1.01);
  const o = (y | 0) * width + (x | 0);
  const fx = x - (x | 0);
  const fy = y - (y | 0);
  const upper = values[o] + (values[o + 1] - values[o]) * fx;
  const lower = values[o + width] + (values[o + width + 1] - values[o + width]) * fx;
  return (upper + (lower - upper) * fy) / 255;
}

function treeColor({ scene, maps, camera, lightVisibility, applyFog }, { x, y, z, distance, glow }) {
  const { eye } = camera;
  const direction = [(x - eye.x) / distance, (y - eye.y) / distance, (z - eye.z) / distance];
  const shade = lightVisibility(x, y, z) * glow;
  const open = readCoarse(maps.occlusion, x, z) * (0.25 + 0.5 * glow);
  const color = scene.forest.color.map(
    (leaf, c) => leaf * (scene.light.color[c] * scene.light.power * 0.3 * shade + scene.ambient[c] * open),
  );
  for (const lamp of scene.lamps) {
    const squared = (lamp.x - x) ** 2 + (lamp.y - y) ** 2 + (lamp.z - z) ** 2;
    const reach = (lamp.power / (lamp.size * lamp.size + squared)) * 0.5;
    for (let c = 0; c < 3; c++) color[c] += scene.forest.color[c] * lamp.color[c] * reach;
  }
  applyFog(color, { eye, direction, distance, isSky: false, jitter: 0.5 });
  return color;
}

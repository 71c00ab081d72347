import { Worker } from 'node:worker_threads';
import { getScene } from '#scenes/catalogue.mjs';
import { develop } from './film.mjs';
import { drawForest } from './forest.mjs';
import { buildLightMaps } from './light-maps.mjs';
import { smoothEdges } from './smooth.mjs';
import { buildHeightMap } from './terrain.mjs';
import { createWorld } from './world.mjs';

const DRAFT_DROPLETS = 120_000;

/**
 * Renders one scene.
 * @returns {Promise<Buffer>} width × height pixels of 8-bit sRGB.
 */
export async function renderPicture({ sceneName, format, width, height, samples, threads, isDraft }) {
  const scene = getScene(sceneName);
  const ground = buildGround(scene, isDraft);
  const frame = createFrame(width * samples, height * samples);
  await traceFrame({ sceneName, format, ...ground, frame }, threads);
  const shot = scene.shots[format];
  const world = createWorld({ scene, shot, ...ground, width: frame.width, height: frame.height });
  await drawForest(world, frame);
  const bytes = await develop(scene, shot, { frame, samples, width, height });
  return samples === 1 ? smoothEdges(bytes, width, height) : bytes;
}

// Terrain depends on the seed alone, so both formats of a scene share it.
const grounds = new Map();

function buildGround(scene, isDraft) {
  const key = JSON.stringify([scene.seed, scene.terrain, scene.light.direction, scene.lava?.level, isDraft]);
  if (!grounds.has(key)) {
    grounds.clear();
    const heights = share(buildHeightMap(scene, isDraft ? DRAFT_DROPLETS : scene.terrain.droplets));
    const maps = buildLightMaps(heights, scene);
    for (const name of Object.keys(maps)) maps[name] = share(maps[name]);
    grounds.set(key, { heights, maps });
  }
  return grounds.get(key);
}

function share(values) {
  const shared = new Float32Array(new SharedArrayBuffer(values.byteLength));
  shared.set(values);
  return shared;
}

function createFrame(width, height) {
  return { width, height, pixels: new Float32Array(new SharedArrayBuffer(width * height * 16)) };
}

function traceFrame(job, threads) {
  const columns = Array.from({ length: threads }, (_, first) =>
    runWorker({ ...job, first, stride: threads }),
  );
  return Promise.all(columns);
}

function runWorker(workerData) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker.mjs', import.meta.url), { workerData });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

import { parentPort, workerData } from 'node:worker_threads';
import { getScene } from '#scenes/catalogue.mjs';
import { traceColumn } from './trace.mjs';
import { createWorld } from './world.mjs';

const { sceneName, format, heights, maps, frame, first, stride } = workerData;
const scene = getScene(sceneName);
const { width, height, pixels } = frame;
const world = createWorld({ scene, shot: scene.shots[format], heights, maps, width, height });

for (let px = first; px < width; px += stride) {
  traceColumn(world, px, height, (py, color, depth) => {
    const o = (py * width + px) * 4;
    pixels[o] = color[0];
    pixels[o + 1] = color[1];
    pixels[o + 2] = color[2];
    pixels[o + 3] = depth;
  });
}
parentPort.postMessage('done');

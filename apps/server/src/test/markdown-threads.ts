import { Worker } from 'node:worker_threads';

/** Never answers, on any machine. */
export const ENDLESS = 'endless';

/**
 * A thread for `createMarkdownRenderer` that gives each text back as it is, and never ends with `ENDLESS`.
 *
 * @param answersAfterMs how long it takes for a text
 */
export function echoingThread({ answersAfterMs = 0 } = {}): Worker {
  return runIn(`
    parentPort.on('message', (text) => {
      while (text === '${ENDLESS}');
      setTimeout(() => parentPort.postMessage({ output: text }), ${answersAfterMs});
    });
    parentPort.postMessage('ready');`);
}

/** A thread that never says that it is ready. */
export function muteThread(): Worker {
  return runIn(`parentPort.on('message', () => {});`);
}

function runIn(program: string): Worker {
  return new Worker(`const { parentPort } = require('node:worker_threads'); ${program}`, { eval: true });
}

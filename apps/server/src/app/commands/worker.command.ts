import { setFlagsFromString } from 'node:v8';
import { runServer } from '#app/run-program.ts';
import { startPortal } from '#app/start-portal.ts';

export function worker(): Promise<void> {
  // Twitch's answers become garbage within seconds. By default the heap would grow to several times their size before
  // it is collected. Collecting twice as often costs tenths of a second per minute, and no request waits for this process.
  // After the imports, because V8 refuses compiled code that was kept under other flags.
  setFlagsFromString('--heap-growing-percent=40');
  return runServer((program) => startPortal(program, { isWorker: true }));
}

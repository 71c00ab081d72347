import { runServer } from '#app/run-program.ts';
import { startPortal } from '#app/start-portal.ts';

/**
 * Percent. Twitch's answers become garbage within seconds. By default the heap would grow to several times their size before it is
 * collected. Collecting twice as often costs tenths of a second per minute, and no request waits for this process.
 */
const HEAP_GROWTH = 40;

export function worker(): Promise<void> {
  return runServer((program) => startPortal(program, { isWorker: true }), { heapGrowth: HEAP_GROWTH });
}

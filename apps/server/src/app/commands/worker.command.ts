import { runServer } from '#app/run-program.ts';
import { startPortal } from '#app/start-portal.ts';
import { limitHeapGrowth } from '#platform/runtime/heap-growth.ts';

export function worker(): Promise<void> {
  // Twitch's answers become garbage within seconds. By default the heap would grow to several times their size before
  // it is collected. Collecting twice as often costs tenths of a second per minute, and no request waits for this process.
  limitHeapGrowth(40);
  return runServer((program) => startPortal(program, { isWorker: true }));
}

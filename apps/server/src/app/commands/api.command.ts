import { runServer } from '#app/run-program.ts';
import { createBuiltPages } from '#app/site/pages.ts';
import { startPortal } from '#app/start-portal.ts';

/** Percent, for processes that answer requests. Less costs CPU time with each, see decision 0115. */
export const HEAP_GROWTH = 30;

export function api(): Promise<void> {
  return runServer((program) => startPortal(program, { createPages: createBuiltPages, isWorker: false }), {
    heapGrowth: HEAP_GROWTH,
  });
}

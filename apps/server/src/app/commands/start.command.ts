import { runServer } from '#app/run-program.ts';
import { createBuiltPages } from '#app/site/pages.ts';
import { startPortal } from '#app/start-portal.ts';
import { GROWTH_OF_APIS } from '#platform/runtime/heap-growth.ts';

export function start(): Promise<void> {
  return runServer((program) => startPortal(program, { createPages: createBuiltPages, isWorker: true }), {
    heapGrowth: GROWTH_OF_APIS,
  });
}

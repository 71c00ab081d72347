import { runServer } from '#app/run-program.ts';
import { createBuiltPages } from '#app/site/pages.ts';
import { startPortal } from '#app/start-portal.ts';
import { HEAP_GROWTH } from './api.command.ts';

export function start(): Promise<void> {
  return runServer((program) => startPortal(program, { createPages: createBuiltPages, isWorker: true }), {
    heapGrowth: HEAP_GROWTH,
  });
}

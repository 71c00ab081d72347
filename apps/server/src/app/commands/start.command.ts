import { runServer } from '#app/run-program.ts';
import { createBuiltPages } from '#app/site/pages.ts';
import { startPortal } from '#app/start-portal.ts';
import { limitHeapGrowth } from '#platform/runtime/heap-growth.ts';

export function start(): Promise<void> {
  return runServer(async (program) => {
    await startPortal(program, { createPages: createBuiltPages, isWorker: true });
    // Less growth than this costs CPU time with each request, see decision 0115.
    limitHeapGrowth(30);
  });
}

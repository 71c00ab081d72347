import { runServer } from '#app/run-program.ts';
import { createBuiltPages } from '#app/site/pages.ts';
import { startPortal } from '#app/start-portal.ts';
import { limitHeapGrowth } from '#platform/runtime/heap-growth.ts';

export function start(): Promise<void> {
  return runServer(async (program) => {
    await startPortal(program, { createPages: createBuiltPages, isWorker: true });
    // Only then: nearly all that a start allocates stays.
    limitHeapGrowth(30);
  });
}

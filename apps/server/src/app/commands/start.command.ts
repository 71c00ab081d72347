import { runServer } from '#app/run-program.ts';
import { createBuiltPages } from '#app/site/pages.ts';
import { startPortal } from '#app/start-portal.ts';

export function start(): Promise<void> {
  return runServer((program) => startPortal(program, { createPages: createBuiltPages, isWorker: true }));
}

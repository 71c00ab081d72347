// Serves the portal. Worker processes run the jobs.
import { createBuiltPages } from '#app/site/pages.ts';
import { runServer } from '#app/run-program.ts';
import { startPortal } from '#app/start-portal.ts';

await runServer((program) =>
  startPortal(program, { createPages: (parts) => createBuiltPages(parts), isWorker: false }),
);

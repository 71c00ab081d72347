// Like start, but serves the pages from their sources with hot reload.
import { createDevelopmentPages } from '#app/development-pages.ts';
import { runServer } from '#app/run-program.ts';
import { startPortal } from '#app/start-portal.ts';

await runServer((program) => startPortal(program, { createPages: createDevelopmentPages, isWorker: true }));

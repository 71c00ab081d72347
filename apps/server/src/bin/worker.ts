// Works on jobs and keeps their schedules; serves nothing.
import { runServer } from '#app/run-program.ts';
import { startPortal } from '#app/start-portal.ts';

await runServer((program) => startPortal(program, { isWorker: true }));

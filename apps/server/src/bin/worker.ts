// Works on jobs and keeps their schedules; serves nothing.
import { setFlagsFromString } from 'node:v8';
import { runServer } from '#app/run-program.ts';
import { startPortal } from '#app/start-portal.ts';

// What Twitch tells of a minute is garbage within seconds; left to itself, the heap waits until it has grown several
// times as large. Twice as many collections cost some tenths of a second a minute, and nobody waits for this process.
setFlagsFromString('--heap-growing-percent=40');

await runServer((program) => startPortal(program, { isWorker: true }));

// Runs jobs and their schedules. Serves no HTTP.
import '#platform/runtime/require-node.ts';

const { keepCompiledCode } = await import('#platform/files/compiled-code.ts');
keepCompiledCode();
const { setFlagsFromString } = await import('node:v8');
const { runServer } = await import('#app/run-program.ts');
const { startPortal } = await import('#app/start-portal.ts');

// Twitch's answers become garbage within seconds. By default the heap would grow to several times their size before
// it is collected. Collecting twice as often costs tenths of a second per minute, and no request waits for this process.
// After the imports, because V8 refuses compiled code that was kept under other flags.
setFlagsFromString('--heap-growing-percent=40');

await runServer((program) => startPortal(program, { isWorker: true }));

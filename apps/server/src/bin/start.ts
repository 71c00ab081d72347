// `waygate start` as a program: everything in one process: serves the portal and works on its jobs.
import '#platform/runtime/require-node.ts';

const { keepCompiledCode } = await import('#platform/files/compiled-code.ts');
keepCompiledCode();
const { runCommand } = await import('#app/commands/run-waygate.ts');

await runCommand('start', process.argv.slice(2));

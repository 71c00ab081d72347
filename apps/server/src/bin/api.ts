// `waygate api` as a program: serves the portal. Worker processes run the jobs.
import '#platform/runtime/require-node.ts';

const { keepCompiledCode } = await import('#platform/files/compiled-code.ts');
keepCompiledCode();
const { runCommand } = await import('#app/commands/run-waygate.ts');

await runCommand('api', process.argv.slice(2));

// `waygate worker` as a program: runs jobs and their schedules. Serves no pages.
import '#platform/runtime/require-node.ts';

const { keepCompiledCode } = await import('#platform/files/compiled-code.ts');
keepCompiledCode();
const { runCommand } = await import('#app/commands/run-waygate.ts');

await runCommand('worker', process.argv.slice(2));

// `waygate migrate` as a program: runs the migrations and exits, for deployments that migrate before they start new processes.
import '#platform/runtime/require-node.ts';

const { keepCompiledCode } = await import('#platform/files/compiled-code.ts');
keepCompiledCode();
const { runCommand } = await import('#app/commands/run-waygate.ts');

await runCommand('migrate', process.argv.slice(2));

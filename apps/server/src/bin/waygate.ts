// All commands in one program.
import '#platform/runtime/require-node.ts';

const { keepCompiledCode } = await import('#platform/files/compiled-code.ts');
keepCompiledCode();
const { runWaygate } = await import('#app/commands/run-waygate.ts');

await runWaygate(process.argv.slice(2));

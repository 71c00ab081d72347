// `waygate bridge-token` as a program: lists, adds, revokes or rotates the tokens with which game servers call the bridge, then exits.
import '#platform/runtime/require-node.ts';

const { keepCompiledCode } = await import('#platform/files/compiled-code.ts');
keepCompiledCode();
const { runCommand } = await import('#app/commands/run-waygate.ts');

await runCommand('bridge-token', process.argv.slice(2));

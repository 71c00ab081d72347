// `waygate bridge-token` as a program: lists, adds, revokes or rotates the tokens with which game servers call the bridge, then exits.
import '#platform/runtime/require-node.ts';

const { loadCommands } = await import('#app/commands/load-commands.ts');
const { runCommand } = await loadCommands('bridge-token');

await runCommand('bridge-token', process.argv.slice(2));

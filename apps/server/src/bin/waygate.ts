// All commands in one program.
import '#platform/runtime/require-node.ts';

const { loadCommands } = await import('#app/commands/load-commands.ts');
const words = process.argv.slice(2);
const { runWaygate } = await loadCommands(words[0]);

await runWaygate(words);

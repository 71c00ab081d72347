// `waygate start` as a program: everything in one process: serves the portal and works on its jobs.
import '#platform/runtime/require-node.ts';

const { loadCommands } = await import('#app/commands/load-commands.ts');
const { runCommand } = await loadCommands('start');

await runCommand('start', process.argv.slice(2));

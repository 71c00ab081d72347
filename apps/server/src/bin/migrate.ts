// `waygate migrate` as a program: runs the migrations and exits, for deployments that migrate before they start new processes.
import '#platform/runtime/require-node.ts';

const { loadCommands } = await import('#app/commands/load-commands.ts');
const { runCommand } = await loadCommands('migrate');

await runCommand('migrate', process.argv.slice(2));

// `waygate api` as a program: serves the portal. Worker processes run the jobs.
import '#platform/runtime/require-node.ts';

const { loadCommands } = await import('#app/commands/load-commands.ts');
const { runCommand } = await loadCommands('api');

await runCommand('api', process.argv.slice(2));

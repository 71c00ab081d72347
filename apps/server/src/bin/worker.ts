// `waygate worker` as a program: runs jobs and their schedules. Serves no pages.
import '#platform/runtime/require-node.ts';

const { loadCommands } = await import('#app/commands/load-commands.ts');
const { runCommand } = await loadCommands('worker');

await runCommand('worker', process.argv.slice(2));

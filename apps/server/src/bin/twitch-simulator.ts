// `waygate twitch-simulator` as a program: runs the simulated Twitch in its own process.
import '#platform/runtime/require-node.ts';

const { loadCommands } = await import('#app/commands/load-commands.ts');
const { runCommand } = await loadCommands('twitch-simulator');

await runCommand('twitch-simulator', process.argv.slice(2));

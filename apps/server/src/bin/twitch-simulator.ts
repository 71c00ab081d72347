// `waygate twitch-simulator` as a program: runs the simulated Twitch in its own process.
import '#platform/runtime/require-node.ts';

const { keepCompiledCode } = await import('#platform/files/compiled-code.ts');
keepCompiledCode();
const { runCommand } = await import('#app/commands/run-waygate.ts');

await runCommand('twitch-simulator', process.argv.slice(2));

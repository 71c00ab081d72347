// Lists, adds, revokes or rotates the tokens with which game servers call the bridge, then exits.
import '#platform/runtime/require-node.ts';

const { runBridgeTokenCommand } = await import('#app/bridge-token-command.ts');
const { runTask } = await import('#app/run-program.ts');

await runTask((program) => runBridgeTokenCommand(program, process.argv.slice(2)));

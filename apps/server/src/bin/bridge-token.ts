// Lists, adds, revokes or rotates the tokens with which game servers call the bridge, then exits.
import { runBridgeTokenCommand } from '#app/bridge-token-command.ts';
import { runTask } from '#app/run-program.ts';

await runTask((program) => runBridgeTokenCommand(program, process.argv.slice(2)));

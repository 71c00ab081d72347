// Lists, adds, revokes and rotates the tokens that game servers open the bridge with, and ends.
import { runBridgeTokenCommand } from '#app/bridge-token-command.ts';
import { runTask } from '#app/run-program.ts';

await runTask((program) => runBridgeTokenCommand(program, process.argv.slice(2)));

// A simulated game: fetches what players bought and stores it in a SQLite file.
import { runBridge } from '#presets/simulator/bridge-loop.ts';
import { openSimulatedGame } from '#presets/simulator/simulated-game.ts';
import { type Options, readOptions, USAGE, UsageError } from '#presets/simulator/options.ts';
import { createPortalClient, PortalFailure } from '#portal-client.ts';

const EXIT_USAGE = 2;

try {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options.isHelp) console.log(USAGE);
  else await play(options);
} catch (error) {
  if (!(error instanceof UsageError || error instanceof PortalFailure)) throw error;
  console.error(error.message);
  process.exitCode = error instanceof UsageError ? EXIT_USAGE : 1;
}

async function play({ portal: origin, dataDir, readToken, ...options }: Options): Promise<void> {
  readToken();
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const game = openSimulatedGame(dataDir);
  const portal = createPortalClient(origin, readToken);
  print(`The game stores its data in ${dataDir} and fetches deliveries from ${origin}.`);
  try {
    await runBridge({ portal, game, print, ...options }, stop.signal);
  } finally {
    game.close();
  }
}

function print(sentence: string): void {
  console.log(sentence);
}

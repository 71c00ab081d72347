// A simulated game: fetches what players bought and stores it in a SQLite file.
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { UsageError } from '#config/read-config.ts';
import { stopOnSignals } from '#config/stop-on-signals.ts';
import { runBridge } from '#loop/run-bridge.ts';
import { createMetrics } from '#metrics.ts';
import { createPortalClient, PortalFailure } from '#portal/portal-client.ts';
import { signIn } from '#presets/simulator/game-accounts.ts';
import { type Action, type Options, readOptions, USAGE } from '#presets/simulator/options.ts';
import { describeEvent } from '#presets/simulator/print-event.ts';
import { openSimulatedGame } from '#presets/simulator/simulated-game.ts';
import { createSimulatedGame } from '#presets/simulator/simulator.ts';
import { spendCoins } from '#presets/simulator/spend-coins.ts';
import { VERSION } from '#version.ts';

const EXIT_USAGE = 2;

try {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options.isHelp) console.log(USAGE);
  else process.exitCode = await run(options, options.action);
} catch (error) {
  if (!(error instanceof UsageError || error instanceof PortalFailure)) throw error;
  console.error(error.message);
  process.exitCode = error instanceof UsageError ? EXIT_USAGE : 1;
}

async function run(options: Options, action: Action): Promise<number> {
  if (action.do !== 'sign-in') options.readToken();
  const game = await openSimulatedGame(path.join(options.dataDir, 'game.sqlite'));
  try {
    switch (action.do) {
      case 'play':
        return await play(game, options);
      case 'spend':
        return await spend(game, options, action);
      case 'sign-in':
        return await enter(game, action);
    }
  } finally {
    game.close();
  }
}

async function play(game: DatabaseSync, { portal, dataDir, readToken, batch, pollMs, isOnce }: Options) {
  console.log(`The game stores its data in ${dataDir} and fetches deliveries from ${portal}.`);
  const bridge = {
    portal: createPortalClient(portal, readToken),
    adapter: createSimulatedGame(game, { needsCharacter: false }),
    metrics: createMetrics(),
    log: (event: Parameters<typeof describeEvent>[0]) => {
      const line = describeEvent(event);
      if (line !== undefined) console.log(line);
    },
    // The characters after each round, so that a new account shows them at once.
    settings: { version: VERSION, batch, pollMs, charactersMs: 0, isOnce },
  };
  await runBridge(bridge, stopOnSignals());
  return 0;
}

async function spend(game: DatabaseSync, options: Options, spending: Extract<Action, { do: 'spend' }>) {
  const portal = createPortalClient(options.portal, options.readToken);
  const { is, balance } = await spendCoins(game, portal, spending);
  const { accountId, amount, reason } = spending;
  if (is === 'paid')
    console.log(`- account ${accountId} spent ${amount} coins for ${reason} and has ${balance} left`);
  else console.error(`! account ${accountId} has ${balance} coins: too few for ${reason}`);
  return is === 'paid' ? 0 : 1;
}

async function enter(game: DatabaseSync, { login, password }: Extract<Action, { do: 'sign-in' }>) {
  const result = await signIn(game, { login, password }, new Date());
  switch (result.is) {
    case 'signed_in':
      console.log(`${login} is in the game (account ${result.accountId}).`);
      return 0;
    case 'locked':
      console.error(`The game refuses ${login}: the account is locked.`);
      return 1;
    case 'wrong':
      console.error(`The game refuses ${login}: wrong login or password.`);
      return 1;
  }
}

import { openTwitchSimulator } from '#simulators/twitch/open-twitch-simulator.ts';
import type { TwitchConfig } from '#platform/config/twitch-config.ts';
import { createTwitch, type Twitch } from '#platform/twitch/create-twitch.ts';
import { ensureTokenKeys } from '#platform/twitch/token-key-file.ts';
import type { Program } from './run-program.ts';

/** What drops are measured with; undefined: they are switched off. */
export async function openTwitch(program: Program): Promise<Twitch | undefined> {
  const twitch = await connectTwitch(program);
  // Before the simulated one is closed, and long before the database is.
  if (twitch) program.shutdown.add('what was asked of Twitch', twitch.inFlight.finish);
  return twitch;
}

async function connectTwitch(program: Program): Promise<Twitch | undefined> {
  const { config } = program;
  const { twitch, publicOrigin } = config;
  if (twitch.provider === 'off') return undefined;
  // Configured away already; nothing would be worse to get wrong than pretended viewers in production.
  if (twitch.provider === 'simulator' && config.mode === 'production') return undefined;
  const { gameIds } = twitch;
  const tokenKeys = twitch.tokenKeys.length > 0 ? twitch.tokenKeys : await ensureTokenKeys(config.dataDir);
  if (twitch.provider === 'twitch') return createTwitch({ ...twitch, tokenKeys, publicOrigin });
  const simulator = await openSimulator(program, twitch);
  return createTwitch({ ...simulator, simulatorUrl: simulator.url, gameIds, tokenKeys, publicOrigin });
}

async function openSimulator(
  { config, log, shutdown }: Program,
  { gameIds }: Exclude<TwitchConfig, { provider: 'off' }>,
) {
  const { dataDir, publicOrigin, brand } = config;
  const simulator = await openTwitchSimulator({ dataDir, publicOrigin, brandName: brand.name, gameIds, log });
  shutdown.add('the simulated Twitch', simulator.close);
  return simulator;
}

import type { TwitchConfig } from '#platform/config/twitch-config.ts';
import { createTwitch, type Twitch } from '#platform/twitch/create-twitch.ts';
import { ensureTokenKeys } from '#platform/twitch/token-key-file.ts';
import type { Program } from './run-program.ts';

/** Opens the configured Twitch; undefined when drops are disabled. */
export async function openTwitch(program: Program): Promise<Twitch | undefined> {
  const twitch = await connectTwitch(program);
  // Stopped before the simulated Twitch and the database, which running calls need.
  if (twitch) program.shutdown.add('the calls to Twitch', twitch.inFlight.finish);
  return twitch;
}

async function connectTwitch(program: Program): Promise<Twitch | undefined> {
  const { config } = program;
  const { twitch, publicOrigin } = config;
  if (twitch.provider === 'off') return undefined;
  // The configuration rules this out already. Checked again, because simulated viewers of a public portal would earn rewards.
  if (twitch.provider === 'simulator' && config.mode === 'public') return undefined;
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
  const { openTwitchSimulator } = await import('#simulators/twitch/open-twitch-simulator.ts');
  const simulator = await openTwitchSimulator({ dataDir, publicOrigin, brandName: brand.name, gameIds, log });
  shutdown.add('the simulated Twitch', simulator.close);
  return simulator;
}

import { openTwitchSimulator } from '#simulators/twitch/open-twitch-simulator.ts';
import { runServer, StartError } from '#app/run-program.ts';

/** A portal on the same data folder connects to it. */
export function twitchSimulator(): Promise<void> {
  return runServer(async ({ config, log, shutdown, print }) => {
    const { mode, modeReason, twitch, dataDir, publicOrigin, brand } = config;
    if (mode === 'public')
      throw new StartError(`The simulated Twitch runs only in local mode, but ${modeReason}.`);
    if (twitch.provider !== 'simulator')
      throw new StartError('TWITCH_CLIENT_ID configures the real Twitch: unset it to use the simulated one.');
    const { gameIds } = twitch;
    const simulator = await openTwitchSimulator({
      dataDir,
      publicOrigin,
      brandName: brand.name,
      gameIds,
      log,
    });
    shutdown.add('the simulated Twitch', simulator.close);
    print(`Control the simulated Twitch at ${simulator.url}/control`);
  });
}

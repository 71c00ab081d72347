// The simulated Twitch by itself: a portal that is started on the same data folder finds it.
import { openTwitchSimulator } from '#simulators/twitch/open-twitch-simulator.ts';
import { runServer, StartError } from '#app/run-program.ts';

await runServer(async ({ config, log, shutdown, tell }) => {
  const { mode, twitch, dataDir, publicOrigin, brand } = config;
  if (mode === 'production') throw new StartError('The simulated Twitch never runs in production.');
  if (twitch.provider !== 'simulator')
    throw new StartError('TWITCH_CLIENT_ID names another Twitch: unset it to have the simulated one.');
  const { gameIds } = twitch;
  const simulator = await openTwitchSimulator({ dataDir, publicOrigin, brandName: brand.name, gameIds, log });
  shutdown.add('the simulated Twitch', simulator.close);
  tell(`The simulated Twitch is steered at ${simulator.url}/control`);
});

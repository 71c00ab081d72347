import { setTimeout as pause } from 'node:timers/promises';
import { createGame, type Game } from './game.ts';
import {
  createOwner,
  type Portal,
  type PortalOptions,
  startDatabase,
  startPortal,
  startWorker,
} from './portal.ts';

/** A fast machine has bought everything early; what is under way then still has to survive these. */
const KILLS_MIN = 3;
/** And a slow one has to get through all the same. */
const KILLS_MAX = 12;
const DIES_EARLY_SHARE = 0.2;
const START_TRIES = 3;

/** What is killed while people buy: processes that are started again, and a game that finds the portal again. */
export type World = {
  portal: () => Portal;
  game: () => Game;
  /** Each lets one process work for a while, kills it as a power cut would, and starts it again. */
  deaths: (() => Promise<void>)[];
  stop: () => Promise<void>;
};

export type WorldOptions = { dataDir: string; env: Record<string, string> };

/** Serving and working in processes of their own, on a database that outlives them. */
export async function openApart({ dataDir, env }: WorldOptions): Promise<World> {
  const options = { dataDir, owner: createOwner(), env };
  const database = await startDatabase(dataDir);
  let api = await startPortal({ ...options, program: 'api' });
  let worker = startWorker(options);
  let game = await createGame(api);
  return {
    portal: () => api,
    game: () => game,
    deaths: [
      async () => {
        await workAWhile();
        await api.kill();
        api = await startAgain({ ...options, program: 'api' });
        game = game.of(api);
      },
      async () => {
        // Now and then it dies while it starts.
        // One that gave up by itself, since the database did not answer in time, is started again as well.
        if (Math.random() > DIES_EARLY_SHARE) await worker.untilWorking().catch(() => {});
        await workAWhile();
        await worker.kill();
        worker = startWorker(options);
      },
    ],
    stop: async () => {
      await Promise.all([api.stop(), worker.stop(), game.remove()]);
      await database.stop();
    },
  };
}

/** Everything in one process, which takes the database with it. */
export async function openAllInOne({ dataDir, env }: WorldOptions): Promise<World> {
  const options = { dataDir, owner: createOwner(), env };
  let portal = await startPortal(options);
  let game = await createGame(portal);
  return {
    portal: () => portal,
    game: () => game,
    deaths: [
      async () => {
        await workAWhile();
        await portal.kill();
        portal = await startAgain(options);
        game = game.of(portal);
      },
    ],
    stop: async () => {
      await Promise.all([portal.stop(), game.remove()]);
    },
  };
}

/** As a supervisor does: right after a kill on a busy machine, the database may not answer in time. */
async function startAgain(options: PortalOptions): Promise<Portal> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await startPortal(options);
    } catch (error) {
      if (tries === START_TRIES) throw error;
    }
  }
}

function workAWhile(): Promise<void> {
  return pause(1000 + Math.random() * 4000);
}

/** Each on its own time, so that any two of them may be dead at once. */
export async function killOnAndOn({ game, deaths }: World, signal: AbortSignal): Promise<void> {
  const playAndDie = async (): Promise<void> => {
    const playing = game().playOn();
    await workAWhile();
    await playing.kill();
  };
  await Promise.all(
    [playAndDie, ...deaths].map(async (die) => {
      for (let kills = 0; kills < (signal.aborted ? KILLS_MIN : KILLS_MAX); kills += 1) await die();
    }),
  );
}

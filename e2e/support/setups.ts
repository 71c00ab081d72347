import { copyFirstStart } from './first-start.ts';
import { createGame, type Game } from './game.ts';
import { openStripePayments, type StripePayments } from './payments.ts';
import { createDataFolder, createOwner, type Portal, removeDataFolder, startPortal } from './portal.ts';

const ENV = { BRIDGE_LEASE_SECONDS: '1', RECONCILE_SECONDS: '5' };

/** A portal in one process, which can be put back or replaced beside the same game and the same account at Stripe. */
export type Setup = {
  portal: () => Portal;
  game: () => Game;
  payments: StripePayments;
  dataDir: () => string;
  start: () => Promise<void>;
  /** A new installation, as on another machine. */
  startEmpty: () => Promise<void>;
  close: () => Promise<void>;
};

async function openSetup(): Promise<Setup> {
  const folders = [await createDataFolder()];
  const dataDir = () => folders.at(-1) ?? '';
  // Another installation than that of `startEmpty`, as each has its own id.
  let owner = (await copyFirstStart(dataDir(), ENV)) ?? createOwner();
  let portal: Portal | undefined;
  let game: Game | undefined;
  const portalNow = (): Portal => {
    if (!portal) throw new Error('The portal was never started.');
    return portal;
  };
  const payments = await openStripePayments(() => portalNow().origin);
  const start = async (): Promise<void> => {
    portal = await startPortal({ dataDir: dataDir(), owner, env: { ...ENV, ...payments.env } });
    game = game?.of(portal) ?? (await createGame(portal));
  };
  await start();
  return {
    portal: portalNow,
    game: () => {
      if (!game) throw new Error('The portal was never started.');
      return game;
    },
    payments,
    dataDir,
    start,
    startEmpty: async () => {
      await portalNow().stop();
      folders.push(await createDataFolder());
      owner = createOwner();
      await start();
    },
    close: async () => {
      await portalNow().stop();
      await Promise.all([game?.remove(), payments.close(), ...folders.map(removeDataFolder)]);
    },
  };
}

export async function withSetup(work: (setup: Setup) => Promise<void>): Promise<void> {
  const setup = await openSetup();
  try {
    await work(setup);
  } finally {
    await setup.close();
  }
}

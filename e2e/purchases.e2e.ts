import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { createGame, type Game } from './support/game.ts';
import {
  createDataFolder,
  createOwner,
  type Portal,
  type PortalOptions,
  removeDataFolder,
  startDatabase,
  startPortal,
  startWorker,
} from './support/portal.ts';
import { BUNDLE, buy, openShop, type Shopper } from './support/shoppers.ts';

const AT_ONCE = 10;
const ENV = {
  // Short, so that what a killed game had fetched comes back within the test.
  BRIDGE_LEASE_SECONDS: '2',
  RECONCILE_SECONDS: '5',
  // All processes of a portal have the same, whatever port one of them listens on.
  PUBLIC_ORIGIN: 'http://localhost',
};
/** A fast machine has bought everything early; what is under way then still has to survive these. */
const KILLS_MIN = 3;
/** And a slow one has to get through all the same. */
const KILLS_MAX = 12;
const DIES_EARLY_SHARE = 0.2;
const START_TRIES = 3;
const SETTLED_WITHIN_MS = 120_000;

/** What is killed while people buy: processes that are started again, and a game that finds the portal again. */
type World = {
  portal: () => Portal;
  game: () => Game;
  /** Each lets one process work for a while, kills it as a power cut would, and starts it again. */
  deaths: (() => Promise<void>)[];
  stop: () => Promise<void>;
};

/** Serving and working in processes of their own, on a database that outlives them. */
async function openApart(dataDir: string): Promise<World> {
  const options = { dataDir, owner: createOwner(), env: ENV };
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
async function openAllInOne(dataDir: string): Promise<World> {
  const options = { dataDir, owner: createOwner(), env: ENV };
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

test.describe.configure({ mode: 'serial' });

for (const [name, open, count] of [
  [
    'five hundred purchases through kill -9 of api, worker and game, each on its own',
    openApart,
    { shoppers: 50, rounds: 10 },
  ],
  [
    'a hundred purchases through kill -9 of game, and of portal and database at once',
    openAllInOne,
    { shoppers: 25, rounds: 4 },
  ],
] as const)
  test(`${name}: each is delivered exactly once`, async () => {
    test.setTimeout(600_000);
    const dataDir = await createDataFolder();
    const world = await open(dataDir);
    const stopping = new AbortController();
    let dying = Promise.resolve();
    try {
      const { shoppers, productId } = await openShop(world.portal(), count.shoppers);
      dying = killOnAndOn(world, stopping.signal);
      // Round by round, so that no account buys twice at once: it would get the same checkout again.
      const wishes = Array.from({ length: count.rounds }, () => shoppers).flat();
      const paid = await buyEverything(world, wishes, productId);
      stopping.abort();
      await dying;
      await expectSettled(world.portal(), world.game(), paid);
      await expectExactlyOnce(
        world.portal(),
        world.game(),
        shoppers.map(({ accountId }) => accountId),
      );
    } finally {
      // Whatever has failed: nothing is started any more after this.
      stopping.abort();
      await Promise.allSettled([dying]);
      await world.stop();
      await removeDataFolder(dataDir);
    }
  });

/** @returns how many checkouts were paid */
async function buyEverything(world: World, wishes: Shopper[], productId: number): Promise<number> {
  const count = wishes.length;
  const paid = new Set<string>();
  const shop = async (): Promise<void> => {
    for (let shopper = wishes.pop(); shopper; shopper = wishes.pop()) {
      const checkout = await buy(() => world.portal().origin, shopper, productId);
      // Its payment is known, but not yet its order: the same checkout was handed out once more.
      if (paid.has(checkout)) wishes.unshift(shopper);
      paid.add(checkout);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, shop));
  expect(paid.size).toBe(count);
  return paid.size;
}

function workAWhile(): Promise<void> {
  return pause(1000 + Math.random() * 4000);
}

/** Each on its own time, so that any two of them may be dead at once. */
async function killOnAndOn({ game, deaths }: World, signal: AbortSignal): Promise<void> {
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

/** Plays until every paid checkout's order is paid and nothing is left to deliver. */
async function expectSettled(portal: Portal, game: Game, checkouts: number): Promise<void> {
  await expect(async () => {
    await game.play();
    const [counts] = await portal.sql<{ paid: number; waiting: number }>(
      `select (select count(*)::int from orders where state = 'paid') as paid,
              (select count(*)::int from deliveries where state <> 'applied') as waiting`,
    );
    expect(counts).toEqual({ paid: checkouts, waiting: 0 });
  }).toPass({ timeout: SETTLED_WITHIN_MS });
}

async function expectExactlyOnce({ sql }: Portal, game: Game, accountIds: number[]): Promise<void> {
  const bought = await sql<{ account_id: number; orders: number; coins: string | null }>(
    `select o.account_id, count(*)::int as orders,
            (select amount from coin_balances b where b.account_id = o.account_id and b.currency = 'premium') as coins
     from orders o where o.state = 'paid' group by o.account_id`,
  );
  expect(bought.map(({ account_id: id }) => id).toSorted((a, b) => a - b)).toEqual(
    accountIds.toSorted((a, b) => a - b),
  );
  for (const { account_id: id, orders, coins } of bought) {
    expect(game.inventory(id)).toEqual([`item ${BUNDLE.itemId} × ${orders * BUNDLE.items}`]);
    expect(Number(coins)).toBe(orders * BUNDLE.coins);
  }
  const [ledger] = await sql<{ unbalanced: number; unpaid: number }>(
    `select (select count(*)::int from (
               select 1 from ledger_entries group by transaction_id, currency having sum(amount) <> 0) as t) as unbalanced,
            (select count(*)::int from deliveries d join orders o on o.id = d.order_id where o.paid_at is null) as unpaid`,
  );
  expect(ledger).toEqual({ unbalanced: 0, unpaid: 0 });
}

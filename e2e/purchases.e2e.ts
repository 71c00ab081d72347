import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { createGame, type Game } from './support/game.ts';
import {
  createDataFolder,
  createOwner,
  type Portal,
  removeDataFolder,
  startPortal,
} from './support/portal.ts';
import { BUNDLE, buy, openShop } from './support/shoppers.ts';

const SHOPPERS = 50;
const PURCHASES_EACH = 10;
const AT_ONCE = 10;
/** Short, so that what a killed game had fetched comes back within the test. */
const ENV = { BRIDGE_LEASE_SECONDS: '2', RECONCILE_SECONDS: '5' };
/** In so many of the rounds the portal dies with the game. */
const PORTAL_DIES_SHARE = 0.6;
/** A fast machine has bought everything early; what is under way then still has to survive these. */
const KILLS_MIN = 3;
const SETTLED_WITHIN_MS = 120_000;

test('five hundred purchases through kill -9 of portal and game: each is delivered exactly once', async () => {
  test.setTimeout(600_000);
  const dataDir = await createDataFolder();
  const owner = createOwner();
  let portal = await startPortal({ dataDir, owner, env: ENV });
  let game = await createGame(portal);
  try {
    const { shoppers, productId } = await openShop(portal, SHOPPERS);
    // Round by round, so that no account buys twice at once: it would get the same checkout again.
    const wishes = Array.from({ length: PURCHASES_EACH }, () => shoppers).flat();
    const paid = new Set<string>();
    const shop = async (): Promise<void> => {
      for (let shopper = wishes.pop(); shopper; shopper = wishes.pop()) {
        const checkout = await buy(() => portal.origin, shopper, productId);
        // Its payment is known, but not yet its order: the same checkout was handed out once more.
        if (paid.has(checkout)) wishes.unshift(shopper);
        paid.add(checkout);
      }
    };
    const buying = Promise.all(Array.from({ length: AT_ONCE }, shop));
    const stopping = new AbortController();
    let kills = 0;
    const killing = (async () => {
      while (!stopping.signal.aborted || kills < KILLS_MIN) {
        const playing = game.playOn();
        await pause(1000 + Math.random() * 3000);
        await playing.kill();
        if (Math.random() > PORTAL_DIES_SHARE) continue;
        await portal.kill();
        portal = await startPortal({ dataDir, owner, env: ENV });
        game = game.of(portal);
        kills += 1;
      }
    })();
    await buying;
    stopping.abort();
    await killing;

    await expectSettled(portal, game, paid.size);
    await expectExactlyOnce(
      portal,
      game,
      shoppers.map(({ accountId }) => accountId),
    );
  } finally {
    await portal.stop();
    await game.remove();
    await removeDataFolder(dataDir);
  }
});

/** Plays until every paid checkout's order is paid and nothing is left to deliver. */
async function expectSettled(portal: Portal, game: Game, checkouts: number): Promise<void> {
  expect(checkouts).toBe(SHOPPERS * PURCHASES_EACH);
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

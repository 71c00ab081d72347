import { expect, test } from '@playwright/test';
import { expectExactlyOnce, expectOrderStates, expectSettled } from './support/outcome.ts';
import {
  createSandboxPayments,
  openStripePayments,
  type Payments,
  type StripePayments,
} from './support/payments.ts';
import { createDataFolder, type Portal, removeDataFolder } from './support/portal.ts';
import { openCheckout, openShop } from './support/shoppers.ts';
import { signInOwner } from './support/staff.ts';
import { killOnAndOn, openAllInOne, openApart, type World, type WorldOptions } from './support/worlds.ts';

const AT_ONCE = 10;
const ENV = {
  // Short, so that what a killed game had fetched comes back within the test.
  BRIDGE_LEASE_SECONDS: '2',
  RECONCILE_SECONDS: '5',
  // All processes of a portal have the same, whatever port one of them listens on.
  PUBLIC_ORIGIN: 'http://localhost',
};
/** An interrupted redelivery goes on with the next minute, and a job of a dead worker after twenty seconds. */
const REDELIVERED_WITHIN_MS = 300_000;

type Soak<P extends Payments> = {
  world: World;
  payments: P;
  /** Every shopper buys once per round. */
  buyRounds: (count: number) => Promise<void>;
};

type Plan<P extends Payments> = {
  open: (options: WorldOptions) => Promise<World>;
  openPayments: (originNow: () => string) => Promise<P>;
  shoppers: number;
  /** Happens while processes are killed on and on. */
  whileKilled: (soak: Soak<P>) => Promise<void>;
  afterwards?: (soak: Soak<P>) => Promise<void>;
};

test.describe.configure({ mode: 'serial' });

test('five hundred purchases through kill -9 of api, worker and game, each on its own: each is delivered exactly once, without webhooks and with a redelivery in the middle', async () => {
  let redelivery = '';
  await soak({
    open: openApart,
    openPayments: openStripePayments,
    shoppers: 50,
    whileKilled: async ({ world, payments, buyRounds }) => {
      const owner = await signInOwner(world.portal);
      await buyRounds(4);
      // For good: from here on, payments are found by the reconciler, refunds and disputes by the daily sweep.
      payments.endWebhooks();
      await buyRounds(2);
      await untilApplied(world);
      redelivery = await owner.redeliverEverything();
      await buyRounds(2);
      await reverseSome(payments);
      await makeSweepDue(world.portal());
      await buyRounds(2);
    },
    afterwards: async ({ world, payments }) => {
      expect(payments.paid.size).toBe(500);
      await restart(world);
      await expectOrderStates(world.portal(), payments);
      await decideDisputes(payments);
      await makeSweepDue(world.portal());
      await restart(world);
      await expectOrderStates(world.portal(), payments);
      await expectRedelivered(world.portal(), redelivery);
      const [received] = await world
        .portal()
        .sql<{ count: number }>('select count(*)::int from webhook_events');
      expect(received?.count).toBe(payments.accepted());
    },
  });
});

test('a hundred purchases through kill -9 of game, and of portal and database at once: each is delivered exactly once', () =>
  soak({
    open: openAllInOne,
    openPayments: async (originNow) => createSandboxPayments(originNow),
    shoppers: 25,
    whileKilled: async ({ payments, buyRounds }) => {
      await buyRounds(4);
      expect(payments.paid.size).toBe(100);
    },
  }));

async function soak<P extends Payments>(plan: Plan<P>): Promise<void> {
  test.setTimeout(600_000);
  const dataDir = await createDataFolder();
  let world: World | undefined;
  const payments = await plan.openPayments(() => world?.portal().origin ?? '');
  const stopping = new AbortController();
  let dying = Promise.resolve();
  try {
    world = await plan.open({ dataDir, env: { ...ENV, ...payments.env } });
    const run = { world, payments, ...(await openRounds(world, payments, plan.shoppers)) };
    dying = killOnAndOn(world, stopping.signal);
    await plan.whileKilled(run);
    stopping.abort();
    await dying;
    await plan.afterwards?.(run);
    const outcome = { portal: world.portal(), game: world.game(), payments };
    await expectSettled(outcome);
    await expectExactlyOnce(outcome, run);
  } finally {
    // Whatever has failed: nothing is started any more after this.
    stopping.abort();
    await Promise.allSettled([dying]);
    await world?.stop();
    await payments.close();
    await removeDataFolder(dataDir);
  }
}

async function openRounds(world: World, payments: Payments, count: number) {
  const { shoppers, productId } = await openShop(world.portal(), count);
  return {
    accountIds: shoppers.map(({ accountId }) => accountId),
    buyRounds: async (rounds: number): Promise<void> => {
      // Round by round, so that no account buys twice at once: it would get the same checkout again.
      const wishes = Array.from({ length: rounds }, () => shoppers).flat();
      const shop = async (): Promise<void> => {
        for (let shopper = wishes.pop(); shopper; shopper = wishes.pop()) {
          const checkout = await openCheckout(() => world.portal().origin, shopper, productId);
          // Its payment is known, but not yet its order: the same checkout was handed out once more.
          if (!(await payments.pay(checkout, shopper.accountId))) wishes.unshift(shopper);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, shop));
    },
  };
}

/** On a slow machine, the game may have been killed each time before it applied anything. */
async function untilApplied({ portal, game }: World): Promise<void> {
  for (;;) {
    const [applied] = await portal().sql("select from deliveries where state = 'applied' limit 1");
    if (applied) return;
    // The portal may be dead as well.
    await game()
      .play()
      .catch(() => {});
  }
}

/** At the provider, which tells nobody: of ten payments, one is refunded, one in part, and two are disputed. */
async function reverseSome({ paid, refund, dispute }: StripePayments): Promise<void> {
  for (const [index, sessionId] of [...paid.keys()].entries()) {
    if (index % 10 === 0) await refund(sessionId);
    if (index % 10 === 3) await refund(sessionId, 100);
    if (index % 5 === 1) await dispute(sessionId, 'needs_response');
  }
}

/** The bank decides one half for the player, the other for the shop. */
async function decideDisputes({ paid, stateOf, dispute }: StripePayments): Promise<void> {
  const disputed = [...paid.keys()].filter((sessionId) => stateOf(sessionId) === 'disputed');
  expect(disputed.length).toBeGreaterThanOrEqual(80);
  for (const [index, sessionId] of disputed.entries())
    await dispute(sessionId, index % 2 === 0 ? 'won' : 'lost');
}

/** As if the last sweep were a day older; the next process that starts begins another one. */
async function makeSweepDue({ sql }: Portal): Promise<void> {
  await sql(`update payment_sweeps set finished_at = finished_at - interval '1 day'`);
}

async function restart({ deaths }: World): Promise<void> {
  await Promise.all(deaths.map((die) => die()));
}

async function expectRedelivered({ sql }: Portal, id: string): Promise<void> {
  await expect(async () => {
    const [redelivery] = await sql<{ planned: number; redelivered: number; is_finished: boolean }>(
      'select planned, redelivered, finished_at is not null as is_finished from redeliveries where id = $1',
      [id],
    );
    expect(redelivery?.is_finished).toBe(true);
    // Fewer where some were refunded before the worker came to them.
    expect(redelivery?.redelivered).toBeGreaterThan(0);
    expect(redelivery?.redelivered).toBeLessThanOrEqual(redelivery?.planned ?? 0);
  }).toPass({ timeout: REDELIVERED_WITHIN_MS });
}

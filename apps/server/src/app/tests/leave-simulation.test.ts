import { eq, sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { leaveSimulation } from '#app/leave-simulation.ts';
import { updateDeliveriesLeased } from '#features/deliveries/leases.queries.ts';
import { deliveries } from '#features/deliveries/deliveries.tables.ts';
import { reconcile } from '#features/orders/payments/reconciler.service.ts';
import { settleOrder } from '#features/orders/settlement.service.ts';
import { orderLines, orders } from '#features/orders/orders.tables.ts';
import { products } from '#features/products/products.tables.ts';
import { twitchLinks } from '#features/twitch-links/twitch-links.tables.ts';
import { openTwitchSimulator } from '#simulators/twitch/open-twitch-simulator.ts';
import { createPortal, createSignedInPlayer } from '#test/account-journeys.ts';
import { useGameFolder } from '#test/game-simulator.ts';
import { createSandboxShop } from '#test/sandbox-shop.ts';
import {
  createTestProduct,
  deliveriesOf,
  orderIn,
  postCheckout,
  readOrder,
  startOrder,
  statesOf,
  stockOfProduct,
} from '#test/shop-journeys.ts';
import { startWithoutPages } from '#test/started-portal.ts';

const PUBLIC_ORIGIN = 'https://play.example.com';

test('a public portal delivers nothing that was paid for in the sandbox', async () => {
  const [shop, dataDir] = [await createSandboxShop(), await useGameFolder()];
  onTestFinished(() => shop.close());
  const { db, database } = shop.parts;
  const paid = await startOrder(shop);
  await shop.press(paid.sessionId, 'pay');
  await orderIn(shop, paid.orderId, 'paid');
  const open = await startOrder(shop, { stock: 1 });
  const coming = await startOrder(shop);
  await shop.press(coming.sessionId, 'pay_later');
  await orderIn(shop, coming.orderId, 'processing');
  await shop.press(open.sessionId, 'decline');

  const environment = { PORT: '0', PUBLIC_ORIGIN, DATA_DIR: dataDir };
  const published = await startWithoutPages(database, environment, {}, false);

  expect(published.printed()).toContain('Payments: closed (STRIPE_SECRET_KEY is not set)');
  expect(published.logged()).toContainEqual(
    expect.objectContaining({ level: 40, unpaid: 2, withdrawn: 3, msg: expect.stringContaining('sandbox') }),
  );
  expect(await deliveriesOf(shop, paid.orderId)).toEqual(
    expect.arrayContaining([expect.stringContaining('cancelled')]),
  );
  expect(await updateDeliveriesLeased(db, { serverId: 1, limit: 100, leaseSeconds: 60 })).toEqual([]);
  expect(await readOrder(shop, paid.orderId)).toMatchObject({ state: 'paid' });
  expect((await statesOf(shop, open.orderId)).at(-1)).toBe('expired');
  expect((await statesOf(shop, coming.orderId)).at(-1)).toBe('failed');
  const [product] = await db.select().from(products).where(eq(products.id, open.productId));
  expect(product?.stock).toBe(1);
});

test('orders of the sandbox in review are closed when there are real keys, also on this machine', async () => {
  const [shop, dataDir] = [await createSandboxShop(), await useGameFolder()];
  onTestFinished(() => shop.close());
  const { db, database } = shop.parts;
  const open = await startOrder(shop, { stock: 1 });
  const unpaid = await startOrder(shop, { stock: 1 });
  const paid = await startOrder(shop);
  await shop.press(paid.sessionId, 'pay');
  await orderIn(shop, paid.orderId, 'paid');
  for (const { orderId } of [unpaid, paid])
    await db
      .update(orders)
      .set({ state: 'review', reviewReason: 'session_missing' })
      .where(eq(orders.id, orderId));

  const keys = { STRIPE_SECRET_KEY: 'sk_test_real', STRIPE_WEBHOOK_SECRET: 'whsec_real' };
  const started = await startWithoutPages(database, { PORT: '0', DATA_DIR: dataDir, ...keys }, {}, false);

  expect(started.logged()).toContainEqual(
    expect.objectContaining({ level: 40, unpaid: 1, reviewed: 2, withdrawn: 3 }),
  );
  expect((await readOrder(shop, open.orderId)).state).toBe('expired');
  expect((await readOrder(shop, unpaid.orderId)).state).toBe('cancelled');
  expect(await readOrder(shop, paid.orderId)).toMatchObject({ state: 'paid', reversedAt: null });
  const stocks = await Promise.all([open, unpaid].map(({ productId }) => stockOfProduct(shop, productId)));
  expect(stocks).toEqual([1, 1]);
});

test('a public portal without keys sells nothing, and neither settles nor accepts simulated payments', async () => {
  const [shop, dataDir] = [await createSandboxShop(), await useGameFolder()];
  onTestFinished(() => shop.close());
  const started = await startOrder(shop);
  const portal = await createPortal({ config: { mode: 'public', payments: { provider: 'off' }, dataDir } });
  const parts = { ...portal.parts, db: shop.parts.db };
  await expect(settleOrder(parts, started.orderId)).rejects.toThrow('The shop is closed');
  await reconcile({ ...parts, config: { ...parts.config, reconcileSeconds: 0 } });
  expect(await readOrder(shop, started.orderId)).toMatchObject({ state: 'pending' });
  const buyer = await createSignedInPlayer(portal);
  const refused = await postCheckout(portal, buyer, await createTestProduct(portal));
  expect([refused.statusCode, refused.json().message]).toEqual([
    503,
    expect.stringContaining('The shop is closed'),
  ]);
  const webhook = await portal.app.inject({ method: 'POST', url: '/api/stripe/webhook', payload: '{}' });
  expect(webhook.statusCode).toBe(503);
  await portal.close();
});

test('orders of a real provider are left alone, and a second start changes nothing', async () => {
  const portal = await createPortal({ config: { mode: 'public' } });
  onTestFinished(() => portal.close());
  const { db } = portal.parts;
  const [buyer, productId] = [await createSignedInPlayer(portal), await createTestProduct(portal)];
  const values = { accountId: buyer.id, productId, productName: 'Lantern', priceCents: 499, isLive: false };
  const [order] = await db
    .insert(orders)
    .values({ ...values, provider: 'stripe', reference: 'stripe-1', expiresAt: new Date() })
    .returning();
  const orderId = order?.id ?? 0;
  await db
    .insert(orderLines)
    .values({ orderId, position: 0, kind: 'item', quantity: 1, itemId: 7, label: 'Lantern' });
  await db.insert(deliveries).values({
    accountId: buyer.id,
    idempotencyKey: `order:${orderId}:line:0`,
    effect: 'grant',
    kind: 'item',
    itemId: 7,
    quantity: 1,
    orderId,
    orderLinePosition: 0,
  });
  for (let count = 0; count < 2; count += 1) await leaveSimulation(portal.parts);
  expect(await readOrder(portal, orderId)).toMatchObject({ state: 'creating', revision: 0 });
  expect(await updateDeliveriesLeased(db, { serverId: 1, limit: 100, leaseSeconds: 60 })).toHaveLength(1);
});

test('links with the simulated Twitch and their minutes end, and other links stay', async () => {
  const [portal, dataDir] = [await createPortal({ config: { mode: 'public' } }), await useGameFolder()];
  onTestFinished(() => portal.close());
  const { db, log } = portal.parts;
  const options = { dataDir, publicOrigin: 'http://localhost:3000', brandName: 'Agaia', gameIds: ['7'], log };
  const simulator = await openTwitchSimulator(options);
  const page = await (await fetch(`${simulator.url}/control`)).text();
  const formToken = /name="form_token" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const body = new URLSearchParams({ form_token: formToken, action: 'create_user', login: 'someone' });
  await fetch(`${simulator.url}/control`, { method: 'POST', body, redirect: 'manual' });
  const after = await (await fetch(`${simulator.url}/control`)).text();
  const simulatedId = /user-(\d+)/.exec(after)?.[1] ?? '';
  await simulator.close();

  const [viewer, real] = [await createSignedInPlayer(portal), await createSignedInPlayer(portal)];
  for (const [{ id: accountId }, twitchUserId] of [
    [viewer, simulatedId],
    [real, '44322889'],
  ] as const)
    await db.insert(twitchLinks).values({ accountId, twitchUserId, login: 'x', displayName: 'X' });
  await db.execute(sql`
    insert into twitch_seasons (name, starts_at) values ('Season', now() - interval '1 day')`);
  await db.execute(sql`
    insert into drop_totals (account_id, kind, season_id, minutes)
    select account_id, 'viewer', id, 500 from twitch_links, twitch_seasons`);

  await leaveSimulation({ ...portal.parts, config: { ...portal.parts.config, dataDir } });

  const links = await db.select().from(twitchLinks);
  expect(links.map(({ accountId }) => accountId)).toEqual([real.id]);
  const { rows } = await db.execute(sql`select account_id as "accountId", minutes from drop_totals`);
  expect(rows).toEqual([{ accountId: real.id, minutes: 500 }]);
});

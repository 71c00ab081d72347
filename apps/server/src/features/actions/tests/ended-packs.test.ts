import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { accounts } from '#features/identity/accounts.tables.ts';
import { settleOrder } from '#features/orders/settlement.service.ts';
import { createOwner, createSignedInPlayer } from '#test/account-journeys.ts';
import { useShop, startPaidOrder } from '#test/shop-journeys.ts';
import { grantsOf } from '#test/staff-journeys.ts';
import { accountPacks } from '#features/packs/packs.tables.ts';
import { createPackEnder } from '#features/actions/ended-packs.jobs.ts';
import { endPacks } from '#features/actions/ended-packs.service.ts';

const shop = await useShop({ isWorker: false });
const { token } = await createOwner(shop);

const IN_FIFTY_YEARS = '2076-12-24T18:00:00.000Z';
const LONG_AGO = '2020-01-01T00:00:00.000Z';

const grant = async (action: string, accountDBID: number, date?: string) => {
  const response = await shop.call('POST', '/admin/action', { body: { action, accountDBID, date }, token });
  expect(response.statusCode).toBe(200);
};
const profileOf = async (id: number) => {
  const [row] = await shop.parts.db.select().from(accounts).where(eq(accounts.id, id));
  return { founder: row?.hasClaimedFounderPackage, veteran: row?.hasClaimedVeteranPackage };
};
/** As if its time had come. */
const passTime = (id: number) =>
  shop.parts.db
    .update(accountPacks)
    .set({ availableUntil: sql`now()` })
    .where(eq(accountPacks.accountId, id));
const endAll = () => createPackEnder(shop.parts.db)({});

test('hides an expired pack from the account, but not a permanent or active one', async () => {
  const [brief, lasting, eternal] = [
    await createSignedInPlayer(shop),
    await createSignedInPlayer(shop),
    await createSignedInPlayer(shop),
  ];
  for (const { id } of [brief, lasting]) await grant('GRANT_VETERAN_PACK', id, IN_FIFTY_YEARS);
  await grant('GRANT_VETERAN_PACK', eternal.id);
  await passTime(brief.id);
  await endAll();
  expect(await profileOf(brief.id)).toMatchObject({ veteran: false });
  expect(await profileOf(lasting.id)).toMatchObject({ veteran: true });
  expect(await profileOf(eternal.id)).toMatchObject({ veteran: true });
});

test('shows an expired pack that is granted again', async () => {
  const { id } = await createSignedInPlayer(shop);
  await grant('GRANT_FOUNDER_PACK', id, IN_FIFTY_YEARS);
  await passTime(id);
  await endAll();
  await grant('GRANT_FOUNDER_PACK', id, IN_FIFTY_YEARS);
  await endAll();
  expect(await profileOf(id)).toMatchObject({ founder: true });
});

test('an end in the past ends a pack, and marks no account without one', async () => {
  const [{ id }, other] = [await createSignedInPlayer(shop), await createSignedInPlayer(shop)];
  await grant('GRANT_FOUNDER_PACK', id);
  await grant('GRANT_FOUNDER_PACK', id, LONG_AGO);
  await grant('GRANT_FOUNDER_PACK', other.id, LONG_AGO);
  expect(await profileOf(other.id)).toMatchObject({ founder: false });
  await endAll();
  expect(await profileOf(id)).toMatchObject({ founder: false });
  expect(await grantsOf(shop, id)).toEqual([
    'cancelled founder_package',
    `pending founder_package until ${LONG_AGO}`,
  ]);
});

test('a bought package outlasts the pack until its order is refunded', async () => {
  const { buyer, orderId, sessionId } = await startPaidOrder(shop);
  await grant('GRANT_FOUNDER_PACK', buyer.id, IN_FIFTY_YEARS);
  await passTime(buyer.id);
  await endAll();
  expect(await profileOf(buyer.id)).toMatchObject({ founder: true });
  shop.stripe.books.refund(sessionId);
  await settleOrder(shop.parts, orderId);
  expect(await profileOf(buyer.id)).toMatchObject({ founder: false });
});

test('a refund keeps a package that staff also granted', async () => {
  const { buyer, orderId, sessionId } = await startPaidOrder(shop);
  await grant('GRANT_FOUNDER_PACK', buyer.id, IN_FIFTY_YEARS);
  shop.stripe.books.refund(sessionId);
  await settleOrder(shop.parts, orderId);
  expect(await profileOf(buyer.id)).toMatchObject({ founder: true });
  await passTime(buyer.id);
  await endAll();
  expect(await profileOf(buyer.id)).toMatchObject({ founder: false });
});

test('a concurrent refund and pack expiry remove the package', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { buyer, orderId, sessionId } = await startPaidOrder(shop);
    await grant('GRANT_FOUNDER_PACK', buyer.id, IN_FIFTY_YEARS);
    await passTime(buyer.id);
    shop.stripe.books.refund(sessionId);
    await Promise.all([endAll(), settleOrder(shop.parts, orderId), endAll()]);
    await endAll();
    expect(await profileOf(buyer.id)).toMatchObject({ founder: false });
  }
});

test('concurrent processes end every expired pack, and keep packs granted meanwhile', async () => {
  const players = await Promise.all(Array.from({ length: 12 }, () => createSignedInPlayer(shop)));
  const [again, ...others] = players;
  for (const { id } of players) {
    await grant('GRANT_VETERAN_PACK', id, IN_FIFTY_YEARS);
    await passTime(id);
  }
  const end = async () => {
    while ((await endPacks(shop.parts.db, 3)) > 0);
  };
  await Promise.all([end(), end(), grant('GRANT_VETERAN_PACK', again?.id ?? 0, IN_FIFTY_YEARS), end()]);
  expect(await profileOf(again?.id ?? 0)).toMatchObject({ veteran: true });
  for (const { id } of others) expect(await profileOf(id)).toMatchObject({ veteran: false });
  expect(await endPacks(shop.parts.db, 3)).toBe(0);
});

import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { bans } from '#features/identity/accounts.tables.ts';
import { settleOrder } from '#features/orders/settlement.service.ts';
import type { Db } from '#platform/db/database.ts';
import { createOwner, createSignedInPlayer, registerPlayer, uniqueName } from './account-journeys.ts';
import { queueItems } from './bridge.ts';
import { createTestAccount } from './factories.ts';
import { fileOf, type formPayload } from './forms.ts';
import { twoColours } from './pictures.ts';
import { type Shop, startOrder, startPaidOrder } from './shop-journeys.ts';

/** A request by a staff member that succeeds with the right. */
export type StaffWrite = {
  /** The id in the path. */
  id?: number;
  body?: object;
  form?: Parameters<typeof formPayload>[0];
  /** The account that the write concerns. */
  accountId?: number;
};

type Prepare<Write = StaffWrite> = (shop: Shop) => Promise<Write>;

/** The account's rank counts too. */
type OfAccount = Prepare<StaffWrite & { accountId: number }>;

const ban = { endTime: '2099-12-03 14:05:00', description: 'Used a bot', ip: null };
const article = { title: 'Lanterns', body: 'Light them.' };
const patchNote = { version: '1.0', title: 'Lanterns', body: 'Light them.', releaseDate: '2026-11-21' };
const product = {
  storefront: 'shop',
  name: 'Lantern chest',
  price: 4.99,
  grants: [{ kind: 'premium_coins', quantity: 500, label: '500 coins' }],
};
const benefitOf = (accountDBID: number) => ({
  accountDBID,
  benefitId: 17,
  availableUntil: '2099-01-01 00:00:00',
});

const OF_ACCOUNTS: [endpoint: string, action: string, prepare: OfAccount][] = [
  ['updateUser', 'edits an account', ofPlayer((id) => ({ id, body: { hasClaimedFounderPackage: true } }))],
  ['endUserSessions', 'signs an account out', ofPlayer((id) => ({ id }))],
  ['banUser', 'bans an account', ofPlayer((id) => ({ body: { ...ban, accountDBID: id } }))],
  ['unbanUser', 'lifts a ban', ofBannedPlayer],
  ['createBenefit', 'grants a benefit', ofPlayer((id) => ({ body: benefitOf(id) }))],
  ['updateBenefit', 'extends a benefit', ofBenefit({ benefitId: 17, date: '2098-01-01 00:00:00' })],
  ['deleteBenefit', 'revokes a benefit', ofBenefit({ benefitId: 17 })],
  [
    'performAction',
    'grants a pack',
    ofPlayer((id) => ({ body: { action: 'GRANT_STAFF_PACK', accountDBID: id } })),
  ],
  ['decideStreamer', 'approves a streamer', ofStreamer],
  ['adjustMinutes', 'adjusts minutes', ofCurrentSeason],
  ['refundOrder', 'refunds an order', ofPaidOrder],
  ['decideOrder', 'delivers an order in review', ofReview('deliver')],
  ['decideOrder', 'refunds an order in review', ofReview('refund')],
  ['decideOrder', 'cancels an order in review', ofReview('cancel')],
  ['retryDelivery', 'retries a delivery', ofDeadDelivery],
  ['cancelDelivery', 'cancels a delivery', ofDeadDelivery],
  ['markDelivered', 'marks a delivery as delivered', ofDeadDelivery],
];

const OF_RECORDS: [endpoint: string, action: string, prepare: Prepare][] = [
  ['performAction', 'allows an address', () => withBody({ action: 'GRANT_WEBAPP_RIGHT', ip: '192.0.2.77' })],
  ['createArticle', 'creates an article', () => withBody(article)],
  ['updateArticle', 'updates an article', ofCreated('content/news', 'id', article, { title: 'Later' })],
  ['deleteArticle', 'deletes an article', ofCreated('content/news', 'id', article)],
  ['createPatchNote', 'creates a patch note', () => withBody(patchNote)],
  [
    'updatePatchNote',
    'updates a patch note',
    ofCreated('content/patchnotes', 'id', patchNote, { title: 'Later' }),
  ],
  ['deletePatchNote', 'deletes a patch note', ofCreated('content/patchnotes', 'id', patchNote)],
  ['uploadImage', 'uploads a picture', async () => ({ form: { image: fileOf(await twoColours()) } })],
  ['createProduct', 'creates a product', () => withBody(product)],
  ['updateProduct', 'updates a product', ofCreated('products', 'productId', product, { price: 7 })],
  ['deleteProduct', 'deletes a product', ofCreated('products', 'productId', product)],
  ['createCategory', 'creates a category', () => withBody({ name: uniqueName() })],
  [
    'updateCategory',
    'updates a category',
    ofCreated('product-categories', 'categoryId', { name: uniqueName() }, { icon: 'star' }),
  ],
  [
    'deleteCategory',
    'deletes a category',
    ofCreated('product-categories', 'categoryId', { name: uniqueName() }),
  ],
  ['createTwitchReward', 'creates a reward', async (shop) => ({ body: await aReward(shop) })],
  ['updateTwitchReward', 'updates a reward', ofReward({ title: 'Later' })],
  ['deleteTwitchReward', 'deletes a reward', ofReward()],
  ['createSeason', 'creates a season', () => withBody(anotherSeason())],
  ['updateSeason', 'updates a season', ofSeason],
];

/** For each endpoint by which staff write: its name in the contract, an action, and how to prepare it. */
export const STAFF_WRITES = [
  ...OF_ACCOUNTS.map(([name, action, prepare]) => ({ name, action, prepare, isOfAccount: true })),
  ...OF_RECORDS.map(([name, action, prepare]) => ({ name, action, prepare, isOfAccount: false })),
];

let year = 2050;

/** It overlaps with no other season. */
function anotherSeason() {
  year += 1;
  return { name: `Of ${year}`, startsAt: `${year}-01-01 00:00:00`, endsAt: `${year}-12-01 00:00:00` };
}

async function aReward(shop: Shop) {
  const { seasonId } = await asOwner(shop, 'twitch/seasons', anotherSeason());
  return { season: seasonId, title: 'Lantern', requiredMinutes: 60, itemId: 7001 };
}

function ofReward(changes?: object): Prepare {
  return async (shop) => ofCreated('twitch/rewards', 'rewardId', await aReward(shop), changes)(shop);
}

async function ofSeason(shop: Shop): Promise<StaffWrite> {
  return ofCreated('twitch/seasons', 'seasonId', anotherSeason(), { name: 'Later' })(shop);
}

async function withBody(body: object): Promise<StaffWrite> {
  return { body };
}

function ofPlayer(write: (accountId: number) => StaffWrite): OfAccount {
  return async (shop) => {
    const { id: accountId } = await createSignedInPlayer(shop);
    return { ...write(accountId), accountId };
  };
}

async function ofBannedPlayer(shop: Shop) {
  const { id: accountId } = await registerPlayer(shop);
  await shop.parts.db.insert(bans).values({ accountId, description: 'Used a bot' });
  return { body: { accountDBID: accountId }, accountId };
}

function ofBenefit(body: object): OfAccount {
  return async (shop) => {
    const accountId = await createTestAccount(shop.parts.db);
    await asOwner(shop, 'createBenefit', benefitOf(accountId));
    return { id: accountId, body, accountId };
  };
}

/** An existing record, and an edit of it. */
function ofCreated(path: string, idName: string, written: object, changes?: object): Prepare {
  return async (shop) => {
    const id = (await asOwner(shop, path, written))[idName] ?? 0;
    return { id, ...(changes && { body: { ...written, ...changes } }) };
  };
}

async function ofStreamer({ parts }: Shop) {
  const accountId = await createLinkedAccount(parts.db);
  await parts.db.execute(sql`
    insert into twitch_streamers (account_id, key_id, access_token, refresh_token, expires_at)
    values (${accountId}, 'none', '', '', now())`);
  return { id: accountId, body: { decision: 'approve', twitchId: `twitch ${accountId}` }, accountId };
}

async function createLinkedAccount(db: Db): Promise<number> {
  const accountId = await createTestAccount(db);
  await db.execute(sql`
    insert into twitch_links (account_id, twitch_user_id, login, display_name)
    values (${accountId}, ${`twitch ${accountId}`}, 'hero', 'Hero')`);
  return accountId;
}

async function ofCurrentSeason({ parts }: Shop) {
  const accountId = await createLinkedAccount(parts.db);
  await parts.db.execute(sql`
    insert into twitch_seasons (name, starts_at, ends_at)
    values ('Now', now() - interval '1 day', now() + interval '1 day')`);
  const adjustment = { kind: 'viewer', minutes: 5, reason: 'An outage', requestId: randomUUID() };
  return { body: { accountDBID: accountId, ...adjustment }, accountId };
}

async function ofPaidOrder(shop: Shop) {
  const { orderId, buyer } = await startPaidOrder(shop);
  return { id: orderId, body: { requestId: randomUUID() }, accountId: buyer.id };
}

function ofReview(decision: 'deliver' | 'refund' | 'cancel'): OfAccount {
  return async (shop) => {
    const { orderId, sessionId, buyer } = await startOrder(shop);
    const { books } = shop.stripe;
    if (decision !== 'cancel') books.pay(sessionId);
    // An amount that is not the price, another currency, or a session that the provider doesn't know.
    if (decision === 'deliver') books.tamper(sessionId, { amount_total: 450 });
    if (decision === 'refund') books.tamper(sessionId, { currency: 'usd' });
    if (decision === 'cancel')
      await shop.parts.db.execute(sql`update orders set session_id = 'cs_test_away' where id = ${orderId}`);
    const state = await settleOrder(shop.parts, orderId);
    if (state !== 'review') throw new Error(`The order is ${state}.`);
    return { id: orderId, body: { decision }, accountId: buyer.id };
  };
}

async function ofDeadDelivery(shop: Shop) {
  const [queued] = await queueItems(shop, 1);
  const { rows } = await shop.parts.db.execute<{ id: number }>(sql`
    update deliveries set state = 'dead', settled_at = now()
    where account_id = ${queued?.accountId} returning id::int as id`);
  return { id: rows[0]?.id ?? 0, accountId: queued?.accountId ?? 0 };
}

async function asOwner(shop: Shop, path: string, body: object): Promise<Record<string, number>> {
  const { token } = await createOwner(shop);
  const response = await shop.call('POST', `/admin/${path}`, { token, body });
  if (response.statusCode !== 200) throw new Error(`${path} answered ${response.body}`);
  return response.json();
}

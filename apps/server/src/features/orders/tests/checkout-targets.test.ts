import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { characters, deliveries } from '#features/deliveries/deliveries.tables.ts';
import { gameServers } from '#features/game-servers/game-servers.ts';
import { orderLines, orders } from '#features/orders/orders.tables.ts';
import { settleOrder } from '#features/orders/settlement.service.ts';
import type { ProductText } from '#features/products/products.service.ts';
import { createSignedInPlayer } from '#test/account-journeys.ts';
import { createCharacter, createGameServer, reportNeed } from '#test/game-servers.ts';
import {
  type Buyer,
  checkout,
  createTestProduct,
  postCheckout,
  readOrder,
  stockOfProduct,
  useShop,
} from '#test/shop-journeys.ts';

const shop = await useShop({ isWorker: false });
const { db } = shop.parts;

/** The second server of the file, which needs a character. */
const second = await createGameServer(db, { needsCharacter: true });

let buyer: Buyer;
beforeEach(async () => {
  buyer = await createSignedInPlayer(shop);
});

/** An item with an id on both servers by default. */
const createItem = (changes: Partial<ProductText> = {}, line: object = {}) =>
  createTestProduct(shop, {
    lines: [
      { kind: 'premium_coins', quantity: 10, itemId: null, label: 'Coins' },
      {
        kind: 'item',
        quantity: 1,
        itemId: 7001,
        serverItems: [{ serverId: second, itemId: 9002 }],
        label: 'Lantern',
        ...line,
      },
    ],
    ...changes,
  });

const createCharacters = async (...ids: string[]) => {
  for (const characterId of ids)
    await createCharacter(db, {
      accountId: buyer.id,
      serverId: second,
      characterId,
      name: `Named ${characterId}`,
    });
};

const refusal = async (productId: number, target: object = {}) => {
  const answer = await postCheckout(shop, buyer, productId, target);
  return { status: answer.statusCode, ...answer.json().fields };
};

const itemsOf = async (orderId: number) =>
  (
    await db.select().from(orderLines).where(eq(orderLines.orderId, orderId)).orderBy(orderLines.position)
  ).map(({ itemId }) => itemId);

const openOrders = async (productId: number) =>
  (await db.select().from(orders).where(eq(orders.productId, productId))).filter(
    ({ state }) => state === 'pending',
  );

/** Pays and settles it. */
async function pay(orderId: number) {
  shop.stripe.books.pay((await readOrder(shop, orderId)).sessionId ?? '');
  await settleOrder(shop.parts, orderId);
  return db.select().from(deliveries).where(eq(deliveries.orderId, orderId));
}

describe('the game server of a checkout', () => {
  test('is required where two have the items, and named in the answer', async () => {
    const productId = await createItem();
    expect(await refusal(productId)).toEqual({
      status: 400,
      serverId: 'Choose the game server that you want it on.',
    });
    expect(await openOrders(productId)).toEqual([]);
  });

  test("keeps that server's item ids, and the deliveries go there", async () => {
    const productId = await createItem();
    await createCharacters('c1');
    const order = await checkout(shop, buyer, productId, { serverId: second });
    expect(order).toMatchObject({ serverId: second, characterId: 'c1', characterName: 'Named c1' });
    expect(await itemsOf(order.id)).toEqual([null, 9002]);
    expect(await pay(order.id)).toMatchObject([
      { serverId: second, characterId: 'c1', characterName: 'Named c1', itemId: 9002, kind: 'item' },
    ]);
    const first = await checkout(shop, buyer, productId, { serverId: 1 });
    expect(first).toMatchObject({ serverId: 1, characterId: null });
    expect(await itemsOf(first.id)).toEqual([null, 7001]);
  });

  test('is chosen by itself where only one has all items', async () => {
    const firstOnly = await checkout(shop, buyer, await createItem({}, { serverItems: [] }));
    expect(firstOnly.serverId).toBe(1);
    await createCharacters('c1');
    const secondOnly = await checkout(shop, buyer, await createItem({}, { itemId: null }));
    expect([secondOnly.serverId, await itemsOf(secondOnly.id)]).toEqual([second, [null, 9002]]);
  });

  test('is refused when it is unknown, hidden or lacks an item', async () => {
    const hidden = await createGameServer(db, { isListed: false });
    const serverItems = [{ serverId: hidden, itemId: 5 }];
    const productId = await createItem({}, { serverItems });
    const serverId = "This isn't available on that game server. Choose another one.";
    for (const target of [999_999, hidden, second])
      expect(await refusal(productId, { serverId: target })).toEqual({ status: 400, serverId });
    for (const target of [0, -1, 1.5, 'first', null, 2 ** 31])
      expect(await refusal(productId, { serverId: target })).toEqual({
        status: 400,
        serverId: expect.any(String),
      });
  });

  test('must be listed, or nothing is sold for it', async () => {
    const productId = await createItem({}, { serverItems: [] });
    await db.update(gameServers).set({ isListed: false }).where(eq(gameServers.id, 1));
    onTestFinished(async () => {
      await db.update(gameServers).set({ isListed: true }).where(eq(gameServers.id, 1));
    });
    const answer = await postCheckout(shop, buyer, productId);
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      "This isn't available on any game server right now.",
    ]);
  });

  test('is ignored for coins, which go to no game', async () => {
    const lines: ProductText['lines'] = [
      { kind: 'premium_coins', quantity: 5, itemId: null, label: 'Coins' },
    ];
    const productId = await createTestProduct(shop, { lines });
    const order = await checkout(shop, buyer, productId, { serverId: 999_999, characterId: 'nobody' });
    expect(order).toMatchObject({ serverId: null, characterId: null, characterName: null });
    expect(await pay(order.id)).toEqual([]);
  });

  test('is chosen for donations as for the shop', async () => {
    const productId = await createItem({ storefront: 'donation' });
    expect((await refusal(productId)).status).toBe(400);
    expect((await checkout(shop, buyer, productId, { serverId: 1 })).serverId).toBe(1);
  });
});

describe('the character of a checkout', () => {
  test('is required with two, and must be first created with none', async () => {
    const productId = await createItem();
    expect(await refusal(productId, { serverId: second })).toEqual({
      status: 400,
      characterId: 'Create a character on Frostland first, then come back.',
    });
    await createCharacters('c1', 'c2');
    expect(await refusal(productId, { serverId: second })).toEqual({
      status: 400,
      characterId: 'Choose the character on Frostland that gets it.',
    });
    const order = await checkout(shop, buyer, productId, { serverId: second, characterId: 'c2' });
    expect(order).toMatchObject({ characterId: 'c2', characterName: 'Named c2' });
  });

  test("is refused when it is somebody else's, on another server, or gone", async () => {
    const productId = await createItem();
    const stranger = await createSignedInPlayer(shop);
    await createCharacter(db, { accountId: stranger.id, serverId: second, characterId: 'theirs' });
    await createCharacter(db, { accountId: buyer.id, serverId: 1, characterId: 'elsewhere' });
    await createCharacters('c1', 'gone');
    await db.delete(characters).where(eq(characters.characterId, 'gone'));
    for (const characterId of ['theirs', 'elsewhere', 'gone', 'never'])
      expect(await refusal(productId, { serverId: second, characterId })).toEqual({
        status: 400,
        characterId: 'You have no such character on Frostland. Choose another one.',
      });
    for (const characterId of ['', 'x'.repeat(65), 7, null, 'two\nlines'])
      expect(await refusal(productId, { serverId: second, characterId })).toEqual({
        status: 400,
        characterId: expect.any(String),
      });
  });

  test('needs no choice where the game needs none, and is kept when it is chosen', async () => {
    const productId = await createItem({}, { serverItems: [] });
    await createCharacter(db, { accountId: buyer.id, serverId: 1, characterId: 'k1' });
    expect((await checkout(shop, buyer, productId)).characterId).toBeNull();
    expect((await checkout(shop, buyer, productId, { characterId: 'k1' })).characterId).toBe('k1');
  });

  test('that is gone when it is paid changes nothing of the order', async () => {
    const productId = await createItem();
    await createCharacters('c1');
    const order = await checkout(shop, buyer, productId, { serverId: second, characterId: 'c1' });
    await db.delete(characters).where(eq(characters.accountId, buyer.id));
    expect(await pay(order.id)).toMatchObject([{ serverId: second, characterName: 'Named c1' }]);
  });
});

describe('two tabs', () => {
  test('with one character share a checkout, and with two have one each', async () => {
    const productId = await createItem({ stock: 10, accountLimit: 5 });
    await createCharacters('c1', 'c2');
    const ids = ['c1', 'c2', 'c1', 'c2', 'c1', 'c2'];
    const made = await Promise.all(
      ids.map((characterId) => checkout(shop, buyer, productId, { serverId: second, characterId })),
    );
    expect(made.map(({ characterId }) => characterId)).toEqual(ids);
    expect(new Set(made.map(({ id }) => id)).size).toBe(2);
    expect(await openOrders(productId)).toHaveLength(2);
    expect(await stockOfProduct(shop, productId)).toBe(8);
  });

  test('never exceed a limit: the newer choice replaces the older checkout', async () => {
    const productId = await createItem({ stock: 1, accountLimit: 1 });
    await createCharacters('c1', 'c2');
    const older = await checkout(shop, buyer, productId, { serverId: second, characterId: 'c1' });
    const newer = await checkout(shop, buyer, productId, { serverId: second, characterId: 'c2' });
    expect((await readOrder(shop, older.id)).state).toBe('expired');
    expect(await openOrders(productId)).toMatchObject([{ id: newer.id, characterId: 'c2' }]);
    expect(await stockOfProduct(shop, productId)).toBe(0);
    expect(await pay(newer.id)).toHaveLength(1);
    const again = await postCheckout(shop, buyer, productId, { serverId: second, characterId: 'c1' });
    expect([again.statusCode, again.json().message]).toEqual([409, 'You can buy this once, and you have.']);
  });

  test('that choose at once never hold more than the limit', async () => {
    const productId = await createItem({ stock: 3, accountLimit: 1 });
    await createCharacters('c1', 'c2', 'c3');
    const answers = await Promise.all(
      ['c1', 'c2', 'c3', 'c1', 'c2', 'c3'].map((characterId) =>
        postCheckout(shop, buyer, productId, { serverId: second, characterId }),
      ),
    );
    for (const { statusCode } of answers) expect([200, 409, 503]).toContain(statusCode);
    expect((await openOrders(productId)).length).toBeLessThanOrEqual(1);
    expect(await stockOfProduct(shop, productId)).toBe(3 - (await openOrders(productId)).length);
  });

  test('never replace a checkout that was paid meanwhile', async () => {
    const productId = await createItem({ accountLimit: 1 });
    await createCharacters('c1', 'c2');
    const older = await checkout(shop, buyer, productId, { serverId: second, characterId: 'c1' });
    shop.stripe.books.pay(older.sessionId ?? '');
    const answer = await postCheckout(shop, buyer, productId, { serverId: second, characterId: 'c2' });
    expect([answer.statusCode, answer.json().message]).toEqual([409, 'You can buy this once, and you have.']);
    expect(await readOrder(shop, older.id)).toMatchObject({ state: 'paid', characterId: 'c1' });
  });

  test('for one character each never hold the whole stock', async () => {
    const productId = await createItem({ stock: 6 });
    const ids = ['c1', 'c2', 'c3', 'c4', 'c5', 'c6'];
    await createCharacters(...ids);
    for (const characterId of ids) await checkout(shop, buyer, productId, { serverId: second, characterId });
    expect(await openOrders(productId)).toHaveLength(3);
    expect(await stockOfProduct(shop, productId)).toBe(3);
  });

  test("can't take another player's last unit", async () => {
    const productId = await createItem({ stock: 1 }, { serverItems: [] });
    await checkout(shop, buyer, productId);
    const other = await createSignedInPlayer(shop);
    expect((await postCheckout(shop, other, productId)).statusCode).toBe(409);
    expect(await openOrders(productId)).toHaveLength(1);
  });
});

test("a player's orders and the order list name the server", async () => {
  const productId = await createItem();
  await createCharacters('c1');
  const order = await checkout(shop, buyer, productId, { serverId: second });
  await pay(order.id);
  const { orders: own } = (await shop.call('GET', '/user/orders?limit=10', { token: buyer.token })).json();
  expect(own).toMatchObject([
    {
      serverId: second,
      serverName: 'Frostland',
      lines: [{ characterName: null }, { characterName: 'Named c1' }],
    },
  ]);
});

test('a bridge that begins to need characters is followed at the next checkout', async () => {
  const productId = await createItem({}, { serverItems: [] });
  await reportNeed(db, 1, true);
  onTestFinished(async () => {
    await db.execute(sql`delete from game_server_status where server_id = 1`);
  });
  expect(await refusal(productId)).toEqual({
    status: 400,
    characterId: 'Create a character on Game server first, then come back.',
  });
});

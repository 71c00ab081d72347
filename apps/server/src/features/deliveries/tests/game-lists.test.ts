import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createOwner, createSignedInPlayer, createStaff } from '#test/account-journeys.ts';
import { type BridgePortal, createBridgePortal, makeAllDue, queueItems, queueOrder } from '#test/bridge.ts';
import { withdrawOrderDeliveries } from '#features/deliveries/deliveries.service.ts';
import { characters, deliveries } from '#features/deliveries/deliveries.tables.ts';

let portal: BridgePortal;
let token: string;
beforeAll(async () => {
  portal = await createBridgePortal();
  ({ token } = await createStaff(portal, ['gameCharacters', 'gameInventory']));
});
beforeEach(async () => {
  await portal.parts.db.delete(deliveries);
  await portal.parts.db.delete(characters);
});
afterAll(() => portal.close());

const get = async (path: string) => {
  const response = await portal.call('GET', `/admin/game/${path}`, { token });
  expect([path, response.statusCode]).toEqual([path, 200]);
  return response.json();
};
const report = (accountDBID: number, list: [name: string, level: number][]) =>
  portal.bridge('PUT', 'characters', {
    body: {
      accounts: [
        { accountDBID, characters: list.map(([name, level]) => ({ name, level, class: 'Warden' })) },
      ],
    },
  });
const applyAll = async () => {
  const leased = await portal.lease();
  await portal.acknowledge(leased.map(({ id }) => ({ id, result: 'applied' as const })));
};

const names = async (query: string) =>
  (await get(`characters?${query}`)).characters.map(({ name }: { name: string }) => name);
const items = async (query: string) =>
  (await get(`inventory?${query}`)).inventory.map(({ itemId }: { itemId: number }) => itemId);
const newYear = (year: number) => new Date(`${year}-01-01T00:00:00.000Z`);

describe('characters', () => {
  test('are listed as the game reported them', async () => {
    const { id, username } = await createSignedInPlayer(portal);
    await report(id, [['Kara', 12]]);
    expect(await get('characters')).toEqual({
      characters: [
        {
          accountDBID: id,
          userName: username,
          serverId: 1,
          serverName: 'Game server',
          characterId: 'Kara',
          online: false,
          name: 'Kara',
          level: 12,
          class: 'Warden',
          reportedAt: expect.stringMatching(/^2\d{3}-.*Z$/),
        },
      ],
      total: 1,
      totalIsExact: true,
    });
  });

  test("are found by a part of their name, by the account's name, and by the first digits of its id", async () => {
    const [a, b] = [await createSignedInPlayer(portal), await createSignedInPlayer(portal)];
    await report(a.id, [
      ['Karandor', 5],
      ['Íris', 6],
      ['100% real', 7],
    ]);
    await report(b.id, [
      ['Oskara', 8],
      ['Bo', 9],
    ]);
    expect(await names('search=KARA')).toEqual(['Karandor', 'Oskara']);
    expect(await names('search=ka')).toEqual(['Karandor']);
    expect(await names('search=bo')).toEqual(['Bo']);
    expect(await names(`search=${encodeURIComponent('íri')}`)).toEqual(['Íris']);
    expect(await names(`search=${encodeURIComponent('100%')}`)).toEqual(['100% real']);
    expect(await names(`search=${encodeURIComponent('%')}`)).toEqual([]);
    expect(await names(`search=${b.username}`)).toEqual(['Bo', 'Oskara']);
    expect(await names(`search=${b.username.slice(3)}`)).toEqual(['Bo', 'Oskara']);
    expect(await names(`search=${b.id}`)).toEqual(expect.arrayContaining(['Bo', 'Oskara']));
    expect(await names(`account=${a.id}`)).toEqual(['100% real', 'Karandor', 'Íris']);
    expect(await names(`account=${a.id}&search=${b.username}`)).toEqual([]);
    expect(await names('search=nobody')).toEqual([]);
  });

  test('are listed once when they match in several ways', async () => {
    const { id, username } = await createSignedInPlayer(portal);
    await report(id, [[username, 3]]);
    expect(await get(`characters?search=${username}`)).toMatchObject({
      total: 1,
      characters: [{ level: 3 }],
    });
  });

  test('are sorted and paged, each on exactly one page', async () => {
    const players = [await createSignedInPlayer(portal), await createSignedInPlayer(portal)];
    const stems = ['bel', 'Ara', 'cy', 'Dor', 'eve', 'Fen'];
    for (const { id } of players)
      await report(
        id,
        stems.map((name, n) => [name, 1 + ((n * 5) % 7)]),
      );
    type Entry = { accountDBID: number; name: string; level: number };
    const key = (entry: Entry) => `${entry.accountDBID} ${entry.name}`;
    const values: Record<string, (entry: Entry) => string> = {
      name: ({ name }) => name.toLowerCase(),
      level: ({ level }) => String(level),
      accountDBID: ({ accountDBID }) => String(accountDBID).padStart(9),
    };
    for (const [name, valueOf] of Object.entries(values)) {
      const pages = [await get(`characters?sort=${name}`), await get(`characters?sort=${name}&page=2`)];
      const entries: Entry[] = pages.flatMap((page) => page.characters);
      expect(new Set(entries.map(key)).size).toBe(12);
      expect(entries.map(valueOf)).toEqual(entries.map(valueOf).toSorted());
      const { characters: descending } = await get(`characters?sort=-${name}&pageSize=all`);
      expect(descending.map(key)).toEqual(entries.map(key).toReversed());
    }
  });
});

describe('the inventory', () => {
  test('adds up what an account received of each item, and what is pending', async () => {
    const { id, username } = await createSignedInPlayer(portal);
    await queueItems(portal, 1, { accountId: id, itemId: 7001, quantity: 2 });
    await queueItems(portal, 1, { accountId: id, itemId: 7001, quantity: 3 });
    await queueItems(portal, 1, { accountId: id, kind: 'club_days', itemId: null, quantity: 30 });
    await applyAll();
    await queueItems(portal, 1, { accountId: id, itemId: 7001, quantity: 4 });
    await queueItems(portal, 1, { accountId: id, kind: 'founder_package', itemId: null });
    const common = {
      accountDBID: id,
      userName: username,
      serverId: 1,
      serverName: 'Game server',
      availableUntil: null,
    };
    const delivered = expect.stringMatching(/^2\d{3}-.*Z$/);
    expect(await get('inventory')).toEqual({
      inventory: [
        {
          ...common,
          kind: 'club_days',
          itemId: null,
          label: 'Club days',
          quantity: 30,
          pending: 0,
          lastDeliveredAt: delivered,
        },
        {
          ...common,
          kind: 'founder_package',
          itemId: null,
          label: 'Founder package',
          quantity: 0,
          pending: 1,
          lastDeliveredAt: null,
        },
        {
          ...common,
          kind: 'item',
          itemId: 7001,
          label: 'Item 7001',
          quantity: 5,
          pending: 4,
          lastDeliveredAt: delivered,
        },
      ],
      total: 3,
      totalIsExact: true,
    });
  });

  test('shows a bought item under its name in the shop', async () => {
    const { accountId } = await queueOrder(portal);
    expect((await get(`inventory?account=${accountId}`)).inventory).toMatchObject([{ label: 'A thing' }]);
  });

  test('omits refused and cancelled items, and revoked ones once the game has removed them', async () => {
    const [kept, refunded] = [await queueOrder(portal), await queueOrder(portal, 2)];
    const [refused] = await queueItems(portal, 1);
    const leased = await portal.lease();
    await portal.acknowledge(
      leased.map(({ id, idempotencyKey }) => ({
        id,
        result: idempotencyKey === refused?.idempotencyKey ? ('reject' as const) : ('applied' as const),
      })),
    );
    await portal.parts.db.transaction((tx) => withdrawOrderDeliveries(tx, refunded.orderId));
    const early = await queueOrder(portal);
    await portal.parts.db.transaction((tx) => withdrawOrderDeliveries(tx, early.orderId));
    const owners = async () =>
      (await get('inventory')).inventory.map(({ accountDBID }: { accountDBID: number }) => accountDBID);
    expect(await owners()).toEqual([kept.accountId, refunded.accountId, refunded.accountId]);
    await makeAllDue(portal.parts.db);
    await applyAll();
    expect(await owners()).toEqual([kept.accountId]);
    expect(await get('inventory')).toMatchObject({ total: 1 });
  });

  test('shows when the last grant ends, and no end for a permanent item', async () => {
    const { id } = await createSignedInPlayer(portal);
    const give = (itemId: number, availableUntil: Date | null) =>
      queueItems(portal, 1, { accountId: id, kind: 'benefit', itemId, availableUntil });
    for (const year of [2031, 2033, 2032]) await give(5, newYear(year));
    await give(6, newYear(2031));
    await give(6, null);
    expect((await get('inventory')).inventory).toMatchObject([
      { label: 'Benefit 5', pending: 3, availableUntil: '2033-01-01T00:00:00.000Z' },
      { label: 'Benefit 6', pending: 2, availableUntil: null },
    ]);
  });

  test("is found by the account's name and id, and by the item's id", async () => {
    const [a, b] = [await createSignedInPlayer(portal), await createSignedInPlayer(portal)];
    await queueItems(portal, 1, { accountId: a.id, itemId: 987_001 });
    await queueItems(portal, 1, { accountId: b.id, itemId: 987_002 });
    expect(await items('search=987')).toEqual([987_001, 987_002]);
    expect(await items('search=987002')).toEqual([987_002]);
    expect(await items(`search=${a.username.toUpperCase()}`)).toEqual([987_001]);
    expect(await items(`account=${b.id}`)).toEqual([987_002]);
    expect(await items(`search=${b.id}&account=${b.id}`)).toEqual([987_002]);
    expect(await items('search=item')).toEqual([]);
  });

  test('is paged in the order of accounts, each item on exactly one page', async () => {
    const accountIds = [await createSignedInPlayer(portal), await createSignedInPlayer(portal)].map(
      ({ id }) => id,
    );
    for (const accountId of accountIds) await queueItems(portal, 7, { accountId });
    for (const accountId of accountIds) await queueItems(portal, 7, { accountId });
    type Entry = { accountDBID: number; itemId: number };
    const key = ({ accountDBID, itemId }: Entry) => `${accountDBID} ${itemId}`;
    const pages = [await get('inventory'), await get('inventory?page=2')];
    const entries: Entry[] = pages.flatMap(({ inventory }) => inventory);
    expect(entries.map(key)).toEqual(
      accountIds.flatMap((id) => [1, 2, 3, 4, 5, 6, 7].map((n) => `${id} ${n}`)),
    );
    expect(pages).toMatchObject([
      { total: 14, totalIsExact: true },
      { total: 14, totalIsExact: true },
    ]);
    const { inventory } = await get('inventory?sort=-accountDBID&pageSize=all');
    expect(inventory.map(key)).toEqual(entries.map(key).toReversed());
  });

  test('of more than a thousand items says so, and scrolling reaches its end', async () => {
    const { id } = await createSignedInPlayer(portal);
    await portal.parts.db.execute(sql`
      insert into deliveries (account_id, idempotency_key, effect, kind, item_id, quantity)
      select ${id}, 'many:' || n, 'grant', 'item', n, 1 from generate_series(1, 1050) n`);
    expect(await get('inventory')).toMatchObject({ total: 1000, totalIsExact: false });
    const last = await get('inventory?pageSize=all&page=11');
    expect(last.inventory).toHaveLength(50);
    expect(last).toMatchObject({ total: 1050, totalIsExact: true });
  });
});

test('each list is limited to staff of its section and the owner', async () => {
  const callers = {
    characters: await createStaff(portal, ['gameCharacters']),
    inventory: await createStaff(portal, ['gameInventory']),
    player: await createSignedInPlayer(portal),
    owner: await createOwner(portal),
  };
  const statuses = async (path: string) => {
    const tokens = [undefined, ...Object.values(callers).map((caller) => caller.token)];
    const responses = await Promise.all(
      tokens.map((one) => portal.call('GET', `/admin/game/${path}`, one === undefined ? {} : { token: one })),
    );
    return responses.map(({ statusCode }) => statusCode);
  };
  expect(await statuses('characters')).toEqual([401, 200, 403, 403, 200]);
  expect(await statuses('inventory')).toEqual([401, 403, 200, 403, 200]);
});

test.each(['characters?sort=class', 'characters?account=x', 'inventory?sort=kind', 'inventory?pageSize=5'])(
  '%s is refused',
  async (path) => {
    expect((await portal.call('GET', `/admin/game/${path}`, { token })).statusCode).toBe(400);
  },
);

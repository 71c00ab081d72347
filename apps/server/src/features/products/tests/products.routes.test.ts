import { eq, inArray } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { usePortal, until } from '#test/account-journeys.ts';
import { useListeningApp } from '#test/test-app.ts';
import { type ProductText } from '#features/products/products.service.ts';
import { createCategory, createProduct } from '#test/products.ts';
import { gameServers } from '#features/game-servers/game-servers.ts';
import { createGameServer } from '#test/game-servers.ts';
import { products } from '#features/products/products.tables.ts';

const { parts, app } = await usePortal();

const create = (changes: Partial<ProductText> = {}) =>
  createProduct(parts.db, {
    storefront: 'shop',
    name: 'Lantern',
    priceCents: 499,
    lines: [{ kind: 'item', quantity: 2, itemId: 7001, label: '2 lanterns' }],
    ...changes,
  });

type Listed = { productId: number; [field: string]: unknown };

async function list(query = '', from = app): Promise<Listed[]> {
  const response = await from.inject(`/api/products${query}`);
  if (response.statusCode !== 200) throw new Error(response.body);
  return response.json().products;
}

const find = async (id: number, query = '', from = app) =>
  (await list(query, from)).find(({ productId }) => productId === id);

const on = (...serverIds: number[]) => serverIds.map((serverId) => ({ serverId, itemId: 9000 + serverId }));

describe('the list of products', () => {
  test('carries every field of a gift, in euro', async () => {
    await createCategory(parts.db, { name: 'Packages', icon: 'chest', description: 'All in *one*.' });
    const id = await create({
      category: 'Packages',
      newName: 'Great lantern',
      description: 'It **glows**.',
      newPriceCents: 399,
      isSale: true,
      saleEndsAt: new Date('2099-01-01T00:00:00Z'),
      customIconUrl: '/files/lantern.webp',
      stock: 7,
      accountLimit: 2,
    });
    expect(await find(id)).toEqual({
      productId: id,
      storefront: 'shop',
      name: 'Lantern',
      newName: 'Great lantern',
      description: 'It **glows**.',
      descriptionHtml: '<p>It <strong>glows</strong>.</p>',
      price: 4.99,
      newPrice: 3.99,
      category: 'Packages',
      category_desc: 'All in *one*.',
      categoryDescHtml: '<p>All in <em>one</em>.</p>',
      categoryIcon: 'chest',
      isSale: true,
      saleEndDate: '2099-01-01T00:00:00.000Z',
      isCustomIcon: '/files/lantern.webp',
      stock: 7,
      accountLimit: 2,
      grants: [{ kind: 'item', quantity: 2, itemId: 7001, serverItems: [], label: '2 lanterns' }],
      serverIds: [1],
    });
  });

  test('omits unset fields of a plain product in the general category', async () => {
    const listed = await find(await create());
    expect(listed).toMatchObject({
      category: 'General',
      category_desc: '',
      newPrice: null,
      saleEndDate: null,
      isSale: false,
      isCustomIcon: '',
      stock: null,
    });
    expect(listed).not.toHaveProperty('newName');
  });

  test('is limited to one storefront, by default the shop', async () => {
    const [inShop, gift] = [await create(), await create({ storefront: 'donation' })];
    expect([await find(inShop), await find(gift)]).toMatchObject([{ productId: inShop }, undefined]);
    expect(await find(gift, '?storefront=donation')).toMatchObject({ storefront: 'donation' });
    expect(await find(inShop, '?storefront=donation')).toBeUndefined();
    expect((await app.inject('/api/products?storefront=attic')).statusCode).toBe(400);
  });

  test.each<[string, Partial<typeof products.$inferInsert>, boolean]>([
    ['a hidden product', { isListed: false }, false],
    ['a deleted product', { deletedAt: new Date() }, false],
    ['a sale that has ended', { isSale: true, saleEndsAt: new Date(Date.now() - 1000) }, false],
    ['a sale without an end', { isSale: true }, true],
    ['an end without a sale', { saleEndsAt: new Date(Date.now() - 1000) }, true],
    ['a product that is sold out', { stock: 0 }, true],
  ])('knows whether to show %s', async (_, changes, isShown) => {
    const id = await create();
    await parts.db.update(products).set(changes).where(eq(products.id, id));
    expect((await find(id)) !== undefined).toBe(isShown);
  });

  test('is sorted by category, then by position', async () => {
    await createCategory(parts.db, { name: 'Last', position: 900 });
    await createCategory(parts.db, { name: 'First', position: -1 });
    const general = await create({ position: -5 });
    const last = await create({ category: 'Last' });
    const second = await create({ category: 'First', position: 2 });
    const first = await create({ category: 'First', position: 1 });
    const made = [first, second, last, general];
    const ids = (await list()).map(({ productId }) => productId).filter((id) => made.includes(id));
    expect(ids).toEqual(made);
  });

  test('names the listed servers that have every item, and follows the servers', async () => {
    const listening = await useListeningApp(parts);
    await until(async () => listening.connections() > 0);
    const [second, hidden] = [
      await createGameServer(parts.db),
      await createGameServer(parts.db, { isListed: false }),
    ];
    const item = { kind: 'item' as const, quantity: 1, label: 'x' };
    const club = { kind: 'club_days' as const, quantity: 1, itemId: null, label: 'x' };
    const coins = { kind: 'premium_coins' as const, quantity: 1, itemId: null, label: 'x' };
    const cases: [ProductText['lines'], number[]][] = [
      [
        [{ ...item, itemId: 1, serverItems: on(second, hidden) }, coins],
        [1, second],
      ],
      [[{ ...item, itemId: null, serverItems: on(second) }], [second]],
      [
        [
          { ...item, itemId: 1, serverItems: on(second) },
          { ...item, itemId: 2 },
        ],
        [1],
      ],
      [
        [
          { ...item, itemId: null, serverItems: on(second) },
          { ...item, itemId: 2 },
        ],
        [],
      ],
      [[club], [1, second]],
      [[coins], []],
    ];
    for (const [lines, serverIds] of cases) {
      const id = await create({ lines });
      expect(await find(id)).toMatchObject({ serverIds });
    }
    const id = await create({ lines: [club] });
    const shown = async () => String((await find(id, '', listening.app))?.serverIds);
    await until(async () => (await shown()) === `1,${second}`);
    await parts.db.update(gameServers).set({ isListed: true }).where(eq(gameServers.id, hidden));
    await until(async () => (await shown()) === `1,${second},${hidden}`);
    await parts.db
      .update(gameServers)
      .set({ isListed: false })
      .where(inArray(gameServers.id, [second, hidden]));
    await until(async () => (await shown()) === '1');
  });

  test('drops a sale when it ends, although answers are cached and nothing was edited', async () => {
    const listening = await useListeningApp(parts);
    await until(async () => listening.connections() > 0);
    // Time enough for the first answer, which has to be made while the sale runs.
    const id = await create({ isSale: true, saleEndsAt: new Date(Date.now() + 8000) });
    await until(async () => (await find(id, '', listening.app)) !== undefined);
    await until(async () => (await find(id, '', listening.app)) === undefined);
    expect(await find(id)).toBeUndefined();
  });

  test('reflects a change immediately in every process', async () => {
    const listening = await useListeningApp(parts);
    await until(async () => listening.connections() > 0);
    const id = await create();
    await until(async () => (await find(id, '', listening.app)) !== undefined);
    await parts.db.update(products).set({ name: 'Torch' }).where(eq(products.id, id));
    await until(async () => (await find(id, '', listening.app))?.name === 'Torch');
    expect(await find(id)).toMatchObject({ name: 'Torch' });
  });
});

describe('a product cannot be created', () => {
  test.each<[string, Partial<ProductText>]>([
    ['below half a euro', { priceCents: 49 }],
    ['without a name', { name: '' }],
    ['with an item that names none', { lines: [{ kind: 'item', quantity: 1, itemId: null, label: 'x' }] }],
    ['with coins by halves', { lines: [{ kind: 'premium_coins', quantity: 0, itemId: null, label: 'x' }] }],
    [
      'with centuries of club',
      { lines: [{ kind: 'club_days', quantity: 36_501, itemId: null, label: 'x' }] },
    ],
    ['with a stock below none', { stock: -1 }],
  ])('%s', async (_, changes) => {
    await expect(create(changes)).rejects.toMatchObject({ cause: { code: '23514' } });
  });

  test('in a category that does not exist', async () => {
    await expect(create({ category: 'Nowhere' })).rejects.toThrow('There is no category named Nowhere.');
  });
});

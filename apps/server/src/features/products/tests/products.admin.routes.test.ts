import { beforeAll, describe, expect, test } from 'vitest';
import { createOwner, usePortal, createSignedInPlayer, createStaff } from '#test/account-journeys.ts';
import { auditOf } from '#test/audit.ts';
import { createGameServer } from '#test/game-servers.ts';
import { createCategory, createProduct } from '#test/products.ts';

const portal = await usePortal();
const staff = await createStaff(portal, ['products']);

const TEXT = {
  storefront: 'shop',
  name: 'Lantern',
  description: 'It **glows**.',
  price: 4.99,
  grants: [{ kind: 'item', quantity: 2, itemId: 7001, label: '2 lanterns' }],
};

const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, token = staff.token) =>
  portal.call(method, path, { ...(body && { body }), token });

async function create(changes: object = {}, token?: string) {
  const response = await send('POST', '/admin/products', { ...TEXT, ...changes }, token);
  if (response.statusCode !== 200) throw new Error(response.body);
  return response.json();
}

const statusesOf = (responses: { statusCode: number }[]) =>
  responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);

const put = (productId: number, changes: object = {}, token?: string) =>
  send('PUT', `/admin/products/${productId}`, { ...TEXT, ...changes }, token);

/** Each of them saves at the same time as the others. */
const createEditors = (count: number) =>
  Promise.all(Array.from({ length: count }, () => createStaff(portal, ['products'])));

const inShop = async (productId: number) =>
  (await portal.call('GET', '/products'))
    .json()
    .products.find((product: { productId: number }) => product.productId === productId);

async function list(query: string) {
  const response = await send('GET', `/admin/products?${query}`);
  if (response.statusCode !== 200) throw new Error(response.body);
  const { products, total, totalIsExact } = response.json();
  return { total, totalIsExact, names: products.map(({ name }: { name: string }) => name) };
}

describe('a new product', () => {
  test('has every given field, is in the shop, and in the audit log', async () => {
    const categoryId = await createCategory(portal.parts.db, { name: 'Lights' });
    const whole = {
      ...TEXT,
      newName: 'Great lantern',
      newPrice: 3.99,
      categoryId,
      isSale: true,
      saleEndDate: '2099-01-01T00:00:00.000Z',
      isCustomIcon: '/files/lantern.webp',
      stock: 7,
      accountLimit: 2,
      position: 3,
      isListed: true,
    };
    const made = await create(whole);
    expect(made).toEqual({
      ...whole,
      productId: expect.any(Number),
      category: 'Lights',
      descriptionHtml: '<p>It <strong>glows</strong>.</p>',
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      grants: [{ kind: 'item', quantity: 2, itemId: 7001, serverItems: [], label: '2 lanterns' }],
      revision: 1,
    });
    expect((await send('GET', `/admin/products/${made.productId}`)).json()).toEqual(made);
    expect(await inShop(made.productId)).toMatchObject({ newPrice: 3.99, category: 'Lights', stock: 7 });
    expect(await auditOf(portal, 'product.create', made.productId)).toEqual([
      { staffId: staff.id, accountId: null, before: null, after: whole },
    ]);
  });

  test.each<[string, object, string]>([
    ['a price below half a euro', { price: 0.49 }, 'price'],
    ['a price with thirds of a cent', { price: 4.999 }, 'price'],
    ['no name', { name: '  ' }, 'name'],
    ['nothing to give', { grants: [] }, 'grants'],
    ['an item without an id', { grants: [{ kind: 'item', quantity: 1, label: 'x' }] }, 'grants.0.itemId'],
    [
      'coins with an item id',
      { grants: [{ kind: 'premium_coins', quantity: 1, itemId: 5, label: 'x' }] },
      'grants.0.itemId',
    ],
    [
      'centuries of club',
      { grants: [{ kind: 'club_days', quantity: 36_501, label: 'x' }] },
      'grants.0.quantity',
    ],
    [
      'two of a package',
      { grants: [{ kind: 'founder_package', quantity: 2, label: 'x' }] },
      'grants.0.quantity',
    ],
    ['a stock below none', { stock: -1 }, 'stock'],
    ['a picture that runs', { isCustomIcon: 'javascript:alert(1)' }, 'isCustomIcon'],
    ...(
      [
        ['an unknown game server', [{ serverId: 999_999, itemId: 1 }]],
        ['the first game server among the others', [{ serverId: 1, itemId: 1 }]],
        ['two ids for one server', [2, 3].map((itemId) => ({ serverId: 2, itemId }))],
      ] satisfies [string, object][]
    ).map(([name, serverItems]): [string, object, string] => [
      `an item for ${name}`,
      { grants: [{ kind: 'item', quantity: 1, itemId: 1, serverItems, label: 'x' }] },
      'grants.0.serverItems',
    ]),
    ['a category that there is not', { categoryId: 999_999 }, 'categoryId'],
  ])('is refused with %s', async (_, changes, field) => {
    const response = await send('POST', '/admin/products', { ...TEXT, ...changes });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      code: 'validation_failed',
      fields: { [field]: expect.any(String) },
    });
  });
});

describe('an edit', () => {
  test('replaces text and lines, increments the revision, and logs what changed', async () => {
    const { productId } = await create();
    const grants = [
      { kind: 'premium_coins', quantity: 500, itemId: null, label: '500 coins' },
      ...TEXT.grants,
    ];
    const response = await put(productId, { price: 5.49, description: '*New*', grants, revision: 1 });
    expect(response.json()).toMatchObject({
      price: 5.49,
      descriptionHtml: '<p><em>New</em></p>',
      grants,
      revision: 2,
    });
    expect(await inShop(productId)).toMatchObject({ price: 5.49, grants });
    expect(await auditOf(portal, 'product.update', productId)).toEqual([
      {
        staffId: staff.id,
        accountId: null,
        before: { price: 4.99, description: TEXT.description, grants: TEXT.grants },
        after: { price: 5.49, description: '*New*', grants },
      },
    ]);
  });

  test('that changes nothing writes nothing', async () => {
    const made = await create();
    expect((await put(made.productId, { revision: 1 })).json()).toEqual(made);
    expect(await auditOf(portal, 'product.update', made.productId)).toEqual([]);
  });

  test('of an outdated version gets the current one and changes nothing', async () => {
    const { productId } = await create();
    await put(productId, { name: 'Torch', revision: 1 });
    const response = await put(productId, { name: 'Candle', revision: 1 });
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({
      code: 'conflict',
      message: 'Somebody else has changed this in the meantime. Please look at both versions.',
      current: { productId, name: 'Torch', revision: 2 },
    });
    expect((await put(productId, { name: 'Candle' })).json()).toMatchObject({ name: 'Candle', revision: 3 });
  });

  test('succeeds once when ten are sent concurrently', async () => {
    const { productId } = await create();
    const editors = await createEditors(10);
    const responses = await Promise.all(
      editors.map(({ token }, n) => put(productId, { name: `Lantern ${n}`, revision: 1 }, token)),
    );
    expect(statusesOf(responses)).toEqual([200, ...Array(9).fill(409)]);
    const winner = responses.find(({ statusCode }) => statusCode === 200)?.json();
    for (const response of responses.filter(({ statusCode }) => statusCode === 409))
      expect(response.json().current).toEqual(winner);
    expect(await auditOf(portal, 'product.update', productId)).toHaveLength(1);
  });

  test('is refused for a missing product', async () => {
    expect((await put(999_999)).json()).toMatchObject({
      code: 'not_found',
      message: 'There is no such product.',
    });
    const { productId } = await create();
    expect((await put(productId, { categoryId: 999_999 })).json()).toMatchObject({
      fields: { categoryId: 'This category has been deleted. Please choose another one.' },
    });
  });
});

describe('deleting a product', () => {
  test('takes it out of the shop and the list, once', async () => {
    const { productId } = await create({ name: 'Gone soon' });
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => send('DELETE', `/admin/products/${productId}`)),
    );
    expect(statusesOf(responses)).toEqual([204, 404, 404, 404, 404]);
    expect(await inShop(productId)).toBeUndefined();
    expect(await list('search=Gone soon')).toMatchObject({ total: 0, names: [] });
    expect((await send('GET', `/admin/products/${productId}`)).statusCode).toBe(404);
    expect((await put(productId)).statusCode).toBe(404);
    expect(await auditOf(portal, 'product.delete', productId)).toMatchObject([
      { before: { name: 'Gone soon', price: 4.99 }, after: null },
    ]);
  });
});

describe('the list', () => {
  beforeAll(async () => {
    const base = { storefront: 'shop' as const, priceCents: 1000, lines: [] };
    await createProduct(portal.parts.db, { ...base, name: 'Zither of winds', position: 10, isListed: false });
    await createProduct(portal.parts.db, {
      ...base,
      name: 'Zither of rain',
      position: 9,
      newPriceCents: 200,
      isSale: true,
      saleEndsAt: new Date('2020-01-01'),
    });
    await createProduct(portal.parts.db, {
      ...base,
      storefront: 'donation',
      name: 'Harp',
      newName: 'No zither, 100% harp',
      position: 11,
      priceCents: 300,
    });
  });

  test.each([
    ['search=ZITHER', ['Zither of rain', 'Zither of winds', 'Harp']],
    ['search=zither&sort=-position', ['Harp', 'Zither of winds', 'Zither of rain']],
    ['search=zither&sort=name', ['Harp', 'Zither of rain', 'Zither of winds']],
    ['search=zither&sort=price', ['Zither of rain', 'Harp', 'Zither of winds']],
    ['search=zither&sort=-updatedAt', ['Harp', 'Zither of rain', 'Zither of winds']],
    ['search=zither&storefront=donation', ['Harp']],
    ['search=100%25', ['Harp']],
    ['search=zither&listing=hidden', ['Zither of winds']],
    ['search=zither&atLeast=2&atMost=3', ['Zither of rain', 'Harp']],
    ['search=zither&server=1', []],
    ['search=z_ther', []],
    ['search=zither&page=2', []],
  ])('for %s is %j', async (query, names) => {
    expect(await list(query)).toMatchObject({ names });
  });

  test('finds by id and counts all matches, not only the page', async () => {
    const { productId } = await create({ name: 'Unlike any other' });
    expect(await list(`search=${productId}`)).toMatchObject({
      names: expect.arrayContaining(['Unlike any other']),
    });
    const all = await list('pageSize=all');
    expect(await list('pageSize=10')).toMatchObject({ total: all.total, totalIsExact: true });
    expect(all.names).toHaveLength(all.total);
    expect((await send('GET', '/admin/products?sort=stock')).statusCode).toBe(400);
  });
});

const category = (name: string) => ({ name, icon: 'chest', description: '*All* of it', position: 4 });

async function createNamed(name: string) {
  const response = await send('POST', '/admin/product-categories', category(name));
  if (response.statusCode !== 200) throw new Error(response.body);
  return response.json();
}

describe('categories', () => {
  test('are created, listed in their order, edited and logged', async () => {
    const made = await createNamed('Wands');
    expect(made).toEqual({
      ...category('Wands'),
      categoryId: expect.any(Number),
      productCount: 0,
      revision: 1,
    });
    const path = `/admin/product-categories/${made.categoryId}`;
    const edited = await send('PUT', path, { ...category('Staves'), position: 0, revision: 1 });
    expect(edited.json()).toMatchObject({ name: 'Staves', position: 0, revision: 2 });
    await create({ categoryId: made.categoryId });
    const { categories } = (await send('GET', '/admin/product-categories')).json();
    expect(categories).toContainEqual({ ...edited.json(), productCount: 1 });
    const positions = categories.map(({ position }: { position: number }) => position);
    expect(positions).toEqual(positions.toSorted((a: number, b: number) => a - b));
    expect(await auditOf(portal, 'product_category.create', made.categoryId)).toMatchObject([
      { before: null, after: category('Wands') },
    ]);
    expect(await auditOf(portal, 'product_category.update', made.categoryId)).toMatchObject([
      { before: { name: 'Wands', position: 4 }, after: { name: 'Staves', position: 0 } },
    ]);
    await send('PUT', path, { ...category('Staves'), position: 0 });
    expect(await auditOf(portal, 'product_category.update', made.categoryId)).toHaveLength(1);
  });

  test('are created once per name, even concurrently', async () => {
    const editors = await createEditors(4);
    const responses = await Promise.all(
      ['Rings', 'rings', 'RINGS', 'Rings'].map((name, index) =>
        send('POST', '/admin/product-categories', category(name), editors[index]?.token),
      ),
    );
    expect(statusesOf(responses)).toEqual([200, 409, 409, 409]);
    expect(responses.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
      code: 'conflict',
      fields: { name: 'There is a category of this name already.' },
    });
    const other = await createNamed('Bracelets');
    const renamed = await send('PUT', `/admin/product-categories/${other.categoryId}`, category('Rings'));
    expect(renamed.statusCode).toBe(409);
  });

  test('show a second editor what the first one saved', async () => {
    const { categoryId } = await createNamed('Cloaks');
    const responses = await Promise.all(
      ['Capes', 'Robes'].map((name) =>
        send('PUT', `/admin/product-categories/${categoryId}`, { ...category(name), revision: 1 }),
      ),
    );
    const [won, lost] = responses.toSorted((a, b) => a.statusCode - b.statusCode);
    expect([won?.statusCode, lost?.statusCode]).toEqual([200, 409]);
    expect(lost?.json().current).toEqual(won?.json());
  });

  test.each([
    ['without a name', { name: '' }],
    ['with a name of two lines', { name: 'a\nb' }],
    ['at half a place', { name: 'a', position: 0.5 }],
  ])('are refused %s', async (_, body) => {
    expect((await send('POST', '/admin/product-categories', body)).statusCode).toBe(400);
  });

  test('move their products to the general category when deleted', async () => {
    const { categoryId } = await createNamed('Masks');
    const { productId } = await create({ categoryId });
    const deleted = () => send('DELETE', `/admin/product-categories/${categoryId}`);
    const responses = await Promise.all([deleted(), deleted()]);
    expect(statusesOf(responses)).toEqual([204, 404]);
    expect(await inShop(productId)).toMatchObject({ category: 'General' });
    expect((await send('GET', `/admin/products/${productId}`)).json()).toMatchObject({
      category: 'General',
      categoryId: null,
    });
    expect(await auditOf(portal, 'product_category.delete', categoryId)).toMatchObject([
      { before: { name: 'Masks', productCount: 1 } },
    ]);
    expect((await send('PUT', `/admin/product-categories/${categoryId}`, category('Masks'))).statusCode).toBe(
      404,
    );
  });

  test('do not deadlock when deleted while products are added to them', async () => {
    const { categoryId } = await createNamed('Boots');
    const editors = await createEditors(6);
    const made = await Promise.all(
      editors.map(async ({ token }) => ({ token, ...(await create({ categoryId }, token)) })),
    );
    const responses = await Promise.all([
      ...made.map(({ productId, token }, n) => put(productId, { categoryId, name: `Boot ${n}` }, token)),
      send('DELETE', `/admin/product-categories/${categoryId}`),
      ...made.map(({ productId, token }, n) => put(productId, { categoryId, name: `Shoe ${n}` }, token)),
    ]);
    expect(responses.every(({ statusCode }) => [200, 204, 400].includes(statusCode))).toBe(true);
    for (const { productId } of made) expect(await inShop(productId)).toMatchObject({ category: 'General' });
  });
});

describe('products and categories are', () => {
  const CALLS = [
    ['GET', '/admin/products'],
    ['GET', '/admin/products/1'],
    ['POST', '/admin/products'],
    ['PUT', '/admin/products/1'],
    ['DELETE', '/admin/products/1'],
    ['GET', '/admin/product-categories'],
    ['POST', '/admin/product-categories'],
    ['PUT', '/admin/product-categories/1'],
    ['DELETE', '/admin/product-categories/1'],
  ] as const;

  test.each(CALLS)('refused to visitors, players and other staff: %s %s', async (method, path) => {
    const player = await createSignedInPlayer(portal);
    const other = await createStaff(portal, ['news', 'orders']);
    expect((await portal.call(method, path)).statusCode).toBe(401);
    expect((await send(method, path, undefined, player.token)).statusCode).toBe(403);
    expect((await send(method, path, undefined, other.token)).statusCode).toBe(403);
  });

  test('open to the owner, whatever sections they hold', async () => {
    const owner = await createOwner(portal);
    expect((await send('GET', '/admin/products', undefined, owner.token)).statusCode).toBe(200);
  });
});

const grants = (itemId: number | null, ...serverItems: { serverId: number; itemId: number }[]) => ({
  grants: [{ kind: 'item', quantity: 2, itemId, serverItems, label: '2 lanterns' }],
});

describe('the ids of an item on other game servers', () => {
  test('are saved, changed and removed with the line, and logged', async () => {
    const [a, b] = [await createGameServer(portal.parts.db), await createGameServer(portal.parts.db)];
    const both = [
      { serverId: a, itemId: 50 },
      { serverId: b, itemId: 60 },
    ];
    const { productId, ...made } = await create(grants(null, ...both));
    expect(made).toMatchObject(grants(null, ...both));
    expect(await inShop(productId)).toMatchObject({ serverIds: [a, b] });
    expect((await put(productId, grants(null, ...both.toReversed()))).json().revision).toBe(1);
    expect((await put(productId, grants(7001, { serverId: a, itemId: 51 }))).json()).toMatchObject({
      ...grants(7001, { serverId: a, itemId: 51 }),
      revision: 2,
    });
    expect((await put(productId, grants(7001))).json()).toMatchObject(grants(7001));
    expect(await inShop(productId)).toMatchObject({ serverIds: [1] });
    const [, second] = await auditOf(portal, 'product.update', productId);
    expect(second).toMatchObject({ before: { grants: [{ serverItems: [{ serverId: a, itemId: 51 }] }] } });
    const refused = await put(productId, grants(null));
    expect([refused.statusCode, refused.json().fields]).toEqual([
      400,
      { 'grants.0.itemId': "Please give the item's id in the game." },
    ]);
  });

  test('are listed by name for staff with any section, hidden servers too', async () => {
    const hidden = await createGameServer(portal.parts.db, { name: 'Hidden', isListed: false });
    const { servers } = (await send('GET', '/admin/game/server-names')).json();
    expect(servers).toContainEqual({ serverId: 1, name: 'Game server', isFirst: true, isListed: true });
    expect(servers).toContainEqual({ serverId: hidden, name: 'Hidden', isFirst: false, isListed: false });
    const { token } = await createSignedInPlayer(portal);
    expect((await send('GET', '/admin/game/server-names', undefined, token)).statusCode).toBe(403);
  });
});

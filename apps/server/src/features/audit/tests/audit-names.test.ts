import { expect, test } from 'vitest';
import { useAuditLog } from '#test/audit.ts';
import { createNews } from '#test/articles.ts';
import { createProduct } from '#test/products.ts';

const { portal, owner, staffWith, record, list, read } = await useAuditLog();
const { db } = portal.parts;

type Entry = { entryId: number; targetName: string | null };
const namesIn = ({ entries }: { entries: Entry[] }) => entries.map(({ targetName }) => targetName);

const createLantern = () =>
  createProduct(db, { storefront: 'shop', name: 'Lantern of the Deep', priceCents: 499, lines: [] });

test('a changed price names its product', async () => {
  const staff = await staffWith('users', 'products');
  const target = await createLantern();
  await record(staff, { kind: 'product.update', target, before: { price: 5.99 }, after: { price: 4.99 } });
  const found = await list(staff, { staff: String(staff.id) });
  expect(namesIn(found)).toEqual(['Lantern of the Deep']);
  expect((await read(staff, found.entries[0].entryId)).json()).toMatchObject({
    targetName: 'Lantern of the Deep',
  });
});

test('a record that is gone has the name that its entry kept', async () => {
  const staff = await staffWith('users', 'news');
  await record(
    staff,
    { kind: 'news.delete', target: 2_000_000, before: { title: 'Lanternfall' } },
    { kind: 'news.update', target: 2_000_000, after: { body: 'Twice' } },
  );
  expect(namesIn(await list(staff, { staff: String(staff.id) }))).toEqual([null, 'Lanternfall']);
});

test('names are for those who may use the section of the record', async () => {
  const product = await createLantern();
  const article = await createNews(db, {
    title: 'A secret',
    snippet: '',
    body: 'Not yet.',
    status: 'draft',
    imageUrl: null,
  });
  const staff = await staffWith('users', 'products');
  await record(
    staff,
    { kind: 'product.update', target: product },
    { kind: 'news.update', target: article },
    { kind: 'game_server.update', target: 1 },
  );
  const query = { staff: String(staff.id) };
  expect(namesIn(await list(staff, query))).toEqual([null, null, 'Lantern of the Deep']);
  expect(namesIn(await list(owner, query))).toEqual([expect.any(String), 'A secret', 'Lantern of the Deep']);
});

test('entries whose target is no id have no name', async () => {
  const staff = await staffWith('users', 'benefits');
  await record(
    staff,
    { kind: 'benefit.create', target: '12:7' },
    { kind: 'product.update', target: '99999999999' },
    { kind: 'action.allow_address', target: '198.51.100.7' },
  );
  expect(namesIn(await list(owner, { staff: String(staff.id) }))).toEqual([null, null, null]);
});

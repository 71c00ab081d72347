import { desc } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { contentDrafts, contentRevisions } from '#features/content/content.tables.ts';
import { auditEntries } from '#features/staff/audit.tables.ts';
import { createStaff, usePortal } from '#test/account-journeys.ts';
import { createProduct } from '#test/products.ts';

const portal = await usePortal();
const { db } = portal.parts;
const [one, other] = [await createStaff(portal, ['site']), await createStaff(portal, ['site'])];
const SETTINGS = {
  maintenanceText: '',
  maintenanceEnd: null,
  featuredProductId: null,
  clientVersion: '',
  requirements: [],
};

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, by = one) =>
  portal.call(method, `/admin/site/settings${path}`, { token: by.token, ...(body && { body }) });
const save = async (changes: object, by = one): Promise<number> =>
  (await call('PUT', '', { ...SETTINGS, ...changes }, by)).json().revision;
const keep = (changes: object, by = one) => call('PUT', '/draft', { changes, revision: 1 }, by);
const draftOf = async (by = one) => (await call('GET', '/draft', undefined, by)).json().draft;
const listed = async () => (await call('GET', '/revisions')).json().revisions;

beforeEach(async () => {
  await db.delete(contentDrafts);
  await save(SETTINGS);
  await db.delete(contentRevisions);
});

describe('a draft of the site settings', () => {
  test("is its author's own, ends with their save, and changes nothing that visitors see", async () => {
    await Promise.all([keep({ clientVersion: '2.0' }), keep({ maintenanceText: 'Soon' }, other)]);
    expect(await draftOf()).toMatchObject({ changes: { clientVersion: '2.0' }, revision: 1 });
    expect((await call('GET', '')).json()).toMatchObject({ clientVersion: '', maintenanceText: '' });
    await save({ clientVersion: '2.0' });
    expect([await draftOf(), (await draftOf(other)).changes]).toEqual([null, { maintenanceText: 'Soon' }]);
    expect((await call('DELETE', '/draft', undefined, other)).statusCode).toBe(204);
    expect(await draftOf(other)).toBeNull();
  });

  test('is one, however many are kept at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => keep({ clientVersion: `${index}` })),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
    expect(await db.select().from(contentDrafts)).toHaveLength(1);
  });
});

describe('a revision of the site settings', () => {
  test('is kept for each save, says what it had in words, and is restored by another save', async () => {
    const lines = [{ kind: 'item' as const, quantity: 1, itemId: 1, label: 'x' }];
    const featuredProductId = await createProduct(db, {
      name: 'Cape',
      priceCents: 500,
      lines,
      storefront: 'shop',
    });
    const requirements = [
      { name: 'Memory', minimum: '4 GB', recommended: '8 GB' },
      { name: 'Disk', minimum: '20 GB', recommended: '' },
    ];
    const first = await save({ featuredProductId, requirements, clientVersion: '1.0' }, other);
    const second = await save({ clientVersion: '2.0' });
    // The one before the first is from before revisions were kept.
    expect(await listed()).toMatchObject([
      { revision: second, author: one.username },
      { revision: first, author: other.username },
      { revision: first - 1, author: null },
    ]);
    expect((await call('GET', `/revisions/${first}`)).json()).toMatchObject({
      author: other.username,
      fields: {
        maintenanceText: '',
        maintenanceEnd: null,
        featuredProduct: 'Cape',
        clientVersion: '1.0',
        requirements: 'Memory: 4 GB / 8 GB\nDisk: 20 GB / –',
      },
    });
    const restored = await call('POST', `/revisions/${first}/restore`, { revision: second });
    expect(restored.json()).toEqual({
      ...SETTINGS,
      featuredProductId,
      requirements,
      clientVersion: '1.0',
      revision: second + 1,
    });
    const [entry] = await db.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1);
    expect(entry).toMatchObject({
      kind: 'site.restore',
      before: { clientVersion: '2.0' },
      after: { clientVersion: '1.0', restoredRevision: first },
    });
  });

  test('of settings that somebody has changed meanwhile is restored by exactly one of many', async () => {
    const first = await save({ maintenanceText: 'Disks', maintenanceEnd: '2030-01-01 10:00:00' });
    const second = await save({ clientVersion: '2.0' });
    const answers = await Promise.all(
      [one, other, one, other].map((by) =>
        call('POST', `/revisions/${first}/restore`, { revision: second }, by),
      ),
    );
    const codes = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
    expect(codes).toEqual([200, 409, 409, 409]);
    const refused = answers.find(({ statusCode }) => statusCode === 409);
    expect(refused?.json().current).toMatchObject({
      maintenanceText: 'Disks',
      maintenanceEnd: '2030-01-01T10:00:00.000Z',
    });
  });

  test('is refused with a product that left the shop, or when it is no longer kept', async () => {
    const revision = await save({ clientVersion: '1.0' });
    await save({ clientVersion: '2.0' });
    const gone = await call('POST', '/revisions/2000000000/restore', {});
    expect([gone.statusCode, gone.json().message]).toEqual([404, 'This revision is no longer kept.']);
    await db.update(contentRevisions).set({ fields: { ...SETTINGS, featuredProductId: 2_000_000_000 } });
    const refused = await call('POST', `/revisions/${revision}/restore`, {});
    expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ['featuredProductId']]);
    expect((await call('GET', `/revisions/${revision}`)).json().fields.featuredProduct).toBe(
      'Product 2000000000, not in the shop',
    );
  });
});

import { REVISIONS_KEPT } from '@waygate/contract/content/history.schemas';
import { desc, eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteAbandonedDrafts } from '#features/content/content.ts';
import { contentDrafts, contentRevisions } from '#features/content/content.tables.ts';
import { news } from '#features/news/news.tables.ts';
import { auditEntries } from '#features/staff/audit.tables.ts';
import { createStaff, type Player, usePortal } from '#test/account-journeys.ts';

const PATH = '/admin/content/news';
const TEXT = { title: 'The gates are open', body: '# Welcome', status: 'published' };

type Editor = Player & { token: string };

const portal = await usePortal();
const { db } = portal.parts;
let [one, other]: Editor[] = [];
beforeAll(async () => {
  [one, other] = await Promise.all([createStaff(portal, ['news']), createStaff(portal, ['news'])]);
});
beforeEach(async () => {
  await db.delete(news);
  await db.delete(contentDrafts);
});

const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, by = one) =>
  portal.call(method, `${PATH}${path}`, { token: by?.token ?? '', ...(body && { body }) });
const written = async (): Promise<{ id: number; revision: number }> => (await send('POST', '', TEXT)).json();
const keep = (
  of: number | 'new',
  changes: object,
  { by = one, revision = 1 }: { by?: Editor | undefined; revision?: number | null } = {},
) => send('PUT', `/${of}/draft`, { changes, revision }, by);
const draftOf = async (of: number | 'new', by = one) =>
  (await send('GET', `/${of}/draft`, undefined, by)).json().draft;

const listed = async (id: number) => (await send('GET', `/${id}/revisions`)).json().revisions;

describe('a draft', () => {
  test('is its author’s own, and changes nothing that visitors see', async () => {
    const { id } = await written();
    const answers = await Promise.all([
      keep(id, { title: 'Mine' }),
      keep(id, { title: 'Theirs', snippet: '' }, { by: other }),
      keep('new', { body: 'A\nB' }, { revision: null }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(await draftOf(id)).toEqual({
      changes: { title: 'Mine' },
      revision: 1,
      savedAt: answers[0]?.json().savedAt,
    });
    expect((await draftOf(id, other)).changes).toEqual({ title: 'Theirs', snippet: '' });
    expect(await draftOf('new')).toMatchObject({ changes: { body: 'A\nB' }, revision: null });
    expect(await draftOf('new', other)).toBeNull();
    expect((await portal.call('GET', `/content/news/${id}`)).json()).toMatchObject({ title: TEXT.title });
  });

  test('ends with its author’s save and stays with the other, whose save then meets the newer version', async () => {
    const { id } = await written();
    await Promise.all([keep(id, { title: 'Mine' }), keep(id, { title: 'Theirs' }, { by: other })]);
    const saved = await send('PUT', `/${id}`, { ...TEXT, title: 'Mine', revision: 1 });
    expect(await draftOf(id)).toBeNull();
    const left = await draftOf(id, other);
    expect([left.revision, saved.json().revision]).toEqual([1, 2]);
    const refused = await send('PUT', `/${id}`, { ...TEXT, ...left.changes, revision: left.revision }, other);
    expect(refused.json()).toMatchObject({ code: 'conflict', current: { title: 'Mine', revision: 2 } });
    expect((await draftOf(id, other)).changes).toEqual({ title: 'Theirs' });
    expect((await send('DELETE', `/${id}/draft`, undefined, other)).statusCode).toBe(204);
    expect(await draftOf(id, other)).toBeNull();
  });

  test('of a new text ends when the text is created', async () => {
    await keep('new', { title: 'New' }, { revision: null });
    await written();
    expect(await draftOf('new')).toBeNull();
  });

  test('keeps the last of many saves at once, and never outlives its text', async () => {
    const { id } = await written();
    const saves = Array.from({ length: 6 }, (_, index) => keep(id, { title: `Typed ${index}` }));
    const answers = await Promise.all([...saves, send('DELETE', `/${id}`, undefined, other)]);
    expect(answers.every(({ statusCode }) => [200, 204, 404].includes(statusCode))).toBe(true);
    expect(await db.select().from(contentDrafts)).toEqual([]);
    expect((await keep(id, { title: 'Too late' })).statusCode).toBe(404);
  });

  test.each([
    { changes: { title: 1 }, revision: 1 },
    { changes: { title: 'a\u0000b' }, revision: 1 },
    { changes: { title: '\ud800' }, revision: 1 },
    { changes: { __proto: 'x' }, revision: 1 },
    { changes: { body: 'x'.repeat(100_001) }, revision: 1 },
    {
      changes: Object.fromEntries(Array.from({ length: 31 }, (_, index) => [`f${'x'.repeat(index)}`, ''])),
      revision: 1,
    },
    { changes: [], revision: 1 },
    { changes: {}, revision: 'first' },
  ])('is refused with odd input', async (body) => {
    expect((await send('PUT', '/new/draft', body)).statusCode).toBe(400);
  });

  test('is deleted when nobody returns to it for 30 days', async () => {
    await keep('new', { title: 'Old' }, { revision: null });
    await keep('new', { title: 'Fresh' }, { revision: null, by: other });
    await db
      .update(contentDrafts)
      .set({ savedAt: sql`now() - interval '31 days'` })
      .where(eq(contentDrafts.authorId, one?.id ?? 0));
    await deleteAbandonedDrafts(db);
    expect([await draftOf('new'), (await draftOf('new', other)).changes]).toEqual([null, { title: 'Fresh' }]);
  });
});

describe('a revision', () => {
  test('is kept for each save, with its author and text, and restored by another save', async () => {
    const { id } = await written();
    await send('PUT', `/${id}`, { ...TEXT, title: 'Second', body: 'Changed', revision: 1 }, other);
    await send('PUT', `/${id}`, { ...TEXT, status: 'draft', title: 'Third', revision: 2 });
    expect(await listed(id)).toMatchObject([
      { revision: 3, author: one?.username, savedAt: expect.any(String) },
      { revision: 2, author: other?.username },
      { revision: 1, author: one?.username },
    ]);
    const second = (await send('GET', `/${id}/revisions/2`)).json();
    expect(second).toMatchObject({ author: other?.username, fields: { title: 'Second', body: 'Changed' } });

    const restored = await send('POST', `/${id}/revisions/2/restore`, { revision: 3 });
    // It was unpublished since, and stays so.
    expect(restored.json()).toMatchObject({
      title: 'Second',
      bodyHtml: '<p>Changed</p>',
      status: 'draft',
      revision: 4,
    });
    expect((await listed(id))[0]).toMatchObject({ revision: 4, author: one?.username });
    const [entry] = await db.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1);
    expect(entry).toMatchObject({
      kind: 'news.restore',
      before: { title: 'Third' },
      after: { title: 'Second', restoredRevision: 2 },
    });
  });

  test('of what somebody has changed meanwhile is restored by exactly one of many', async () => {
    const { id } = await written();
    await send('PUT', `/${id}`, { ...TEXT, title: 'Second', revision: 1 });
    const answers = await Promise.all(
      [one, other, one, other].map((by) => send('POST', `/${id}/revisions/1/restore`, { revision: 2 }, by)),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409, 409,
    ]);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().current).toMatchObject({
      revision: 3,
    });
  });

  test('of a text from before revisions were kept has no author', async () => {
    const { id } = await written();
    await db.delete(contentRevisions);
    await send('PUT', `/${id}`, { ...TEXT, title: 'Second' });
    expect(await listed(id)).toMatchObject([{ revision: 2 }, { revision: 1, author: null }]);
  });

  test('is one of the newest fifty, and is deleted with its text', async () => {
    const { id } = await written();
    await db.execute(sql`
      insert into content_revisions (kind, record_id, revision, fields)
      select 'news', ${id}, n, '{}' from generate_series(2, 79) n`);
    await db.update(news).set({ revision: 79 }).where(eq(news.id, id));
    await send('PUT', `/${id}`, { ...TEXT, title: 'Later' });
    const kept = await listed(id);
    expect([kept.length, kept[0].revision, kept.at(-1).revision]).toEqual([REVISIONS_KEPT, 80, 31]);
    const gone = await send('GET', `/${id}/revisions/30`);
    expect([gone.statusCode, gone.json().message]).toEqual([404, 'This revision is no longer kept.']);
    // Fields that no text may have any more.
    expect((await send('POST', `/${id}/revisions/40/restore`, {})).statusCode).toBe(400);
    await send('DELETE', `/${id}`);
    expect(await db.select().from(contentRevisions)).toEqual([]);
  });
});

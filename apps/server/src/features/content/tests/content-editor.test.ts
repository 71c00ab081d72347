import { SECTIONS, type Section } from '@waygate/contract/permissions';
import { asc, eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditEntries } from '#features/staff/audit.tables.ts';
import { news } from '#features/news/news.tables.ts';
import { patchNotes } from '#features/patch-notes/patch-notes.tables.ts';
import { createSignedInPlayer, createStaff, usePortal, type Player } from '#test/account-journeys.ts';
import { useListeningApp } from '#test/test-app.ts';

type Text = Record<string, unknown>;

const KINDS = [
  {
    name: 'news',
    table: news,
    section: 'news',
    kind: 'news',
    path: '/admin/content/news',
    site: '/content/news',
    list: 'news',
    missing: 'Article not found.',
    text: {
      title: 'The gates are open',
      snippet: 'Come in.',
      body: '# Welcome',
      category: 'Events',
      status: 'draft',
      imageUrl: '/media/00000000000000000000000000000000.webp',
    },
    invalid: [
      { title: '' },
      { title: ' ' },
      { title: 'x'.repeat(201) },
      { title: 'two\nlines' },
      { body: ' \n ' },
      { body: 'x'.repeat(100_001) },
      { body: 'a\u0000b' },
      { status: 'hidden' },
      { category: '' },
      { imageUrl: 'http://pictures.example/gate.png' },
      { imageUrl: 'https://[' },
      { imageUrl: 'javascript:alert(1)' },
      { imageUrl: 'data:image/svg+xml,<svg/>' },
      { imageUrl: '//pictures.example/gate.png' },
      { imageUrl: '/media/../../etc/passwd' },
      { imageUrl: '' },
      { revision: 'first' },
      { publishAt: 'tomorrow' },
      { publishUntil: '2099-01-01', publishAt: null },
      { publishUntil: '2099-01-01 00:00:00', publishAt: '2099-01-01 00:00:00' },
    ],
  },
  {
    name: 'patch notes',
    table: patchNotes,
    section: 'patchNotes',
    kind: 'patch_note',
    path: '/admin/content/patchnotes',
    site: '/content/patchnotes',
    list: 'patchNotes',
    missing: 'Patch note not found.',
    text: {
      version: '1.10',
      title: 'Emberdeep',
      body: '- A dungeon',
      releaseDate: '2026-11-05',
      status: 'draft',
    },
    invalid: [
      { version: '' },
      { version: 'x'.repeat(41) },
      { title: '' },
      { body: '' },
      { releaseDate: '05.11.2026' },
      { releaseDate: '2026-02-30' },
      { status: null },
      { revision: 1.5 },
      { publishUntil: '2099-01-01 00:00:00', publishAt: '2099-01-02 00:00:00' },
    ],
  },
] as const;

const portal = await usePortal();

describe.each(KINDS)(
  'the editor of $name',
  ({ table, section, kind, path, site, list, missing, text, invalid }) => {
    let staff: Player & { token: string };
    beforeAll(async () => {
      staff = await createStaff(portal, [section]);
    });
    beforeEach(async () => {
      await portal.parts.db.delete(table);
    });

    const write = (body: Text, token = staff.token) => portal.call('POST', path, { body, token });
    const rewrite = (id: number, body: Text, token = staff.token) =>
      portal.call('PUT', `${path}/${id}`, { body, token });
    const remove = (id: number, token = staff.token) => portal.call('DELETE', `${path}/${id}`, { token });

    async function written(changes: Text = {}) {
      const response = await write({ ...text, ...changes });
      expect(response.statusCode).toBe(200);
      return response.json();
    }

    const entriesOf = (id: number) =>
      portal.parts.db
        .select()
        .from(auditEntries)
        .where(sql`${auditEntries.target} = ${String(id)} and ${auditEntries.kind} like ${`${kind}.%`}`)
        .orderBy(asc(auditEntries.id));

    test('stores and logs a draft without publishing it', async () => {
      const draft = await written();
      expect(draft).toMatchObject({ ...text, revision: 1, status: 'draft' });
      expect(await entriesOf(draft.id)).toMatchObject([
        { kind: `${kind}.create`, staffId: staff.id, address: expect.any(String), before: null, after: text },
      ]);
      expect((await portal.call('GET', `${path}/${draft.id}`, { token: staff.token })).json()).toEqual(draft);
      expect((await portal.call('GET', `${site}/${draft.id}`)).statusCode).toBe(404);
      expect((await portal.call('GET', site)).json()[list]).toEqual([]);
    });

    test('logs what publishing and unpublishing changed, and keeps the first publishing time', async () => {
      const { id } = await written();
      const timeOf = async () =>
        (await portal.parts.db.select().from(table).where(eq(table.id, id)))[0]?.publishedAt;
      expect(await timeOf()).toBeNull();
      const published = (await rewrite(id, { ...text, status: 'published' })).json();
      expect(published).toMatchObject({ status: 'published', revision: 2 });
      const first = await timeOf();
      expect(first).toBeInstanceOf(Date);
      await rewrite(id, { ...text, status: 'draft' });
      await rewrite(id, { ...text, status: 'published', title: 'Again' });
      expect(await timeOf()).toEqual(first);
      expect((await entriesOf(id)).slice(1)).toMatchObject([
        { kind: `${kind}.update`, before: { status: 'draft' }, after: { status: 'published' } },
        { before: { status: 'published' }, after: { status: 'draft' } },
        {
          before: { status: 'draft', title: text.title },
          after: { status: 'published', title: 'Again' },
        },
      ]);
    });

    test('shows planned content to nobody, keeps the plan when it is left out, and publishes without one', async () => {
      const plan = { publishAt: '2099-01-01T00:00:00.123Z', publishUntil: '2099-02-01T00:00:00.000Z' };
      const planned = { status: 'published', publishedAt: plan.publishAt, publishedUntil: plan.publishUntil };
      const { id } = await written({ ...plan, status: 'published' });
      const answered = async () => (await portal.call('GET', `${site}/${id}`)).statusCode;
      expect(await answered()).toBe(404);
      const renamed = await rewrite(id, { ...text, status: 'published', title: 'Later' });
      expect(renamed.json()).toMatchObject(planned);
      expect((await entriesOf(id)).at(-1)).toMatchObject({ after: { title: 'Later' } });
      expect(Object.keys((await entriesOf(id)).at(-1)?.after ?? {})).toEqual(['title']);
      const draft = await rewrite(id, { ...text, status: 'draft' });
      expect(draft.json()).toMatchObject({ ...planned, status: 'draft' });
      const now = await rewrite(id, { ...text, status: 'published', publishAt: null, publishUntil: null });
      expect(now.json()).toMatchObject({ publishedUntil: null });
      expect(new Date(now.json().publishedAt).getTime()).toBeLessThanOrEqual(Date.now());
      expect(await answered()).toBe(200);
      await rewrite(id, { ...text, status: 'published', publishUntil: '2020-01-01 00:00:00' });
      expect(await answered()).toBe(404);
    });

    test('shows published content in every process, and hides unpublished content', async () => {
      const processes = [await useListeningApp(portal.parts), await useListeningApp(portal.parts)];
      for (const { connections } of processes) await expect.poll(connections).toBe(1);
      const titles = () =>
        Promise.all(
          processes.map(async ({ app }) =>
            (await app.inject(`/api${site}`)).json()[list].map(({ title }: Text) => title),
          ),
        );
      expect(await titles()).toEqual([[], []]);
      const { id } = await written({ status: 'published' });
      await expect.poll(titles).toEqual([[text.title], [text.title]]);
      await rewrite(id, { ...text, status: 'published', title: 'Changed' });
      await expect.poll(titles).toEqual([['Changed'], ['Changed']]);
      await remove(id);
      await expect.poll(titles).toEqual([[], []]);
    });

    test('records nothing for an update without changes', async () => {
      const before = await written();
      expect((await rewrite(before.id, { ...text, revision: 1 })).json()).toEqual(before);
      expect(await entriesOf(before.id)).toHaveLength(1);
    });

    test('answers the second of two editors with a conflict and the current version', async () => {
      const { id } = await written();
      const first = (await rewrite(id, { ...text, title: 'First', revision: 1 })).json();
      const second = await rewrite(id, { ...text, title: 'Second', revision: 1 });
      expect(second.statusCode).toBe(409);
      expect(second.json()).toMatchObject({ code: 'conflict', current: first });
      const knowing = await rewrite(id, { ...text, title: 'Second', revision: first.revision });
      expect(knowing.json()).toMatchObject({ title: 'Second', revision: 3 });
    });

    test('lets exactly one of several concurrent saves succeed', async () => {
      const { id } = await written();
      const editors = await Promise.all(Array.from({ length: 8 }, () => createStaff(portal, [section])));
      const answers = await Promise.all(
        editors.map(({ token }, index) =>
          rewrite(id, { ...text, status: 'published', title: `Editor ${index}`, revision: 1 }, token),
        ),
      );
      const saved = answers.filter(({ statusCode }) => statusCode === 200);
      expect(saved).toHaveLength(1);
      expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(7);
      const now = (await portal.call('GET', `${path}/${id}`, { token: staff.token })).json();
      expect(now).toEqual(saved[0]?.json());
      expect(await entriesOf(id)).toHaveLength(2);
    });

    test('deletes once and logs it', async () => {
      const { id } = await written({ status: 'published' });
      const answers = await Promise.all([remove(id), remove(id), remove(id)]);
      expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([204, 404, 404]);
      expect((await entriesOf(id)).slice(1)).toMatchObject([
        { kind: `${kind}.delete`, before: { ...text, status: 'published' }, after: null },
      ]);
      for (const response of [
        await rewrite(id, text),
        await portal.call('GET', `${path}/${id}`, { token: staff.token }),
      ]) {
        expect([response.statusCode, response.json().message]).toEqual([404, missing]);
      }
    });

    test('lists drafts too, last changed first, with search and pages', async () => {
      const { id: first } = await written({ title: 'Save 50% today' });
      const { id: second } = await written({ title: 'Save 50 today', status: 'published' });
      const { id: third } = await written({ title: 'EMBER_DEEP' });
      await rewrite(first, { ...text, title: 'Save 50% now' });
      const read = async (query: string) => {
        const { [list]: rows, total } = (
          await portal.call('GET', `${path}${query}`, { token: staff.token })
        ).json();
        return { ids: rows.map(({ id }: Text) => id), total };
      };
      expect(await read('')).toEqual({ ids: [first, third, second], total: 3 });
      expect(await read('?page=2&limit=2')).toEqual({ ids: [second], total: 3 });
      expect(await read('?page=9')).toEqual({ ids: [], total: 3 });
      expect(await read('?search=50%25')).toEqual({ ids: [first], total: 1 });
      expect(await read('?search=ember_')).toEqual({ ids: [third], total: 1 });
      expect(await read('?search=save%20')).toEqual({ ids: [first, second], total: 2 });
      const [row] = (await portal.call('GET', path, { token: staff.token })).json()[list];
      expect(row).toMatchObject({ id: first, status: 'draft', revision: 2, updatedAt: expect.any(String) });
      expect(row).not.toHaveProperty('body');
    });

    test.each(invalid.map((change) => [JSON.stringify(change).slice(0, 60), change] as const))(
      'refuses %s',
      async (_, change) => {
        const response = await write({ ...text, ...change });
        expect(response.statusCode).toBe(400);
        expect(response.json()).toMatchObject({
          code: 'validation_failed',
          fields: { [Object.keys(change)[0] ?? '']: expect.any(String) },
        });
      },
    );

    test('stores a text of 100 000 characters in any script', async () => {
      const body = '漢"'.repeat(50_000);
      expect(await written({ body })).toMatchObject({ body });
    });

    test('refuses everybody else', async () => {
      const { id } = await written();
      const player = await createSignedInPlayer(portal);
      const others = SECTIONS.filter((name: Section) => name !== section);
      const colleague = await createStaff(portal, others);
      for (const [token, status] of [
        [undefined, 401],
        [player.token, 403],
        [colleague.token, 403],
      ] as const) {
        const caller = token === undefined ? {} : { token };
        const answers = await Promise.all([
          portal.call('GET', path, caller),
          portal.call('GET', `${path}/${id}`, caller),
          portal.call('POST', path, { body: text, ...caller }),
          portal.call('PUT', `${path}/${id}`, { body: text, ...caller }),
          portal.call('DELETE', `${path}/${id}`, caller),
        ]);
        expect(answers.map(({ statusCode }) => statusCode)).toEqual([status, status, status, status, status]);
      }
      expect(await entriesOf(id)).toHaveLength(1);
    });
  },
);

test('an uploaded cover is stored relative to the API, however its address was written', async () => {
  const { token } = await createStaff(portal, ['news']);
  const { text } = KINDS[0];
  const picture = `${'0'.repeat(32)}.webp`;
  for (const imageUrl of [`/api/media/${picture}`, `/media/${picture}`, `media/${picture}`]) {
    const response = await portal.call('POST', '/admin/content/news', { body: { ...text, imageUrl }, token });
    expect(response.json().imageUrl).toBe(`/media/${picture}`);
  }
  const elsewhere = { ...text, imageUrl: 'HTTPS://pictures.example/gate.png' };
  const response = await portal.call('POST', '/admin/content/news', { body: elsewhere, token });
  expect(response.json().imageUrl).toBe('HTTPS://pictures.example/gate.png');
});

import path from 'node:path';
import type { LibraryPicture } from '@waygate/contract/picture-library/picture-library.schemas';
import { desc, eq, inArray, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { pictures } from '#features/media/media.tables.ts';
import { auditEntries } from '#features/staff/audit.tables.ts';
import { createStaff } from '#test/account-journeys.ts';
import { useTestDatabase } from '#test/database.ts';
import { newPicture, usePictures } from '#test/kept-pictures.ts';
import { scansDuring } from '#test/plans.ts';
import { selectPictures } from '#features/picture-library/admin/picture-library.queries.ts';

const { portal, staff, upload, keep, letWait, statusOf, sweep, save } = await usePictures();
const { db } = portal.parts;

const IMAGES = '/admin/content/images';
const nameOf = (url: string) => path.basename(url);

async function list(query = '', token = staff.token) {
  const response = await portal.call('GET', `${IMAGES}?${query}`, { token });
  expect([response.statusCode, response.body]).toEqual([200, expect.any(String)]);
  return response.json<{ pictures: LibraryPicture[]; before: string | null }>();
}
const urlsOf = async (query: string) => (await list(query)).pictures.map(({ url }) => url);
const change = (url: string, body: object) =>
  portal.call('PUT', `${IMAGES}/${nameOf(url)}`, { body, token: staff.token });
const remove = async (url: string, { token } = staff) =>
  (await portal.call('DELETE', `${IMAGES}/${nameOf(url)}`, { token })).statusCode;
const entriesOf = (url: string) =>
  db.select().from(auditEntries).where(eq(auditEntries.target, url)).orderBy(desc(auditEntries.id));

test('the library lists what was uploaded, newest first, and each picture on one page', async () => {
  const urls: string[] = [];
  for (let count = 0; count < 5; count += 1) urls.unshift(await upload(await newPicture()));
  await save({ title: 'Lanternfall', body: `![Boats](${urls[1]})`, imageUrl: urls[2] });
  // Uploaded at one moment.
  const newest = urls.slice(0, 2).map(nameOf);
  await db
    .update(pictures)
    .set({ uploadedAt: sql`now()` })
    .where(inArray(pictures.name, newest));
  const seen: string[] = [];
  let before: string | null = '';
  while (before !== null) {
    const page = await list(`limit=2${before && `&before=${before}`}`);
    seen.push(...page.pictures.map(({ url }) => url));
    before = page.before;
  }
  expect(seen.toSorted()).toEqual(urls.toSorted());
  expect(seen.slice(2)).toEqual(urls.slice(2));
});

test('a picture has its file name, size and uses; titles only of the viewer’s sections', async () => {
  const picture = await newPicture();
  const url = await upload(picture, 'boats at dusk.png');
  const article = (await save({ title: 'Boats', body: `![x](${url})` })).json();
  const [listed] = (await list('search=boats+at')).pictures;
  expect(listed).toMatchObject({
    url,
    name: nameOf(url),
    fileName: 'boats at dusk.png',
    alt: '',
    width: expect.any(Number),
    height: 48,
    bytes: (await portal.app.inject(url)).rawPayload.length,
    isKept: false,
    uses: [{ kind: 'article', id: article.id, title: 'Boats' }],
    useCount: 1,
  });
  const other = await createStaff(portal, ['products']);
  const [shown] = (await list('search=boats+at', other.token)).pictures;
  expect(shown?.uses).toEqual([{ kind: 'article', id: article.id, title: null }]);
  // The first name stays.
  await upload(picture, 'copy.png');
  expect((await urlsOf('search=boats+at')).length).toBe(1);
});

test('pictures are found by file name and alternative text, and by whether something uses them', async () => {
  const gate = await upload(await newPicture(), 'Gate_100%.png');
  const river = await upload(await newPicture(), 'river.png');
  await change(river, { alt: ' The gate by the river ' });
  await save({ imageUrl: gate });
  expect(await urlsOf('search=GATE')).toEqual([river, gate]);
  expect(await urlsOf('search=_100%25')).toEqual([gate]);
  expect(await urlsOf('search=y')).toContain(river);
  expect(await urlsOf('search=ga%25e')).toEqual([]);
  expect(await urlsOf('search=gate&use=used')).toEqual([gate]);
  expect(await urlsOf('search=gate&use=unused')).toEqual([river]);
});

test('a picture that staff keep is not swept until they let it go, and each change is in the audit log', async () => {
  const url = await upload(await newPicture());
  expect((await change(url, { isKept: true, alt: 'A gate' })).statusCode).toBe(204);
  await letWait(url);
  await sweep();
  expect(await statusOf(url)).toBe(200);
  expect((await change(url, { isKept: true })).statusCode).toBe(204);
  expect(await remove(url)).toBe(409);
  expect(await entriesOf(url)).toMatchObject([
    {
      kind: 'image.update',
      staffId: staff.id,
      before: { alt: '', isKept: false },
      after: { alt: 'A gate', isKept: true },
    },
    { kind: 'image.upload' },
  ]);
  await change(url, { isKept: false });
  await sweep();
  expect(await statusOf(url)).toBe(404);
  expect((await change(url, { isKept: true })).statusCode).toBe(404);
});

test('an unused picture can be deleted at once, with its file; a used one cannot', async () => {
  const url = await upload(await newPicture());
  const { id } = (await save({ imageUrl: url })).json();
  expect(await remove(url)).toBe(409);
  await portal.call('DELETE', `/admin/content/news/${id}`, { token: staff.token });
  expect(await remove(url)).toBe(204);
  await expect.poll(() => statusOf(url)).toBe(404);
  expect(await remove(url)).toBe(404);
  expect(await entriesOf(url)).toMatchObject([{ kind: 'image.delete' }, { kind: 'image.upload' }]);
  expect(await urlsOf('')).not.toContain(url);
});

test('a picture stays for a week for somebody else who may be writing with it, and as long as a draft has it', async () => {
  const [picture, other] = [await newPicture(), await createStaff(portal, ['news'])];
  const url = await upload(picture);
  expect(await remove(url, other)).toBe(409);
  await upload(picture, '', other);
  expect([await remove(url), await remove(url, other)]).toEqual([409, 409]);
  await letWait(url);
  const draft = (method: 'PUT' | 'DELETE', body?: object) =>
    portal.call(method, '/admin/content/news/new/draft', { token: other.token, ...(body && { body }) });
  await draft('PUT', { changes: { body: `![x](${url})` }, revision: null });
  expect(await remove(url)).toBe(409);
  await sweep();
  expect(await statusOf(url)).toBe(200);
  await draft('DELETE');
  expect(await remove(url)).toBe(204);
});

test('of a deletion, a use and a second deletion at once, the picture is used or gone, never both', async () => {
  for (let round = 0; round < 8; round += 1) {
    const urls = await Promise.all([0, 1].map((index) => keep(`met ${round} ${index}`)));
    await letWait(...urls);
    await db.execute('delete from rate_limits');
    await Promise.all(
      urls.map(async (url, index) => {
        const early = index === 0 ? save({ imageUrl: url }) : undefined;
        const [first, saved, second] = await Promise.all([
          remove(url),
          early ?? save({ imageUrl: url }),
          remove(url),
        ]);
        const isUsed = saved.statusCode === 200;
        expect([saved.statusCode, ...[first, second].toSorted((a, b) => a - b)]).toEqual(
          isUsed ? [200, 409, 409] : [400, 204, 404],
        );
        const { rows } = await db.execute(sql`
          select removed_at is null as "isThere", exists (select from picture_uses where picture = name) as "isUsed"
          from pictures where name = ${nameOf(url)}`);
        expect(rows).toEqual([{ isThere: isUsed, isUsed }]);
      }),
    );
  }
});

test('of many pictures, a page and a search read no more than an index has for them', async () => {
  const database = await useTestDatabase();
  await database.db.execute(sql`
    insert into pictures (name, content, file_name, uploaded_at)
    select md5(n::text) || '.webp', md5(n::text), md5('shot ' || n) || '.png', now() - n * interval '1 minute'
    from generate_series(1, 20000) n`);
  await database.db.execute(sql`analyze pictures`);
  const scansOf = (filter: { search: string; before?: { uploadedMicros: number; name: string } }) =>
    scansDuring(database, (tx) => selectPictures(tx, { use: 'all', limit: 25, ...filter }));
  const before = { uploadedMicros: Date.now() * 1000 - 3_600_000_000, name: 'f' };
  expect(await scansOf({ search: '', before })).toEqual([
    expect.stringMatching(/^Index Scan.* pictures_library_idx$/),
  ]);
  const found = await scansOf({ search: 'abc123' });
  expect(found.join()).toContain('pictures_search_idx');
  expect(found.join()).not.toContain('Seq Scan');
});

import { beforeAll, expect, test } from 'vitest';
import { usePortal } from '#test/account-journeys.ts';
import { createNews, createPatchNote } from '#test/articles.ts';

const ARTICLE = { status: 'published', snippet: '', imageUrl: null } as const;
const PATCH_NOTE = { status: 'published', releaseDate: '2026-11-05' } as const;

const { parts, app } = await usePortal();

async function search(q: string) {
  const response = await app.inject({ url: '/api/content/search', query: { q } });
  return { status: response.statusCode, body: response.json() };
}

type Hit = { kind: string; label: string; title: { text: string }[] };

const titlesOf = ({ body }: { body: { hits: Hit[] } }) =>
  body.hits.map(({ title }) => title.map(({ text }) => text).join(''));

beforeAll(async () => {
  const { db } = parts;
  await createNews(db, { ...ARTICLE, title: 'Emberdeep is open', body: 'Bring a lantern.' });
  await createNews(db, { ...ARTICLE, title: 'Road map', body: 'After **Emberdeep** come the tides.' });
  await createNews(db, { ...ARTICLE, title: 'Emberdeep, unwritten', body: 'x', status: 'draft' });
  await createPatchNote(db, {
    ...PATCH_NOTE,
    version: '1.2.0',
    title: 'Tides',
    body: '- Fixed <img src=x onerror=alert(1)> & the lanterns of [Emberdeep](https://play.example/frost)',
  });
});

test('finds published articles and patch notes, those with the word in the title first', async () => {
  const found = await search('emberdeep');
  expect(found.status).toBe(200);
  expect(found.body.total).toBe(3);
  expect(titlesOf(found)[0]).toBe('Emberdeep is open');
  expect(found.body.hits[0]).toMatchObject({
    kind: 'news',
    label: 'Updates',
    title: [
      { text: 'Emberdeep', isMatch: true },
      { text: ' is open', isMatch: false },
    ],
  });
  expect(titlesOf(found).toSorted()).toEqual(['Emberdeep is open', 'Road map', 'Tides']);
});

test('marks words in plain text, whatever was written', async () => {
  const { body } = await search('"lanterns of Emberdeep"');
  const text = 'Fixed <img src=x onerror=alert(1)> & the lanterns of Emberdeep';
  const [hit] = body.hits;
  expect(hit).toMatchObject({ kind: 'patchNote', label: '1.2.0', date: '2026-11-05T00:00:00.000Z' });
  const parted: { text: string; isMatch: boolean }[] = hit.excerpt;
  expect(text).toContain(
    parted
      .map((part) => part.text)
      .join('')
      .trim(),
  );
  expect(parted.filter(({ isMatch }) => isMatch).map((part) => part.text)).toEqual(['lanterns', 'Emberdeep']);
});

test.each([
  ['embe', 3],
  ['open lant', 1],
  ['lantern -open', 1],
  ['map or tides', 2],
  ['1.2.0', 1],
  ['frost', 0],
  ['the', 0],
  [`'&|!():* <->`, 0],
  ['nothing like it', 0],
])('finds for %s %d texts', async (q, total) => {
  const found = await search(q);
  expect(found.status).toBe(200);
  expect(found.body.total).toBe(total);
});

test.each(['', ' a ', 'x'.repeat(101), 'a\u0000b'])('refuses to search for %j', async (q) => {
  expect((await search(q)).body).toMatchObject({
    code: 'validation_failed',
    message: 'Please search for 2 to 100 characters of text.',
  });
});

test('leads from each text to the one before it', async () => {
  const { news } = (await app.inject('/api/content/news')).json();
  const read = async (id: number) => (await app.inject(`/api/content/news/${id}`)).json();
  expect((await read(news[0].id)).next).toEqual(news[1]);
  expect((await read(news[1].id)).next).toBeNull();
});

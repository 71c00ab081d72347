import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { asc, like } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildApp } from '#app/build-app.ts';
import { createFindViewer } from '#features/sessions/sessions.queries.ts';
import { auditEntries } from '#features/staff/audit.tables.ts';
import { createNews } from '#test/articles.ts';
import { createPictures, type Pictures } from '#platform/pictures/pictures.ts';
import {
  createPortal,
  createSignedInPlayer,
  createStaff,
  type Player,
  type Portal,
  randomAddress,
} from '#test/account-journeys.ts';
import { fileOf, formPayload } from '#test/forms.ts';
import { noise, pngOf, twoColours } from '#test/pictures.ts';

const UNREADABLE = 'This picture cannot be read. Please choose a JPEG, PNG, WebP or AVIF file.';
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="alert(1)"/>';

let portal: Portal;
let staff: Player & { token: string };
let picture: Buffer;
beforeAll(async () => {
  portal = await createPortal();
  staff = await createStaff(portal, ['news']);
  picture = await twoColours();
});
afterAll(() => portal.close());
beforeEach(async () => {
  await portal.parts.db.execute('delete from rate_limits');
});

async function upload(file: File, { token = staff.token, app = portal.app } = {}) {
  const { headers, payload } = await formPayload({ image: file });
  return app.inject({
    method: 'POST',
    url: '/api/admin/content/images',
    remoteAddress: randomAddress(),
    headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
    payload,
  });
}

const uploadsOf = (url: string) =>
  portal.parts.db
    .select()
    .from(auditEntries)
    .where(like(auditEntries.target, url))
    .orderBy(asc(auditEntries.id));

describe('an uploaded picture', () => {
  test('is stored as WebP, recorded in the audit log, and served at its address', async () => {
    const response = await upload(fileOf(picture));
    expect(response.statusCode).toBe(200);
    const { url, width, height } = response.json();
    expect(url).toMatch(/^\/api\/media\/[0-9a-f]{32}\.webp$/);
    expect([width, height]).toEqual([64, 48]);
    const served = await portal.app.inject(url);
    expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'image/webp']);
    expect(await sharp(served.rawPayload).metadata()).toMatchObject({
      format: 'webp',
      width: 64,
      height: 48,
    });
    expect(await uploadsOf(url)).toMatchObject([
      { kind: 'image.upload', staffId: staff.id, before: null, after: { width: 64, height: 48 } },
    ]);
  });

  test('is stored once for concurrent uploads', async () => {
    const own = await twoColours({ width: 80 });
    const answers = await Promise.all(Array.from({ length: 6 }, () => upload(fileOf(own))));
    const urls = new Set(answers.map((response) => response.json().url));
    expect(urls.size).toBe(1);
    expect(await uploadsOf([...urls][0])).toHaveLength(6);
  });

  test.each([
    ['../../../etc/passwd.png', 'image/png'],
    ['..\\..\\windows\\win.ini', 'image/png'],
    ['/etc/cron.d/job', 'application/octet-stream'],
    ['picture.svg', 'image/svg+xml'],
    ['page.html', 'text/html'],
    ['a'.repeat(3000), 'image/png'],
    ['\u202egnp.exe', 'image/x-what'],
  ])('is judged by its content and never by its name: %s', async (name, type) => {
    const response = await upload(fileOf(picture, name, type));
    expect(response.json().url).toMatch(/^\/api\/media\/[0-9a-f]{32}\.webp$/);
  });

  test('appears in an article as the server renders it', async () => {
    const { url } = (await upload(fileOf(picture))).json();
    const id = await createNews(portal.parts.db, {
      status: 'published',
      title: 'With a picture',
      snippet: '',
      body: `![A gate](${url})`,
      imageUrl: url,
    });
    const article = (await portal.app.inject(`/api/content/news/${id}`)).json();
    expect(article.bodyHtml).toContain(`<img src="${url}" alt="A gate"`);
    expect(article.imageUrl).toBe(url.replace('/api', ''));
  });
});

describe('an invalid picture is refused', () => {
  test.each([
    ['SVG', () => fileOf(SVG, 'picture.svg', 'image/svg+xml')],
    ['SVG that says it is a PNG', () => fileOf(SVG)],
    ['a page that says it is a JPEG', () => fileOf('<html><script>x</script>', 'photo.jpg', 'image/jpeg')],
    ['a file without content', () => fileOf('')],
  ])('%s', async (_, file) => {
    const response = await upload(file());
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'validation_failed', fields: { image: UNREADABLE } });
  });

  test('when it is truncated', async () => {
    const photo = await noise({ width: 200, height: 200, format: 'jpeg' });
    const response = await upload(fileOf(photo.subarray(0, photo.length / 2)));
    expect(response.json()).toMatchObject({ fields: { image: UNREADABLE } });
  });

  test('when it unpacks to 144 megapixels', async () => {
    const response = await upload(fileOf(pngOf({ width: 12_000, height: 12_000 })));
    expect(response.json()).toMatchObject({
      fields: { image: 'This picture is too large. Please choose one of at most 40 megapixels.' },
    });
  });

  test('when it is larger than 5 MiB', async () => {
    const response = await upload(fileOf(Buffer.concat([picture, Buffer.alloc(5 * 1024 * 1024)])));
    expect(response.statusCode).toBe(413);
  });

  test('and nothing of it is stored', async () => {
    const entries = await portal.parts.db.select().from(auditEntries);
    expect(entries.every(({ kind }) => kind === 'image.upload')).toBe(true);
    const kept = entries.map(({ target }) => path.basename(target));
    for (const name of kept) {
      const content = await readFile(path.join(portal.parts.config.dataDir, 'media', name));
      expect(content.subarray(0, 4).toString()).toBe('RIFF');
    }
  });
});

test('only staff who write texts with pictures can upload and preview', async () => {
  const player = await createSignedInPlayer(portal);
  const others = await createStaff(portal, ['users', 'benefits', 'actions', 'twitchDrops', 'orders']);
  for (const [token, status] of [
    ['', 401],
    [player.token, 403],
    [others.token, 403],
    [(await createStaff(portal, ['patchNotes'])).token, 200],
    [(await createStaff(portal, ['products'])).token, 200],
  ] as const) {
    expect((await upload(fileOf(picture), { token })).statusCode).toBe(status);
    expect((await preview(token, '# A')).statusCode).toBe(status);
  }
});

test('a full picture queue answers with a retry time', async () => {
  const { parts } = portal;
  const { encode, ...others } = createPictures({ maxWaiting: 0 });
  const { promise: allCame, resolve: come } = Promise.withResolvers<undefined>();
  let came = 0;
  const pictures: Pictures = {
    ...others,
    // However long one takes, they meet.
    encode: async (...asked) => {
      came += 1;
      if (came === 4) come(undefined);
      await allCame;
      return encode(...asked);
    },
  };
  const app = await buildApp({ ...parts, pictures }, createFindViewer(parts.db));
  const answers = await Promise.all(Array.from({ length: 4 }, () => upload(fileOf(picture), { app })));
  await app.close();
  const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
  expect(statuses).toEqual([200, 503, 503, 503]);
  const refused = answers.find(({ statusCode }) => statusCode === 503);
  expect(refused?.headers['retry-after']).toBe('5');
  expect(refused?.json()).toMatchObject({ code: 'unavailable' });
});

test('a preview matches the published page', async () => {
  const body = '# Title\n\n[x](javascript:alert(1)) <b>raw</b>\n\n| A |\n|---|\n| 1 |';
  const shown = await preview(staff.token, body);
  const draft = await portal.call('POST', '/admin/content/news', {
    body: { title: 'Title', body },
    token: staff.token,
  });
  expect(shown.json()).toEqual({ bodyHtml: draft.json().bodyHtml });
  const nothing = await portal.call('POST', '/admin/content/preview', { body: {}, token: staff.token });
  expect(nothing.json()).toEqual({ bodyHtml: '' });
});

/** Takes about 0.4 seconds to render. */
const SLOW = '- *a*\n'.repeat(2500);
const preview = (token: string, body: string) =>
  portal.call('POST', '/admin/content/preview', { body: { body }, token });

describe('previews', () => {
  test('that are slow do not delay a save', async () => {
    const members = await Promise.all(Array.from({ length: 6 }, () => createStaff(portal, ['news'])));
    const done: string[] = [];
    const previews = members.map(async ({ token }) => {
      const { statusCode } = await preview(token, SLOW);
      done.push('preview');
      return statusCode;
    });
    // One is answered, so the others are queued.
    await Promise.race(previews);
    const saved = await portal.call('POST', '/admin/content/news', {
      body: { title: 'Meanwhile', body: '**Saved**' },
      token: staff.token,
    });
    done.push('save');
    expect(saved.statusCode).toBe(200);
    expect(await Promise.all(previews)).toEqual(members.map(() => 200));
    // In one line with them it would be the last.
    expect(done.at(-1)).toBe('preview');
  }, 400_000);

  test('of one account run one at a time: the newest waits, the others get a retry time', async () => {
    const { token } = await createStaff(portal, ['news']);
    const answers = await Promise.all(Array.from({ length: 8 }, () => preview(token, SLOW)));
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, 200, 429, 429, 429, 429, 429, 429]);
    const refused = answers.find(({ statusCode }) => statusCode === 429);
    expect(refused?.headers['retry-after']).toBe('1');
    expect(refused?.json()).toMatchObject({ code: 'too_many_requests' });
  });

  test('are rate limited per account', async () => {
    const { token } = await createStaff(portal, ['news']);
    const statuses: number[] = [];
    for (let count = 0; count < 181; count += 1) statuses.push((await preview(token, '')).statusCode);
    expect(statuses.slice(0, 180).every((status) => status === 200)).toBe(true);
    expect(statuses[180]).toBe(429);
  });
});

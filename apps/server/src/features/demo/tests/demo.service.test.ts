import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { news } from '#features/news/news.tables.ts';
import { patchNotes } from '#features/patch-notes/patch-notes.tables.ts';
import { SERVER_ROOT } from '#platform/files/package-root.ts';
import { createStorage } from '#platform/storage/storage.ts';
import { writeFileBelow } from '#test/fake-web.ts';
import { useTestParts } from '#test/test-parts.ts';
import { seedDemoContent, seedPlaceholderLauncher } from '#features/demo/demo.service.ts';
import { seeds } from '#features/demo/demo.tables.ts';

const FOLDER = path.join(SERVER_ROOT, 'content', 'demo');

const NOW = new Date('2026-11-20T12:34:56Z');

const parts = await useTestParts();
beforeEach(async () => {
  await parts.db.delete(news);
  await parts.db.delete(patchNotes);
  await parts.db.delete(seeds);
});

async function useFolder(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'waygate-demo-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) await writeFileBelow(folder, name, content);
  return folder;
}

const ARTICLE =
  '---\ntitle: Open\nsnippet: Come in.\ncategory: Updates\nimage: gate.webp\nstatus: published\n---\n\n## Hi\n';
const NOTE = '---\nversion: 1.10\ntitle: Ember\nreleaseDate: 2026-11-05\nstatus: published\n---\n\n- x\n';

test('a fresh portal gets the demo content once, and deleted content stays deleted', async () => {
  expect(await seedDemoContent(parts.db, parts.storage, { folder: FOLDER, now: NOW })).toBe(true);
  const articles = await parts.db.select().from(news);
  const notes = await parts.db.select().from(patchNotes);
  expect(articles.length).toBeGreaterThan(5);
  expect(notes.length).toBeGreaterThan(4);
  expect(notes.map(({ version }) => version)).toContain('1.2.0');
  expect(articles.some(({ status }) => status === 'draft')).toBe(true);
  // In four days at the full hour, whenever the first start is.
  expect(articles.filter(({ eventStartsAt }) => eventStartsAt !== null)).toMatchObject([
    { eventStartsAt: new Date('2026-11-24T12:00:00Z'), eventEndsAt: new Date('2026-11-27T12:00:00Z') },
  ]);
  for (const { bodyHtml, imageUrl } of articles) {
    expect(bodyHtml).toMatch(/^<(p|h2)>/);
    expect(imageUrl ?? 'none').toMatch(/^(none|\/media\/[0-9a-f]{32}\.webp)$/);
  }
  await parts.db.delete(news);
  expect(await seedDemoContent(parts.db, parts.storage, { folder: FOLDER, now: NOW })).toBe(false);
  expect(await parts.db.select().from(news)).toEqual([]);
});

test('concurrent starts seed once', async () => {
  const folder = await useFolder({ 'news/a.md': ARTICLE, 'patch-notes/b.md': NOTE });
  const outcomes = await Promise.all(
    Array.from({ length: 6 }, () => seedDemoContent(parts.db, parts.storage, { folder, now: NOW })),
  );
  expect(outcomes.filter(Boolean)).toHaveLength(1);
  expect(await parts.db.select().from(news)).toHaveLength(1);
  expect(await parts.db.select().from(patchNotes)).toMatchObject([
    { version: '1.10', releaseDate: '2026-11-05', bodyHtml: '<ul>\n<li>x</li>\n</ul>' },
  ]);
});

test('an article is seeded without a missing picture, and with an existing one', async () => {
  const folder = await useFolder({ 'news/a.md': ARTICLE, 'patch-notes/b.md': NOTE });
  await seedDemoContent(parts.db, parts.storage, { folder, now: NOW });
  expect(await parts.db.select().from(news)).toMatchObject([{ imageUrl: null, bodyHtml: '<h2>Hi</h2>' }]);

  await parts.db.delete(seeds);
  await parts.db.delete(news);
  await writeFileBelow(folder, 'media/gate.webp', 'picture');
  await seedDemoContent(parts.db, parts.storage, { folder, now: NOW });
  const [article] = await parts.db.select().from(news);
  const file = path.join(parts.config.dataDir, article?.imageUrl ?? '');
  expect(await readFile(file, 'utf8')).toBe('picture');
});

test('a failed seeding leaves nothing behind and can be retried', async () => {
  const folder = await useFolder({
    'news/a.md': ARTICLE,
    'patch-notes/b.md': NOTE.replace('2026-11-05', 'soon'),
  });
  await expect(seedDemoContent(parts.db, parts.storage, { folder, now: NOW })).rejects.toThrow(
    'b.md is no demo content',
  );
  expect(await parts.db.select().from(news)).toEqual([]);
  await writeFileBelow(folder, 'patch-notes/b.md', NOTE);
  expect(await seedDemoContent(parts.db, parts.storage, { folder, now: NOW })).toBe(true);
});

test('the placeholder launcher never replaces a real one', async () => {
  const folder = await useFolder({ 'launcher.txt': 'placeholder' });
  const dataDir = await useFolder({});
  const storage = await createStorage({ dataDir, s3: undefined });
  const launcher = path.join(dataDir, 'downloads', 'Setup.exe');
  await seedPlaceholderLauncher(storage, { folder, launcherFile: 'Setup.exe' });
  expect(await readFile(launcher, 'utf8')).toBe('placeholder');
  await writeFileBelow(dataDir, 'downloads/Setup.exe', 'real');
  await seedPlaceholderLauncher(storage, { folder, launcherFile: 'Setup.exe' });
  expect(await readFile(launcher, 'utf8')).toBe('real');
});

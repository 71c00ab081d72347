import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { twitchSeasons } from '#features/drops/drops.tables.ts';
import { twitchRewards } from '#features/twitch-rewards/twitch-rewards.tables.ts';
import { SERVER_ROOT } from '#platform/files/package-root.ts';
import { writeFileBelow } from '#test/fake-web.ts';
import { useTestParts } from '#test/test-parts.ts';
import { seedDemoDrops } from '#features/demo/demo-drops.service.ts';
import { seeds } from '#features/demo/demo.tables.ts';

const FOLDER = path.join(SERVER_ROOT, 'content', 'demo');
const DROPS = `
season: { name: Season of Tests, startsAt: '2026-10-01T15:00:00Z' }
rewards: [{ type: viewer, title: Lantern, requiredMinutes: 3, itemId: 7, image: lantern.webp }]
`;

const parts = await useTestParts();
beforeEach(async () => {
  for (const table of [twitchRewards, twitchSeasons, seeds]) await parts.db.delete(table);
});

async function useFolder(drops = DROPS): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'waygate-demo-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFileBelow(folder, 'drops.yaml', drops);
  await writeFileBelow(folder, 'drops/media/lantern.webp', 'picture');
  return folder;
}

const seed = (folder: string) => seedDemoDrops(parts.db, parts.storage, folder);
const rewards = () => parts.db.select().from(twitchRewards);

test('the demo season is running and has rewards with pictures for viewers and streamers', async () => {
  expect(await seed(FOLDER)).toBe(true);
  const [season] = await parts.db.select().from(twitchSeasons);
  expect(season?.endsAt).toBeNull();
  expect(season?.startsAt.getTime()).toBeLessThan(Date.now());
  const rows = await rewards();
  expect(new Set(rows.map(({ type }) => type))).toEqual(new Set(['viewer', 'streamer']));
  for (const { imageUrl, season: number } of rows) {
    expect(imageUrl).toMatch(/^\/media\/[0-9a-f]{32}\.webp$/);
    expect(number).toBe(season?.id);
  }
});

test('concurrent starts seed once, and deleted content stays deleted', async () => {
  const folder = await useFolder();
  const outcomes = await Promise.all(Array.from({ length: 6 }, () => seed(folder)));
  expect(outcomes.filter(Boolean)).toHaveLength(1);
  expect(await rewards()).toMatchObject([{ title: 'Lantern', requiredMinutes: 3, itemQuantity: 1 }]);
  await parts.db.delete(twitchRewards);
  await parts.db.delete(twitchSeasons);
  expect(await seed(folder)).toBe(false);
  expect(await rewards()).toEqual([]);
});

test('a portal with a season is not seeded', async () => {
  await parts.db.insert(twitchSeasons).values({ name: 'Own', startsAt: new Date('2020-01-01T00:00:00Z') });
  expect(await seed(await useFolder())).toBe(false);
  expect(await rewards()).toEqual([]);
});

test('a portal with rewards and no season is not seeded', async () => {
  const own = { season: 1, type: 'viewer' as const, title: 'Own', requiredMinutes: 5, itemId: 7 };
  await parts.db.insert(twitchRewards).values(own);
  expect(await seed(await useFolder())).toBe(false);
  expect(await parts.db.select().from(twitchSeasons)).toEqual([]);
});

test.each([
  ['a reward for nobody', DROPS.replace('viewer', 'visitor')],
  ['a field that nobody knows', DROPS.replace('itemId', 'item')],
])('a file with %s is refused whole', async (_, drops) => {
  await expect(seed(await useFolder(drops))).rejects.toThrow('no demo season');
  expect(await rewards()).toEqual([]);
});

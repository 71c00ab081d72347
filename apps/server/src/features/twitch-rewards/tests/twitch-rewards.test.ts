import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { SECTIONS } from '@waygate/contract/permissions';
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditEntries } from '#features/staff/audit.tables.ts';
import { createNews } from '#test/articles.ts';
import {
  createPortal,
  createSignedInPlayer,
  createStaff,
  type Player,
  type Portal,
  randomAddress,
  until,
} from '#test/account-journeys.ts';
import { createGameServer } from '#test/game-servers.ts';
import { fileOf, formPayload } from '#test/forms.ts';
import { twoColours } from '#test/pictures.ts';
import { createProduct } from '#test/products.ts';
import { twitchRewards } from '#features/twitch-rewards/twitch-rewards.tables.ts';

const REWARD = {
  season: 2,
  type: 'viewer',
  title: 'Ember cape',
  description: 'It glows.',
  requiredMinutes: 120,
  itemId: 4711,
  itemQuantity: 1,
};

const LIST = '/admin/twitch/rewards';

let portal: Portal;
let staff: Player & { token: string };
let picture: File;
let otherPicture: File;
beforeAll(async () => {
  portal = await createPortal({ isWorker: true });
  staff = await createStaff(portal, ['twitchDrops']);
  picture = fileOf(await twoColours());
  otherPicture = fileOf(await twoColours({ width: 80 }));
  await portal.parts.db.execute(sql`
    insert into twitch_seasons (name, starts_at, ends_at)
    values ('One', '2025-01-01', '2025-06-01'), ('Two', '2025-06-01', null)`);
});
afterAll(() => portal.close());
beforeEach(async () => {
  await portal.parts.db.delete(twitchRewards);
});

type Fields = Record<string, string | number | boolean | undefined | File>;

/** As a browser sends the form. */
async function send({ id, fields, token = staff.token }: { id?: number; fields: Fields; token?: string }) {
  const texts = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value instanceof File ? value : String(value)] as const],
  );
  const { headers, payload } = await formPayload(Object.fromEntries(texts));
  return portal.app.inject({
    method: id === undefined ? 'POST' : 'PUT',
    url: `/api${id === undefined ? LIST : `${LIST}/${id}`}`,
    remoteAddress: randomAddress(),
    headers: { ...headers, authorization: `Bearer ${token}` },
    payload,
  });
}

async function created(fields: Fields = {}) {
  const response = await send({ fields: { ...REWARD, ...fields } });
  expect([response.statusCode, response.body]).toEqual([200, expect.any(String)]);
  return response.json();
}

const change = (id: number, fields: Fields) => send({ id, fields: { ...REWARD, ...fields } });
const remove = (id: number, token = staff.token) => portal.call('DELETE', `${LIST}/${id}`, { token });
const list = async () => (await portal.call('GET', LIST, { token: staff.token })).json().rewards;
const pictureStatus = async (address: string) => (await portal.app.inject(`/api${address}`)).statusCode;
const isGone = (address: string) => until(async () => (await pictureStatus(address)) === 404);

const entriesOf = (id: number) =>
  portal.parts.db
    .select()
    .from(auditEntries)
    .where(sql`${auditEntries.target} = ${String(id)} and ${auditEntries.kind} like 'twitch_reward.%'`)
    .orderBy(asc(auditEntries.id));

/** Waits until every job that was enqueued has run. */
const jobsAreDone = () =>
  until(async () => {
    const { rows } = await portal.parts.db.execute<{ waiting: number }>(sql`
      select count(*)::int as waiting from pgboss.job
      where name = 'media.delete_unused' and state not in ('completed', 'cancelled')`);
    return rows[0]?.waiting === 0;
  });

describe('a reward', () => {
  test('is created by a form with its picture and recorded in the audit log', async () => {
    const reward = await created({ image: picture });
    expect(reward).toMatchObject({ ...REWARD, revision: 1 });
    expect(reward.imageUrl).toMatch(/^\/media\/[0-9a-f]{48}\.webp$/);
    expect(await pictureStatus(reward.imageUrl)).toBe(200);
    expect(await list()).toEqual([{ ...reward, itemName: REWARD.title }]);
    expect(await entriesOf(reward.rewardId)).toMatchObject([
      {
        kind: 'twitch_reward.create',
        staffId: staff.id,
        before: null,
        after: { ...REWARD, imageUrl: reward.imageUrl },
      },
    ]);
  });

  test('may omit the picture and may be sent as JSON', async () => {
    expect(await created()).toMatchObject({ imageUrl: null });
    const { itemQuantity: _, type: __, ...required } = REWARD;
    const response = await portal.call('POST', LIST, { body: required, token: staff.token });
    expect(response.json()).toMatchObject({ ...REWARD, imageUrl: null });
  });

  test('is listed by season, kind and minutes', async () => {
    const late = await created({ requiredMinutes: 600 });
    const early = await created({ requiredMinutes: 60 });
    const streamer = await created({ type: 'streamer', requiredMinutes: 1 });
    const old = await created({ season: 1, requiredMinutes: 1 });
    const ids = (await list()).map(({ rewardId }: { rewardId: number }) => rewardId);
    expect(ids).toEqual([early, late, streamer, old].map(({ rewardId }) => rewardId));
  });

  test('is listed with what the catalogue calls its item, or its title', async () => {
    const { db } = portal.parts;
    const server = await createGameServer(db);
    const line = { kind: 'item', quantity: 1 } as const;
    await createProduct(db, {
      storefront: 'shop',
      name: 'Chest',
      priceCents: 499,
      lines: [
        { ...line, itemId: 4712, label: 'Cape of embers' },
        {
          ...line,
          itemId: 9000,
          label: 'Cape of the north',
          serverItems: [{ serverId: server, itemId: 77 }],
        },
      ],
    });
    await created({ itemId: 4712, requiredMinutes: 1 });
    const serverItems = JSON.stringify([{ serverId: server, itemId: 77 }]);
    await created({ itemId: '', serverItems, requiredMinutes: 2 });
    await created({ itemId: 77, requiredMinutes: 3 });
    const names = (await list()).map(({ itemName }: { itemName: string }) => itemName);
    expect(names).toEqual(['Cape of embers', 'Cape of the north', 'Ember cape']);
  });

  test('keeps its picture when edited, and the audit log contains only the changes', async () => {
    const before = await created({ image: picture });
    const response = await change(before.rewardId, { title: 'Ash cape', revision: 1 });
    expect(response.json()).toMatchObject({ title: 'Ash cape', imageUrl: before.imageUrl, revision: 2 });
    expect((await entriesOf(before.rewardId))[1]).toMatchObject({
      kind: 'twitch_reward.update',
      before: { title: 'Ember cape' },
      after: { title: 'Ash cape' },
    });
    const again = await change(before.rewardId, { title: 'Ash cape', revision: 2 });
    expect(again.json()).toMatchObject({ revision: 2 });
    expect(await entriesOf(before.rewardId)).toHaveLength(2);
  });

  test('loses its old picture permanently when the picture is replaced or removed', async () => {
    const { rewardId, imageUrl: first } = await created({ image: picture });
    const { imageUrl: second } = (await change(rewardId, { image: otherPicture })).json();
    expect(second).not.toBe(first);
    await isGone(first);
    expect(await pictureStatus(second)).toBe(200);
    expect((await change(rewardId, { removeImage: true })).json()).toMatchObject({ imageUrl: null });
    await isGone(second);
    expect((await entriesOf(rewardId)).slice(1)).toMatchObject([
      { before: { imageUrl: first }, after: { imageUrl: second } },
      { before: { imageUrl: second }, after: { imageUrl: null } },
    ]);
  });

  test('is deleted with its picture, but remains in its claims', async () => {
    const { rewardId, imageUrl } = await created({ image: picture });
    const statuses = await Promise.all([remove(rewardId), remove(rewardId), remove(rewardId)]);
    expect(statuses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([204, 404, 404]);
    expect(await list()).toEqual([]);
    await isGone(imageUrl);
    const [row] = await portal.parts.db.select().from(twitchRewards).where(eq(twitchRewards.id, rewardId));
    expect(row).toMatchObject({ title: REWARD.title, imageUrl: null, deletedAt: expect.any(Date) });
    expect((await entriesOf(rewardId)).slice(1)).toMatchObject([
      { kind: 'twitch_reward.delete', before: { ...REWARD, imageUrl }, after: null },
    ]);
    const late = await change(rewardId, { title: 'Late' });
    expect([late.statusCode, late.json().message]).toEqual([404, 'Reward not found.']);
  });
});

describe('a file in use is never deleted', () => {
  test('when a text also shows the picture', async () => {
    const { rewardId, imageUrl } = await created({ image: picture });
    await createNews(portal.parts.db, {
      status: 'draft',
      title: 'Season two',
      snippet: '',
      body: `![The cape](/api${imageUrl})`,
      imageUrl: null,
    });
    await remove(rewardId);
    await jobsAreDone();
    expect(await pictureStatus(imageUrl)).toBe(200);
  });

  test('when rewards share it while others of them are deleted', async () => {
    const kept: string[] = [];
    const dropped: string[] = [];
    await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        const { rewardId, imageUrl } = await created({ image: picture });
        if (index % 2 === 0) return kept.push(imageUrl);
        await remove(rewardId);
        return dropped.push(imageUrl);
      }),
    );
    await jobsAreDone();
    expect(await Promise.all(kept.map(pictureStatus))).toEqual([200, 200, 200, 200]);
    expect(await Promise.all(dropped.map(pictureStatus))).toEqual([404, 404, 404, 404]);
  });
});

describe('two editors', () => {
  test('cannot both save: the second gets a conflict, and their picture is not stored', async () => {
    const { rewardId } = await created({ image: picture });
    const first = (await change(rewardId, { title: 'First', revision: 1 })).json();
    const files = await keptFiles();
    const second = await change(rewardId, { title: 'Second', image: otherPicture, revision: 1 });
    expect(second.statusCode).toBe(409);
    expect(second.json()).toMatchObject({ code: 'conflict', current: first });
    await until(async () => (await keptFiles()).join() === files.join());
  });

  test('saving concurrently succeed once and leave one picture', async () => {
    const { rewardId, imageUrl } = await created({ image: picture });
    const others = (await keptFiles()).filter((name) => !imageUrl.endsWith(name));
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        change(rewardId, { title: `Editor ${index}`, image: otherPicture, revision: 1 }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409, 409, 409, 409,
    ]);
    const saved = answers.find(({ statusCode }) => statusCode === 200)?.json();
    expect(await list()).toEqual([{ ...saved, itemName: saved.title }]);
    const expected = [...others, path.basename(saved.imageUrl)].toSorted().join();
    await until(async () => (await keptFiles()).join() === expected);
    expect(await entriesOf(rewardId)).toHaveLength(2);
  });
});

async function keptFiles(): Promise<string[]> {
  return (await readdir(path.join(portal.parts.config.dataDir, 'media'))).toSorted();
}

describe('a reward is refused', () => {
  test.each([
    ['title', ''],
    ['title', '  '],
    ['title', 'x'.repeat(101)],
    ['title', undefined],
    ['description', 'x'.repeat(501)],
    ['season', undefined],
    ['season', '0'],
    ['season', 'second'],
    ['requiredMinutes', undefined],
    ['requiredMinutes', '0'],
    ['requiredMinutes', '1.5'],
    ['requiredMinutes', '-5'],
    ['requiredMinutes', '99999999999'],
    ['itemId', undefined],
    ['itemId', '2147483648'],
    ['itemQuantity', '0'],
    ['itemQuantity', '1e3'],
    ['type', 'moderator'],
    ['removeImage', 'maybe'],
    ['revision', 'x'],
  ])('%s: %s', async (field, value) => {
    const response = await send({ fields: { ...REWARD, image: picture, [field]: value } });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      code: 'validation_failed',
      fields: { [field]: expect.any(String) },
    });
  });

  test('with a missing season, whether it is new or edited', async () => {
    const { rewardId } = await created({ image: picture });
    const files = await keptFiles();
    const answers = await Promise.all([
      send({ fields: { ...REWARD, season: 99, image: otherPicture } }),
      change(rewardId, { season: 99, image: otherPicture }),
    ]);
    const sentence = 'There is no season 99. Please set it up first.';
    for (const answer of answers)
      expect([answer.statusCode, answer.json()]).toMatchObject([
        400,
        { code: 'validation_failed', message: sentence, fields: { season: sentence } },
      ]);
    expect(await list()).toMatchObject([{ rewardId, season: REWARD.season, revision: 1 }]);
    await until(async () => (await keptFiles()).join() === files.join());
  });

  test('when it keeps a missing season, but it is listed and can be moved or deleted', async () => {
    const { rewardId } = await created();
    const { rewardId: other } = await created();
    await portal.parts.db.update(twitchRewards).set({ season: 99 });
    expect(await list()).toMatchObject([{ season: 99 }, { season: 99 }]);
    expect((await change(rewardId, { season: 99, title: 'Ash cape' })).statusCode).toBe(400);
    expect((await change(rewardId, { season: 1 })).json()).toMatchObject({ season: 1 });
    expect((await remove(other)).statusCode).toBe(204);
  });

  test('with an invalid picture, before anything is written', async () => {
    const response = await send({ fields: { ...REWARD, image: fileOf('<svg/>') } });
    expect(response.json()).toMatchObject({
      code: 'validation_failed',
      fields: { image: expect.any(String) },
    });
    expect(await list()).toEqual([]);
  });

  test('to everybody without the right', async () => {
    const { rewardId } = await created();
    const player = await createSignedInPlayer(portal);
    const others = SECTIONS.filter((section) => section !== 'twitchDrops');
    const colleague = await createStaff(portal, others);
    for (const [token, status] of [
      ['', 401],
      [player.token, 403],
      [colleague.token, 403],
    ] as const) {
      const answers = await Promise.all([
        portal.call('GET', LIST, { token }),
        send({ fields: { ...REWARD, image: picture }, token }),
        send({ id: rewardId, fields: REWARD, token }),
        remove(rewardId, token),
      ]);
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([status, status, status, status]);
    }
    expect(await entriesOf(rewardId)).toHaveLength(1);
  });
});

describe('the ids of the item on other game servers', () => {
  test('are sent as JSON by forms, and logged', async () => {
    const other = await createGameServer(portal.parts.db);
    const items = (itemId: number) => [{ serverId: other, itemId }];
    const made = await created({ itemId: '', serverItems: JSON.stringify(items(50)) });
    expect(made).toMatchObject({ itemId: null, serverItems: items(50) });
    expect(await list()).toMatchObject([{ itemId: null, serverItems: items(50) }]);
    const changed = await change(made.rewardId, { serverItems: JSON.stringify(items(51)) });
    expect(changed.json()).toMatchObject({ itemId: 4711, serverItems: items(51), revision: 2 });
    const same = await change(made.rewardId, { serverItems: JSON.stringify(items(51)) });
    expect(same.json()).toMatchObject({ revision: 2 });
    expect((await change(made.rewardId, {})).json()).toMatchObject({ serverItems: [] });
    const entries = await portal.parts.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.target, String(made.rewardId)))
      .orderBy(asc(auditEntries.id));
    expect(entries.map(({ before, after }) => ({ before, after }))).toMatchObject([
      { after: { itemId: null, serverItems: items(50) } },
      { before: { itemId: null, serverItems: items(50) }, after: { itemId: 4711, serverItems: items(51) } },
      { before: { serverItems: items(51) }, after: { serverItems: [] } },
    ]);
  });

  test.each([
    ['text that is no JSON', { serverItems: '[{' }, 'serverItems'],
    ['JSON that is no list', { serverItems: '7' }, 'serverItems'],
    ['an unknown server', { serverItems: '[{"serverId":99999,"itemId":1}]' }, 'serverItems'],
    ['the first server', { serverItems: '[{"serverId":1,"itemId":1}]' }, 'serverItems'],
    ['no item at all', { itemId: '', serverItems: '[]' }, 'itemId'],
    ['an id that is no number', { itemId: 'cape' }, 'itemId'],
  ])('are refused as %s', async (_, fields, field) => {
    const response = await send({ fields: { ...REWARD, ...fields } });
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json().fields)[0]).toMatch(new RegExp(`^${field}`));
  });
});

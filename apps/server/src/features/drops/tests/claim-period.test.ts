import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { deliveries } from '#features/deliveries/deliveries.tables.ts';
import { twitchRewards } from '#features/twitch-rewards/twitch-rewards.tables.ts';
import { createStaff } from '#test/account-journeys.ts';
import {
  createAudience,
  createViewer,
  type Linked,
  minutesOf,
  sampleAt,
  setSeasons,
  useDropsPortal,
} from '#test/drop-journeys.ts';

const { portal, first } = await useDropsPortal();
const { db } = portal.parts;
const staff = await createStaff(portal, ['twitchDrops']);

let season: number;
beforeEach(async () => {
  await db.execute(sql`delete from drop_claims`);
  season = (await setSeasons(portal, { from: first - 3000 }))[0] ?? 0;
});

const daysAgo = (days: number) => sql`now() - make_interval(days => ${days}::int)`;

async function endSeason(endsAt = daysAgo(1), claimUntil = sql`null::timestamptz`): Promise<void> {
  await db.execute(sql`
    update twitch_seasons set starts_at = ${daysAgo(60)}, ends_at = ${endsAt}, claim_until = ${claimUntil} where id = ${season}`);
}

async function createReward(requiredMinutes = 3): Promise<number> {
  const [row] = await db
    .insert(twitchRewards)
    .values({ season, type: 'viewer', title: 'Lantern', requiredMinutes, itemId: 77 })
    .returning({ id: twitchRewards.id });
  return row?.id ?? 0;
}

async function createWatcher(minutes: number): Promise<Linked> {
  const viewer = await createViewer(portal);
  await db.execute(sql`
    insert into drop_totals (account_id, kind, season_id, minutes) values (${viewer.id}, 'viewer', ${season}, ${minutes})`);
  return viewer;
}

const claim = ({ token }: Linked, rewardId: number) =>
  portal.call('POST', '/user/twitch/getviewerreward', { token, body: { rewardId } });

const progressOf = async ({ token }: Linked) =>
  (await portal.call('GET', '/user/twitch/watchtime', { token })).json();

describe('the claim period', () => {
  test('of seven days lets earned rewards be claimed after the season has ended', async () => {
    const viewer = await createWatcher(5);
    const [earned, unearned] = [await createReward(3), await createReward(6)];
    await endSeason();
    const { ended, season: running } = await progressOf(viewer);
    expect(running).toBeNull();
    expect(ended).toEqual([
      expect.objectContaining({
        id: season,
        minutes: 5,
        rewards: [expect.objectContaining({ rewardId: earned })],
      }),
    ]);
    expect(Date.parse(ended[0].claimUntil) - Date.parse(ended[0].endsAt)).toBe(7 * 86_400_000);
    expect((await claim(viewer, earned)).statusCode).toBe(200);
    expect((await claim(viewer, unearned)).statusCode).toBe(409);
    expect((await progressOf(viewer)).ended[0].rewards[0].isClaimed).toBe(true);
    const sent = await db
      .select()
      .from(deliveries)
      .where(sql`account_id = ${viewer.id}`);
    expect(sent).toHaveLength(1);
  });

  test('ends at its time, and is shown with the next season that runs', async () => {
    const viewer = await createWatcher(5);
    const reward = await createReward();
    await endSeason(daysAgo(8));
    expect((await progressOf(viewer)).ended).toEqual([]);
    expect((await claim(viewer, reward)).statusCode).toBe(404);
    await endSeason(daysAgo(8), sql`now() + interval '1 hour'`);
    await db.execute(sql`insert into twitch_seasons (name, starts_at) values ('Next', ${daysAgo(2)})`);
    const { season: running, watchTime, ended } = await progressOf(viewer);
    expect([running.name, watchTime, ended.length]).toEqual(['Next', 0, 1]);
    expect((await claim(viewer, reward)).statusCode).toBe(200);
  });

  test('earns nothing: only minutes before the end count, also the last ones that Twitch hid', async () => {
    const end = first + 10;
    await setSeasons(portal, { from: first, to: end });
    const { viewer, streamer } = await createAudience(portal);
    const { faults } = portal.twitch.simulator;
    await sampleAt(portal, end - 3);
    faults.plan({ fault: '500' });
    await sampleAt(portal, end - 2);
    await sampleAt(portal, end - 1);
    faults.endAll();
    for (const minute of [end, end + 1, end + 2]) await sampleAt(portal, minute);
    const counted = [end - 3, end - 2, end - 1];
    expect(await minutesOf(portal, viewer)).toEqual({ total: 3, minutes: counted });
    expect(await minutesOf(portal, streamer, 'streamer')).toEqual({ total: 3, minutes: counted });
  });

  test('is seven days unless staff give another, and never ends before the season', async () => {
    await endSeason();
    const send = (body: object) =>
      portal.call('POST', '/admin/twitch/seasons', { token: staff.token, body: { name: 'Far', ...body } });
    const times = { startsAt: '2051-01-01T00:00:00Z', endsAt: '2051-02-01T12:00:00Z' };
    const created = (await send(times)).json();
    expect(created.claimUntil).toBe('2051-02-08T12:00:00.000Z');
    const edited = await portal.call('PUT', `/admin/twitch/seasons/${created.seasonId}`, {
      token: staff.token,
      body: { ...times, name: 'Far', claimUntil: '2051-03-01T00:00:00Z', revision: created.revision },
    });
    expect(edited.json().claimUntil).toBe('2051-03-01T00:00:00.000Z');
    const early = await send({ ...times, claimUntil: '2051-02-01T11:59:59Z' });
    expect([early.statusCode, Object.keys(early.json().fields)]).toEqual([400, ['claimUntil']]);
    const endless = await send({ startsAt: '2052-01-01T00:00:00Z', claimUntil: '2052-02-01T00:00:00Z' });
    expect([endless.statusCode, Object.keys(endless.json().fields)]).toEqual([400, ['claimUntil']]);
  });
});

test('the migration gives running seasons seven days, and reopens none that is over', async () => {
  const file = path.join(import.meta.dirname, '../../../../migrations/0052-claim-periods.sql');
  const migration = await readFile(file, 'utf8');
  const undone = new Error('Undone.');
  const migrated = db.transaction(async (tx) => {
    await tx.execute(sql`alter table twitch_seasons drop column claim_until`);
    await tx.execute(sql`delete from twitch_seasons`);
    await tx.execute(sql`
      insert into twitch_seasons (name, starts_at, ends_at)
      values ('Over', '2020-01-01', '2020-02-01'), ('Yesterday', now() - interval '3 days', now() - interval '1 day'),
             ('Running', now() - interval '1 hour', '2090-01-01Z'), ('Endless', '2091-01-01Z', null)`);
    await tx.execute(sql.raw(migration));
    const { rows } = await tx.execute<{ name: string; days: number | null }>(sql`
      select name, extract(day from claim_until - ends_at)::int as days from twitch_seasons order by starts_at`);
    expect(rows.map(({ name, days }) => [name, days])).toEqual([
      ['Over', 0],
      ['Yesterday', 0],
      ['Running', 7],
      ['Endless', null],
    ]);
    throw undone;
  });
  await expect(migrated).rejects.toBe(undone);
});

describe('a claimed reward', () => {
  const FIELDS = { title: 'Lantern', type: 'viewer', requiredMinutes: 3, itemId: 77, itemQuantity: 1 };
  const save = (reward: number, change: object) =>
    portal.call('PUT', `/admin/twitch/rewards/${reward}`, {
      token: staff.token,
      body: { ...FIELDS, season, ...change },
    });

  test('keeps its season, type and minutes, and may change otherwise', async () => {
    const viewer = await createWatcher(5);
    const reward = await createReward();
    await endSeason(daysAgo(-1));
    await claim(viewer, reward);
    const [other] = (
      await db.execute<{ id: number }>(sql`
      insert into twitch_seasons (name, starts_at) values ('Next', ${daysAgo(-2)}) returning id`)
    ).rows;
    for (const [field, change] of Object.entries({
      season: other?.id,
      type: 'streamer',
      requiredMinutes: 9,
    })) {
      const refused = await save(reward, { [field]: change });
      expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([409, [field]]);
    }
    expect((await save(reward, { title: 'Lamp' })).json()).toMatchObject({ title: 'Lamp', hasClaims: true });
  });

  test('is never moved under a claim: one of the two comes first, and both agree', async () => {
    for (let round = 0; round < 8; round += 1) {
      const viewer = await createWatcher(5);
      const reward = await createReward();
      const [claimed, saved] = await Promise.all([
        claim(viewer, reward),
        save(reward, { requiredMinutes: 9 }),
        claim(viewer, reward),
        save(reward, { requiredMinutes: 9 }),
      ]);
      expect(new Set([claimed.statusCode, saved.statusCode])).toEqual(new Set([200, 409]));
      const { rows } = await db.execute<{ needed: number; claims: number }>(sql`
        select required_minutes as needed, (select count(*)::int from drop_claims where reward_id = ${reward}) as claims
        from twitch_rewards where id = ${reward}`);
      expect(rows).toEqual([
        claimed.statusCode === 200 ? { needed: 3, claims: 1 } : { needed: 9, claims: 0 },
      ]);
    }
  });

  test('is copied to another season with its picture', async () => {
    const reward = await createReward();
    await db.execute(sql`update twitch_rewards set image_url = '/media/lamp.webp' where id = ${reward}`);
    const body = { ...FIELDS, season, copyOf: reward };
    const copied = await portal.call('POST', '/admin/twitch/rewards', { token: staff.token, body });
    expect(copied.json()).toMatchObject({ imageUrl: '/media/lamp.webp', hasClaims: false });
    const bare = await portal.call('POST', '/admin/twitch/rewards', {
      token: staff.token,
      body: { ...body, removeImage: true },
    });
    expect(bare.json().imageUrl).toBeNull();
    const unknown = await portal.call('POST', '/admin/twitch/rewards', {
      token: staff.token,
      body: { ...body, copyOf: 2_147_483_647 },
    });
    expect(unknown.statusCode).toBe(404);
  });
});

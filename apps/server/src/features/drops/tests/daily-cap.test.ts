import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  createAudience,
  type Linked,
  minutesOf,
  sampleAt,
  setSeasons,
  useClockedDrops,
} from '#test/drop-journeys.ts';
import { insertCredits } from '#features/drops/credits.queries.ts';
import { findProgress } from '#features/drops/progress.ts';
import { dayOf } from '#features/drops/sampling.rules.ts';

const CAP = 4;
/** The first minute of a day in UTC. */
const MIDNIGHT = Date.parse('2026-11-20T00:00:00Z') / 60_000;
const NOON = MIDNIGHT + 720;
const LONG_AGO = MIDNIGHT - 10_000;

const { portal, setClock, useReplica } = await useClockedDrops({ dailyCapMinutes: CAP });

async function sample(...minutes: number[]): Promise<void> {
  for (const minute of minutes) await sampleAt(portal, minute);
}

async function sumsOf({ id }: Linked, kind = 'viewer') {
  const { rows } = await portal.parts.db.execute<{ season: number; minutes: number; today: number }>(sql`
    select season_id as season, minutes, day_minutes as today from drop_totals
    where account_id = ${id} and kind = ${kind} order by season_id`);
  return rows;
}

describe('a day', () => {
  test('has at most its cap of minutes of each kind, and the next day starts again', async () => {
    const [season] = await setSeasons(portal, { from: LONG_AGO });
    const { viewer, streamer } = await createAudience(portal);
    for (let minute = 0; minute < CAP + 2; minute += 1) await sample(NOON + minute);
    expect(await sumsOf(viewer)).toEqual([{ season, minutes: CAP, today: CAP }]);
    expect(await sumsOf(streamer, 'streamer')).toEqual([{ season, minutes: CAP, today: CAP }]);
    await sample(NOON + 1440);
    expect(await sumsOf(viewer)).toEqual([{ season, minutes: CAP + 1, today: 1 }]);
  });

  test('keeps its cap when the season changes in the middle of it', async () => {
    const [old, next] = await setSeasons(portal, { from: LONG_AGO, to: NOON + 3 }, { from: NOON + 3 });
    const { viewer } = await createAudience(portal);
    for (let minute = 0; minute < CAP + 3; minute += 1) await sample(NOON + minute);
    expect(await sumsOf(viewer)).toEqual([
      { season: old, minutes: 3, today: 3 },
      { season: next, minutes: 1, today: 1 },
    ]);
    await setClock(NOON + CAP + 4, 0);
    const drops = useReplica();
    expect(await findProgress(drops, { accountId: viewer.id, kind: 'viewer' })).toMatchObject({
      minutes: 1,
      progress: { state: 'cap_reached', todayMinutes: CAP, season: { id: next } },
    });
  });

  test('keeps its cap when a gap is closed after midnight', async () => {
    const [season] = await setSeasons(portal, { from: LONG_AGO });
    const { viewer } = await createAudience(portal);
    await sample(MIDNIGHT - 6, MIDNIGHT - 5, MIDNIGHT - 3, MIDNIGHT);
    expect((await minutesOf(portal, viewer)).minutes).toEqual([
      ...[6, 5, 4, 3].map((before) => MIDNIGHT - before),
      MIDNIGHT,
    ]);
    expect(await sumsOf(viewer)).toEqual([{ season, minutes: CAP + 1, today: 1 }]);
  });

  test('receives its remaining minutes after midnight, separately from the new day', async () => {
    const [season] = await setSeasons(portal, { from: LONG_AGO });
    const { viewer } = await createAudience(portal);
    await sample(MIDNIGHT - 3, MIDNIGHT - 2, MIDNIGHT + 1);
    const { minutes } = await minutesOf(portal, viewer);
    expect(minutes).toEqual([-3, -2, -1, 0, 1].map((after) => MIDNIGHT + after));
    expect(await sumsOf(viewer)).toEqual([{ season, minutes: 5, today: 2 }]);
  });

  test('keeps its cap under concurrent writes in any season', async () => {
    const seasons = await setSeasons(portal, { from: LONG_AGO, to: NOON }, { from: NOON });
    const { viewer } = await createAudience(portal);
    const credit = (index: number) =>
      portal.parts.db.transaction((tx) =>
        insertCredits(tx, {
          kind: 'viewer',
          minute: NOON + index,
          day: dayOf(NOON + index, 60),
          seasonId: seasons[index % 2] ?? 0,
          dailyCap: CAP,
          since: [null],
          people: [viewer.twitchUser.id],
          channels: [0],
        }),
      );
    await Promise.all(Array.from({ length: 3 * CAP }, (_, index) => credit(index)));
    expect((await minutesOf(portal, viewer)).total).toBe(CAP);
    expect((await minutesOf(portal, viewer)).minutes).toHaveLength(CAP);
  });
});

describe('a gap over the end of a season', () => {
  test('credits each minute to the season it belongs to', async () => {
    const [old, next] = await setSeasons(portal, { from: LONG_AGO, to: NOON }, { from: NOON });
    const { viewer, streamer } = await createAudience(portal);
    await sample(NOON - 2, NOON + 1);
    for (const sums of [await sumsOf(viewer), await sumsOf(streamer, 'streamer')])
      expect(sums).toMatchObject([
        { season: old, minutes: 2 },
        { season: next, minutes: 2 },
      ]);
  });

  test('credits no minute between two seasons', async () => {
    await setSeasons(portal, { from: LONG_AGO, to: NOON - 1 }, { from: NOON + 1 });
    const { viewer, streamer } = await createAudience(portal);
    await sample(NOON - 2, NOON - 1, NOON, NOON + 1);
    for (const { minutes } of [
      await minutesOf(portal, viewer),
      await minutesOf(portal, streamer, 'streamer'),
    ])
      expect(minutes).toEqual([NOON - 2, NOON + 1]);
  });
});

describe('the day of a minute', () => {
  test('is the UTC day in which it starts', () => {
    expect(dayOf(MIDNIGHT, 60)).toEqual({ date: '2026-11-20', first: MIDNIGHT, next: MIDNIGHT + 1440 });
    expect(dayOf(MIDNIGHT - 1, 60).date).toBe('2026-11-19');
  });

  test('contains every minute that starts in it, for any tick length', () => {
    // Seven seconds do not divide a day: its first tick begins a little after midnight.
    const { date, first, next } = dayOf(Math.ceil((MIDNIGHT * 60) / 7), 7);
    expect(date).toBe('2026-11-20');
    expect([first, first - 1, next - 1, next].map((tick) => dayOf(tick, 7).date)).toEqual([
      '2026-11-20',
      '2026-11-19',
      '2026-11-20',
      '2026-11-21',
    ]);
  });
});

import * as fc from 'fast-check';
import { asc, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { accounts } from '#features/identity/accounts.tables.ts';
import { activityDays } from '#features/identity/activity.tables.ts';
import type { Database } from '#platform/db/database.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { createTestAccount } from '#test/factories.ts';
import { createDayCounter } from '#features/statistics/finished-days.jobs.ts';
import {
  ACTIVITY_KEPT_DAYS,
  deleteOldActivity,
  insertFinishedDays,
} from '#features/statistics/finished-days.queries.ts';
import { countDifferentPlayers, selectGameDays } from '#features/statistics/admin/game-statistics.queries.ts';
import { statisticsDays, statisticsReturns } from '#features/statistics/statistics.tables.ts';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  ({ db } = database);
});
afterAll(() => database.drop());
beforeEach(() => forgetEverything());

async function forgetEverything(): Promise<void> {
  await db.delete(statisticsReturns);
  await db.delete(statisticsDays);
  await db.delete(accounts);
}

/** Counted back from the newest day that may not be counted yet, whatever the date and the time of day. */
const dayAgo = (days: number) =>
  new Date(Date.now() - 600_000 - days * 86_400_000).toISOString().slice(0, 10);

async function registered(daysAgo: number): Promise<number> {
  const id = await createTestAccount(db);
  await db
    .update(accounts)
    .set({ registeredAt: new Date(`${dayAgo(daysAgo)}T12:00:00Z`) })
    .where(sql`id = ${id}`);
  return id;
}

/** Writes the account's active days as sign-ins would have: each knows the one before it. */
async function wasActive(accountId: number, daysAgo: number[], signIns = 1): Promise<void> {
  const days = [...new Set(daysAgo)].toSorted((a, b) => b - a).map(dayAgo);
  if (days.length === 0) return;
  await db
    .insert(activityDays)
    .values(days.map((day, index) => ({ day, accountId, previousDay: days[index - 1] ?? null, signIns })));
}

const countedDays = async () => {
  const rows = await db.select().from(statisticsDays).orderBy(asc(statisticsDays.day));
  return rows.map(({ countedAt: _countedAt, ...day }) => day);
};

const returns = async () => {
  return db
    .select()
    .from(statisticsReturns)
    .orderBy(asc(statisticsReturns.day), asc(statisticsReturns.daysAway));
};

test('counts nothing without accounts', async () => {
  expect(await insertFinishedDays(db)).toBe(0);
});

test('counts every finished day once, including empty ones, but not today', async () => {
  const [first, second] = [await registered(4), await registered(2)];
  await wasActive(first, [4, 1, 0], 2);
  await wasActive(second, [1]);
  await createDayCounter(db)({});
  expect(await countedDays()).toEqual([
    { day: dayAgo(4), registrations: 1, signIns: 2, activePlayers: 1 },
    { day: dayAgo(3), registrations: 0, signIns: 0, activePlayers: 0 },
    { day: dayAgo(2), registrations: 1, signIns: 0, activePlayers: 0 },
    { day: dayAgo(1), registrations: 0, signIns: 3, activePlayers: 2 },
  ]);
  expect(await returns()).toEqual([
    { day: dayAgo(4), daysAway: 366, players: 1 },
    { day: dayAgo(1), daysAway: 3, players: 1 },
    { day: dayAgo(1), daysAway: 366, players: 1 },
  ]);
});

test('repeating the count, even eight times concurrently, changes nothing', async () => {
  await wasActive(await registered(30), [30, 20, 10, 1]);
  const counts = await Promise.all(Array.from({ length: 8 }, () => insertFinishedDays(db)));
  const [days, away] = [await countedDays(), await returns()];
  expect(counts.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 0, 0, 0, 0, 30]);
  expect(await insertFinishedDays(db)).toBe(0);
  expect([await countedDays(), await returns()]).toEqual([days, away]);
  expect(days).toHaveLength(30);
  expect(away.map(({ daysAway }) => daysAway)).toEqual([366, 10, 10, 9]);
});

test('counts the days missed during an outage, and keeps existing counts', async () => {
  const account = await registered(20);
  await wasActive(account, [20, 19]);
  await db.execute(sql`
    insert into statistics_days (day, registrations, sign_ins, active_players) values (${dayAgo(20)}, 7, 7, 7)`);
  expect(await insertFinishedDays(db)).toBe(19);
  expect((await countedDays()).slice(0, 2)).toEqual([
    { day: dayAgo(20), registrations: 7, signIns: 7, activePlayers: 7 },
    { day: dayAgo(19), registrations: 0, signIns: 1, activePlayers: 1 },
  ]);
});

test('a day includes registrations from its midnight to its last microsecond, in UTC', async () => {
  const ids = await Promise.all([1, 2, 3, 4].map(() => registered(3)));
  const times = [
    `${dayAgo(3)}T00:00:00.000000Z`,
    `${dayAgo(2)}T00:00:00.000000Z`,
    `${dayAgo(2)}T23:59:59.999999Z`,
    `${dayAgo(1)}T01:00:00.000000+02:00`,
  ];
  for (const [index, time] of times.entries())
    await db.execute(sql`update accounts set registered_at = ${time} where id = ${ids[index]}`);
  const live = await selectGameDays(db, { from: dayAgo(3), to: dayAgo(0) });
  await insertFinishedDays(db);
  expect((await countedDays()).map(({ registrations }) => registrations)).toEqual([1, 3, 0]);
  expect(live.map(({ registrations }) => registrations)).toEqual([1, 3, 0, 0]);
});

test('deletes old activity once its day is counted, without changing any count', async () => {
  await wasActive(await registered(60), [60, 50, ACTIVITY_KEPT_DAYS, 3, 0]);
  await wasActive(await registered(60), [50, 3]);
  const period = { from: dayAgo(70), to: dayAgo(0) };
  const before = [await selectGameDays(db, period), await countDifferentPlayers(db, period)];
  await deleteOldActivity(db);
  expect(await db.$count(activityDays)).toBe(7);
  await insertFinishedDays(db);
  await deleteOldActivity(db);
  expect(await db.$count(activityDays)).toBe(4);
  expect([await selectGameDays(db, period), await countDifferentPlayers(db, period)]).toEqual(before);
});

test('counts the distinct players of any period, whether its days are counted yet or not', async () => {
  const activity = fc.array(fc.uniqueArray(fc.nat({ max: 400 }), { maxLength: 8 }), {
    minLength: 1,
    maxLength: 6,
  });
  const period = fc.tuple(fc.nat({ max: 400 }), fc.nat({ max: 365 }));
  await fc.assert(
    fc.asyncProperty(activity, fc.array(period, { maxLength: 6 }), async (players, periods) => {
      await forgetEverything();
      for (const days of players) await wasActive(await registered(400), days);
      const check = async () => {
        for (const [end, length] of periods) {
          const [from, to] = [dayAgo(end + length), dayAgo(end)];
          const different = players.filter((days) => days.some((day) => day >= end && day <= end + length));
          const sums = await selectGameDays(db, { from, to });
          expect(await countDifferentPlayers(db, { from, to })).toBe(different.length);
          expect(sums.map(({ activePlayers }) => activePlayers)).toEqual(
            sums.map(({ day }) => players.filter((days) => days.map(dayAgo).includes(day)).length),
          );
        }
      };
      await check();
      await insertFinishedDays(db);
      await deleteOldActivity(db);
      await check();
    }),
    { numRuns: 25 },
  );
}, 400_000);

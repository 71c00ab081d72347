import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  usePortal,
  createSignedInPlayer,
  createStaff,
  registerPlayer,
  signIn,
} from '#test/account-journeys.ts';
import { readStatistics } from '#test/statistics.ts';
import { insertFinishedDays } from '#features/statistics/finished-days.queries.ts';

const portal = await usePortal();
const { token } = await createStaff(portal, ['statisticsGame']);

const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

const read = (from: string, to: string) => readStatistics(portal, token, { kind: 'game', from, to });

test('counts today’s activity immediately', async () => {
  const before = await read(dayAgo(0), dayAgo(0));
  const player = await createSignedInPlayer(portal);
  await signIn(portal, player);
  await registerPlayer(portal);
  const after = await read(dayAgo(0), dayAgo(0));
  const { registrations, signIns, activePlayers } = before.days[0];
  const today = {
    registrations: registrations + 2,
    signIns: signIns + 2,
    activePlayers: activePlayers + 1,
  };
  expect(after).toEqual({
    days: [{ day: dayAgo(0), ...today }],
    totals: { ...today, accounts: before.totals.accounts + 2 },
  });
});

test('counts a player of several days once, and keeps finished days unchanged', async () => {
  const { db } = portal.parts;
  const player = await createSignedInPlayer(portal);
  await db.execute(sql`
    insert into activity_days (day, account_id, previous_day, sign_ins)
    values (${dayAgo(9)}, ${player.id}, null, 3), (${dayAgo(4)}, ${player.id}, ${dayAgo(9)}, 0)`);
  await db.execute(
    sql`update activity_days set previous_day = ${dayAgo(4)} where account_id = ${player.id} and day = ${dayAgo(0)}`,
  );
  await db.execute(
    sql`update accounts set registered_at = ${`${dayAgo(9)}T10:00:00Z`} where id = ${player.id}`,
  );
  const live = [await read(dayAgo(9), dayAgo(1)), await read(dayAgo(10), dayAgo(0))];
  expect(live[0].totals).toMatchObject({ registrations: 1, signIns: 3, activePlayers: 1 });
  expect(live[0].days).toHaveLength(9);
  expect(live[0].days[5]).toEqual({ day: dayAgo(4), registrations: 0, signIns: 0, activePlayers: 1 });
  expect(await insertFinishedDays(db)).toBeGreaterThanOrEqual(8);
  expect([await read(dayAgo(9), dayAgo(1)), await read(dayAgo(10), dayAgo(0))]).toEqual(live);
});

import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#platform/db/database.ts';
import { createDropsPortal } from '#test/drop-journeys.ts';
import { insertCredits } from '#features/drops/credits.queries.ts';
import { dayOf } from '#features/drops/sampling.rules.ts';

const ACCOUNTS = 500;
const MINUTES = 60;
const WRITERS = 4;

async function useAudience({ dailyCapMinutes }: { dailyCapMinutes?: number } = {}) {
  const portal = await createDropsPortal({ dailyCapMinutes });
  onTestFinished(portal.close);
  const { db } = portal.parts;
  await db.execute(sql`
    with made as (
      insert into accounts (user_name, email, password_hash)
      select 'watcher_' || n, 'watcher_' || n || '@example.test', 'none' from generate_series(1, ${ACCOUNTS}) n
      returning id
    )
    insert into twitch_links (account_id, twitch_user_id, login, display_name)
    select id, 't' || id, 'login' || id, 'Name' || id from made`);
  const { rows } = await db.execute<{ id: number }>(
    sql`select account_id as id from twitch_links order by 1`,
  );
  const seasons = await db.execute<{ id: number }>(sql`select id from twitch_seasons`);
  return { portal, people: rows.map(({ id }) => `t${id}`), seasonId: seasons.rows[0]?.id ?? 0 };
}

test('an hour replayed by four concurrent writers credits everybody exactly sixty minutes', async () => {
  const { portal, people, seasonId } = await useAudience();
  const write = async () => {
    const { db, close } = openDatabase({
      connection: portal.parts.database.connection,
      log: portal.parts.log,
    });
    onTestFinished(close);
    for (let minute = 0; minute < MINUTES; minute += 1) {
      const seen = people.toSorted(() => Math.random() - 0.5);
      await db.transaction((tx) =>
        insertCredits(tx, {
          kind: 'viewer',
          minute: 1000 + minute,
          day: dayOf(1000 + minute, 60),
          seasonId,
          dailyCap: null,
          since: seen.map(() => null),
          people: seen,
          channels: seen.map(() => 0),
        }),
      );
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
  const { rows } = await portal.parts.db.execute(sql`
    select min(minutes) as least, max(minutes) as most, count(*)::int as accounts from drop_totals`);
  expect(rows).toEqual([{ least: MINUTES, most: MINUTES, accounts: ACCOUNTS }]);
  const counted = await portal.parts.db.execute(sql`select count(*)::int as minutes from drop_minutes`);
  expect(counted.rows).toEqual([{ minutes: ACCOUNTS * MINUTES }]);
}, 400_000);

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { useTestDatabase } from '#test/database.ts';
import { fill } from '#test/plans.ts';
import { deleteOldSamples, deleteSamplesAhead, MINUTES_KEPT_DAYS } from '#features/drops/samples.queries.ts';

test('5. minutes are deleted after three days, however many there are, and samples after five weeks', async () => {
  const database = await useTestDatabase();
  const { db } = database;
  const now = Math.floor(Date.now() / 60_000);
  const daysAgo = (days: number) => now - days * 1440;
  await fill(
    database,
    `insert into drop_minutes (account_id, kind, minute, channel_id)
     select n, 'viewer', minute, 0 from generate_series(1, 15000) n,
            unnest(array[${daysAgo(60)}, ${daysAgo(4)}, ${daysAgo(3) - 1}, ${daysAgo(3) + 1}]) minute`,
    `insert into drop_samples (minute, state) values (${daysAgo(36)}, 'ok'), (${daysAgo(34)}, 'ok')`,
  );
  await deleteOldSamples(db, 60);
  const { rows } = await db.execute(sql`
    select minute, count(*)::int as minutes from drop_minutes group by minute
    union all select minute, 1 from drop_samples`);
  expect(rows).toEqual([
    { minute: daysAgo(3) + 1, minutes: 15_000 },
    { minute: daysAgo(34), minutes: 1 },
  ]);
});

test('5. the privacy page says how long minutes are kept', async () => {
  const text = await readFile(
    path.resolve(import.meta.dirname, '../../../../content/legal/privacy.md'),
    'utf8',
  );
  expect(text).toContain(
    `| Each counted minute, and in whose stream | ${MINUTES_KEPT_DAYS} days, and up to an hour`,
  );
  expect(text).toContain(`we keep for ${MINUTES_KEPT_DAYS} days`);
});

test('minutes numbered ahead are deleted in batches, even with concurrent starts', async () => {
  const database = await useTestDatabase();
  const { db } = database;
  const now = Math.floor(Date.now() / 60_000);
  await fill(
    database,
    `insert into drop_minutes (account_id, kind, minute, channel_id)
     select n, 'viewer', minute, 0 from generate_series(1, 15000) n,
            unnest(array[${now}, ${now + 2000}, ${now + 2001}, ${now + 2002}]) minute`,
    `insert into drop_samples (minute, state) values (${now}, 'ok'), (${now + 2000}, 'ok')`,
  );
  await db.execute(sql`
    create function refuse_many() returns trigger language plpgsql as $$ begin
      if (select count(*) from gone) > 20000 then raise 'Too many for one statement.'; end if;
      return null;
    end $$`);
  await db.execute(sql`
    create trigger refuse_many after delete on drop_minutes
    referencing old table as gone for each statement execute function refuse_many()`);
  const left = async () => {
    await deleteSamplesAhead(db, 60);
    const { rows } = await db.execute(sql`
      select minute, count(*)::int as minutes from drop_minutes group by minute
      union all select minute, 1 from drop_samples`);
    return rows;
  };
  const kept = [
    { minute: now, minutes: 15_000 },
    { minute: now, minutes: 1 },
  ];
  expect(await Promise.all([left(), left(), left()])).toEqual([kept, kept, kept]);
});

import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { RETENTION } from '#app/retention.ts';
import { useTestParts } from '#test/test-parts.ts';

const { db } = await useTestParts();

async function readTables() {
  const { rows } = await db.execute<{ name: string; survives: boolean }>(sql`
    select relname as name, relpersistence = 'p' as survives from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by relname`);
  return rows;
}

test('every table says how long it keeps its rows', async () => {
  const names = (await readTables()).map(({ name }) => name);
  expect(names.toSorted()).toEqual(Object.keys(RETENTION).toSorted());
});

test('a crash of the database empties no table', async () => {
  expect((await readTables()).filter(({ survives }) => !survives)).toEqual([]);
});

test('what visitors without an account fill has an end', () => {
  const endless = Object.entries(RETENTION).filter(
    ([, { until, isOpen }]) => isOpen && !/\b(days|hour|newest)\b/.test(until),
  );
  expect(endless).toEqual([]);
});

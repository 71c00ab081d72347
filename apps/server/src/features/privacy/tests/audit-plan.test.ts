import { afterAll, beforeAll, expect, test } from 'vitest';
import { findMentions } from '#features/privacy/erase.queries.ts';
import type { Person } from '#features/privacy/personal-table.ts';
import type { TestDatabase } from '#test/database.ts';
import { createFilledDatabase, heroes, plansDuring, rowsReadBy } from '#test/plans.ts';

const ENTRIES = 50_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createFilledDatabase(
    ...heroes(100),
    `insert into audit_entries (at, staff_id, kind, target, account_id, after)
     select now() - make_interval(mins => n), 1, 'user.update', n::text, 2 + n % 90, jsonb_build_object('userName', 'hero_' || n)
     from generate_series(1, ${ENTRIES}) n`,
  );
}, 400_000);
afterAll(() => database.drop());

const PERSON: Person = {
  accountId: 99,
  emails: ['hero_99@example.com'],
  parts: ['hero_99@example.com'],
  wholes: ['hero_99'],
  twitchLogins: [],
};

test('under lock, an erasure reads only what was added to the audit log meanwhile', async () => {
  const earlier = await findMentions(database.db, PERSON);
  const plans = await plansDuring(database, (db) => findMentions(db, PERSON, earlier));
  // Of the hour before.
  expect(Math.max(...plans.map(rowsReadBy))).toBeLessThan(1000);
});

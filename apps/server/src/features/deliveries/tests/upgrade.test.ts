import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '#platform/db/migrate.ts';
import { SERVER_ROOT } from '#platform/files/package-root.ts';
import { type TestDatabase, useTestDatabase } from '#test/database.ts';
import { createTestAccount } from '#test/factories.ts';

const MIGRATIONS = path.join(SERVER_ROOT, 'migrations');
const RECEIPTS = '0037-delivery-receipts.sql';
const afterwards = async () => {};

test('an update keeps old deliveries, their keys, and what is known of their leases and failures', async () => {
  const database = await useDatabaseBefore(RECEIPTS);
  const { db, connection } = database;
  await db.execute(
    sql`insert into accounts (user_name, email, password_hash) values ('old', 'old@example.com', 'x')`,
  );
  const longKey = `pack:1234567:content_creator:${'f'.repeat(36)}`;
  await db.execute(sql`
    insert into deliveries (account_id, idempotency_key, effect, revokes_key, kind, item_id, quantity, state, attempts, last_detail)
    values (1, 'order:1:line:1', 'grant', null, 'item', 7, 1, 'applied', 0, null),
           (1, 'order:2:line:1', 'grant', null, 'item', 7, 1, 'pending', 0, null),
           (1, 'order:3:line:1', 'grant', null, 'item', 7, 1, 'pending', 2, 'full'),
           (1, 'order:4:line:1', 'grant', null, 'item', 7, 1, 'leased', 3, null),
           (1, 'order:5:line:1', 'grant', null, 'item', 7, 1, 'dead', 1, 'no such item'),
           (1, 'order:6:line:1', 'grant', null, 'item', 7, 1, 'dead', 12, 'the game did not answer'),
           (1, 'order:7:line:1', 'grant', null, 'item', 7, 1, 'applied', 5, 'delivered by staff'),
           (1, 'order:8:line:1', 'grant', null, 'item', 7, 1, 'cancelled', 0, null),
           (1, 'order:8:line:1:revoke', 'revoke', 'order:8:line:1', 'item', 7, 1, 'pending', 0, null),
           (1, 'order:9:line:1', 'grant', null, 'item', 7, 1, 'cancelled', 0, null),
           (1, ${longKey}, 'grant', null, 'item', 7, 1, 'leased', 0, null)`);
  await migrate({ connection, folder: MIGRATIONS, afterwards });
  const { rows } = await db.execute<{ key: string; leases: number; failure: string; marked: boolean }>(sql`
    select idempotency_key as key, leases, failure, is_marked_delivered as marked from deliveries order by id`);
  expect(rows.map(({ key, leases, failure, marked }) => [key, leases, failure, marked])).toEqual([
    ['order:1:line:1', 1, null, false],
    ['order:2:line:1', 0, null, false],
    ['order:3:line:1', 2, null, false],
    ['order:4:line:1', 4, null, false],
    ['order:5:line:1', 1, 'rejected', false],
    ['order:6:line:1', 12, 'exhausted', false],
    ['order:7:line:1', 1, null, true],
    ['order:8:line:1', 1, null, false],
    ['order:8:line:1:revoke', 0, null, false],
    ['order:9:line:1', 0, null, false],
    [longKey, 1, null, false],
  ]);
  // An old row with a long key can still be written; a new one is refused.
  await db.execute(sql`update deliveries set state = 'applied' where idempotency_key = ${longKey}`);
  const insert = (key: string) =>
    db.execute(sql`
      insert into deliveries (account_id, idempotency_key, effect, kind, item_id, quantity)
      values (1, ${key}, 'grant', 'item', 7, 1)`);
  await expect(insert('k'.repeat(65))).rejects.toMatchObject({
    cause: { constraint: 'deliveries_key_length' },
  });
  await insert('k'.repeat(64));
  const second = await createTestAccount(db);
  const { rows: references } = await db.execute<{ reference: string }>(sql`
    select reference from accounts where id in (1, ${second})`);
  expect(new Set(references.map(({ reference }) => reference)).size).toBe(2);
});

/** An empty database of the version before this migration. */
async function useDatabaseBefore(migration: string): Promise<TestDatabase> {
  const database = await useTestDatabase();
  const { rows } = await database.db.execute<{ schema: string }>(sql`
    select nspname as schema from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'`);
  for (const { schema } of rows) await database.db.execute(sql.raw(`drop schema ${schema} cascade`));
  await database.db.execute(sql`create schema public`);
  const folder = await mkdtemp(path.join(tmpdir(), 'waygate-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const earlier = (await readdir(MIGRATIONS)).filter((name) => name < migration);
  await Promise.all(earlier.map((name) => cp(path.join(MIGRATIONS, name), path.join(folder, name))));
  await migrate({ connection: database.connection, folder, afterwards });
  return database;
}

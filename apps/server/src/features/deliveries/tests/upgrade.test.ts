import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import type { Db } from '#platform/db/database.ts';
import { migrate } from '#platform/db/migrate.ts';
import { SERVER_ROOT } from '#platform/files/package-root.ts';
import { type TestDatabase, useTestDatabase } from '#test/database.ts';
import { createTestAccount } from '#test/factories.ts';

const MIGRATIONS = path.join(SERVER_ROOT, 'migrations');
const RECEIPTS = '0037-delivery-receipts.sql';
const UNMATCHED = '0169-unmatched-receipts.sql';
const GAME_SERVERS = '0055-game-servers.sql';
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

test('an update to several game servers leaves what was there to the first one, and old programs write on', async () => {
  const database = await useDatabaseBefore(GAME_SERVERS);
  const { db, connection } = database;
  await db.execute(sql`
    insert into accounts (user_name, email, password_hash) values ('older', 'old@example.com', 'x');
    insert into characters (account_id, name, level, class) values (1, 'Bob', 7, 'Mage'), (1, 'Ann', 1, 'Mage');
    insert into products (storefront, name, price_cents) values ('shop', 'Chest', 100);
    insert into bridge_tokens (token_hash, label) values ('token', 'first start');
    insert into bridge_addresses (address) values ('127.0.0.1')`);
  await writeAsBefore(db, { order: 1, state: 'pending' });
  await migrate({ connection, folder: MIGRATIONS, afterwards });
  await writeAsBefore(db, { order: 2, state: 'creating' });
  await db.execute(sql`
    delete from characters where account_id = 1;
    insert into characters (account_id, name, level, class) values (1, 'Bob', 8, 'Mage'), (1, 'Cid', 1, 'Mage')`);
  const { rows } = await db.execute(sql`
    select (select array_agg(distinct server_id) from deliveries) as deliveries,
      (select array_agg(distinct server_id) from characters) as characters,
      (select array_agg(server_id) from bridge_tokens) as tokens,
      (select array_agg(server_id) from bridge_addresses) as addresses,
      (select server_id from orders where id = 1) as "order",
      (select array_agg(balance order by id) from ledger_entries where account_id is not null)::int[] as balances,
      (select amount::int from coin_balances) as coins`);
  expect(rows).toEqual([
    {
      deliveries: [1],
      characters: [1],
      tokens: [1],
      addresses: [1],
      order: 1,
      balances: [5, 10],
      coins: 10,
    },
  ]);
});

/** An order with its delivery and coins, in the columns of the version before. */
async function writeAsBefore(db: Db, { order, state }: { order: number; state: string }): Promise<void> {
  await db.execute(sql`
    with ordered as (
      insert into orders (account_id, product_id, product_name, price_cents, provider, is_live, state, expires_at)
      values (1, 1, 'Chest', 100, 'sandbox', false, ${state}, now()) returning id
    ), line as (
      insert into order_lines (order_id, position, kind, quantity, item_id, label)
      select id, 0, 'item', 1, 7, 'Lantern' from ordered
    )
    insert into deliveries (account_id, idempotency_key, effect, kind, item_id, quantity, order_id, order_line_position)
    select 1, 'order:' || id || ':line:0', 'grant', 'item', 7, 1, id, 0 from ordered`);
  await db.execute(sql`
    with posted as (
      insert into ledger_transactions (idempotency_key, reason) values (${`order:${order}:grant`}, 'order') returning id
    )
    insert into ledger_entries (transaction_id, account_id, currency, amount)
    select id, side, 'premium', case when side is null then -5 else 5 end from posted, (values (1), (null)) as s (side)`);
}

/** An empty database of the version before this migration. */
test('an update asks bridges for receipts of no restore that they have served since, but of one just now', async () => {
  const { db, connection } = await useDatabaseBefore(UNMATCHED);
  await db.execute(sql`
    insert into restores (backup, taken_at, restored_at)
    values ('old', now() - interval '90 days', now() - interval '89 days'),
           ('now', now() - interval '2 days', now() - interval '1 minute');
    insert into game_servers (name, slug, position) values ('New', 'new', 2);
    insert into last_signals (name, at) values ('game lease 1', now() - interval '2 days')`);
  await migrate({ connection, folder: MIGRATIONS, afterwards });
  const { rows } = await db.execute(sql`select restore_id, server_id from receipt_reports`);
  expect(rows).toEqual([{ restore_id: 1, server_id: 1 }]);
});

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

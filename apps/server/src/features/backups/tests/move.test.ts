import { pipeline } from 'node:stream/promises';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { cancelMove, moveDatabase } from '#features/backups/move.service.ts';
import { MIGRATIONS } from '#platform/files/package-root.ts';
import { nameOf, selectCopiedTables, writeRows } from '#platform/db/copy/copied-tables.ts';
import { connectForCopy, reserve } from '#platform/db/copy/load-target.ts';
import { selectChecksum } from '#platform/db/copy/table-checksums.ts';
import type { Connection } from '#platform/db/database.ts';
import { migrate } from '#platform/db/migrate.ts';
import { createTestDatabase } from '#test/database.ts';
import { useEmptyDatabase } from '#test/backups.ts';

async function contentOf(connection: Connection) {
  const client = await connectForCopy(connection);
  try {
    const content: Record<string, unknown> = {};
    for (const table of await selectCopiedTables(client))
      content[nameOf(table)] = await selectChecksum(client, table);
    return content;
  } finally {
    await client.end();
  }
}

/** A process that had lost its connection when the move began. The move holds its write up. */
async function renameLate(connection: Connection): Promise<pg.Client> {
  const client = await connectForCopy(connection);
  await client.query(`update accounts set email = 'late@example.com' where user_name = 'hero_7'`);
  return client;
}

const start = (connection: Connection) =>
  migrate({ connection, folder: MIGRATIONS, afterwards: async () => {} });

test('a move refuses while others write, goes on where it was interrupted, and the old database stays closed', async () => {
  const source = await createTestDatabase();
  const to = await useEmptyDatabase();
  const from = source.connection;
  const move = (onTable?: (name: string) => void) =>
    moveDatabase({ from, to, migrations: MIGRATIONS, reconnectMs: 0, ...(onTable && { onTable }) });
  await source.db.execute(sql`
    insert into accounts (user_name, email, password_hash)
    select 'hero_' || i, 'hero_' || i || '@example.com', 'x' from generate_series(1, 500) as i`);
  await source.db.execute(sql`create table crm_notes (id serial)`);
  const nowhere = { connectionString: 'postgres://127.0.0.1:1/nowhere' };
  const misdirected = moveDatabase({ from, to: nowhere, migrations: MIGRATIONS });
  await expect(misdirected).rejects.toThrow(/--to can't be used/);
  await expect(move()).rejects.toThrow(/Other programs use this database/);
  expect(await start(from)).toEqual([]);
  await source.close();

  let seen = 0;
  const interrupted = move(() => {
    seen += 1;
    if (seen === 20) throw new Error('The machine lost power.');
  });
  await expect(interrupted).rejects.toThrow('lost power');
  await expect(start(to)).rejects.toThrow(/Run 'waygate move' again/);
  await expect(start(from)).rejects.toThrow(/A move away from this database has begun/);

  let late: Promise<pg.Client> | undefined;
  await expect(move(() => void (late ??= renameLate(from)))).rejects.toThrow(/Other programs use this/);
  await (await late)?.end();
  const content = await contentOf(from);
  delete content['"public"."crm_notes"'];
  const resumed = await move();
  expect(resumed).toMatchObject({ wasResumed: true, leftOut: ['crm_notes'] });
  expect(resumed.tables).toBeLessThan(5);
  expect(await contentOf(to)).toEqual(content);
  expect(await start(to)).toEqual([]);
  await expect(start(from)).rejects.toThrow(/moved to another server/);

  const moved = await connectForCopy(from);
  const restore = reserve(moved, { kind: 'restore', source: 'night' });
  await expect(restore).rejects.toThrow(/moved to another server/);
  await moved.end();

  const client = await connectForCopy(to);
  const { rows } = await client.query(`
    select (select count(*)::int from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace) > 50 as "hasKeys",
      (select count(*)::int from pg_trigger where tgenabled = 'D') as disabled, nextval('accounts_id_seq')::int as next`);
  expect(rows).toEqual([{ hasKeys: true, disabled: 0, next: 501 }]);
  await client.end();
  // The target is a portal now, and is never replaced.
  await expect(move()).rejects.toThrow(/is not empty/);
  await cancelMove(from);
  expect(await start(from)).toEqual([]);
  await source.drop().catch(() => {});
});

test('a row that differs after the copy stops the load', async () => {
  const client = await connectForCopy(await useEmptyDatabase());
  await client.query('create table t (id integer)');
  const table = { schema: 'public', name: 't', columns: ['id'] };
  const rows = writeRows(client, table);
  await pipeline(['1\n2\n'], rows);
  expect(rows.rowCount).toBe(2);
  const whole = await selectChecksum(client, table);
  await client.query('update t set id = 3 where id = 2');
  expect(await selectChecksum(client, table)).not.toEqual(whole);
  await client.end();
});

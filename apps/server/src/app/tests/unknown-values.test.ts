import { API_BASE } from '@waygate/contract/endpoint';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { seed } from '#app/seed.ts';
import { fillCommunity } from '#features/demo/demo.ts';
import { openConnection } from '#platform/db/database.ts';
import { createOwner, type Player } from '#test/account-journeys.ts';
import { readContract } from '#test/contract-arbitraries.ts';
import { FILLING } from '#test/filling-process.ts';
import { useShop } from '#test/shop-journeys.ts';

const UNKNOWN = 'of_a_newer_release';

const shop = await useShop({ isWorker: false });
const { parts } = shop;
let owner: Player & { token: string };

beforeAll(async () => {
  await seed(parts);
  owner = await createOwner(shop);
  await fillCommunity(parts.db, FILLING);
}, 120_000);

type EnumColumn = { table: string; column: string };

/** Columns that may hold a few words alone, without the checks that say so: as a newer release's migration leaves them. */
async function openEnums(): Promise<EnumColumn[]> {
  const { rows } = await parts.db.execute<EnumColumn & { name: string }>(sql`
    select conrelid::regclass::text as "table", attname as "column", conname as name
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey)
    where contype = 'c' and connamespace = 'public'::regnamespace and atttypid = 'text'::regtype
      and exists (
        select from pg_constraint as enum where enum.conrelid = attrelid and enum.conkey = array[attnum]
          and pg_get_constraintdef(enum.oid) ~ 'ANY \\(\\(?ARRAY\\[''')
    order by 1, 2, 3`);
  for (const { table, name } of rows)
    await parts.db.execute(sql.raw(`alter table ${table} drop constraint if exists "${name}"`));
  const columns = new Map(rows.map(({ table, column }) => [`${table}.${column}`, { table, column }]));
  return [...columns.values()];
}

/** In each column one of the newest rows, each in another, so that what one value hides is still there with another. */
async function writeUnknown(columns: EnumColumn[]): Promise<void> {
  const client = await openConnection(parts.db);
  await client.query('set session_replication_role = replica');
  for (const [at, { table, column }] of columns.entries())
    await client.query(
      `update ${table} set "${column}" = $1 where ctid in (select ctid from ${table} order by ctid desc limit 1 offset $2)`,
      [UNKNOWN, columns.slice(0, at).filter((other) => other.table === table).length],
    );
  await client.end();
}

test('a value that only a newer release knows fails no list and no page', async () => {
  const columns = await openEnums();
  expect(columns.length).toBeGreaterThan(30);
  await writeUnknown(columns);
  const reads = (await readContract()).filter(
    ([, { method, access }]) => method === 'GET' && access !== 'bridge',
  );
  const { rows } = await parts.db.execute<{ id: string }>(sql`select id from bulk_lists`);
  const lists = rows.map(({ id }) => id);
  const failed: string[] = [];
  const seen = new Set<string>();
  for (const [name, { path }] of reads) {
    // Staff may read so many long lists in an hour.
    await parts.db.execute(sql`delete from rate_limits`);
    const ids = path.includes(':') ? (path.startsWith('/admin/bulk/') ? lists : [1, 2, 3, owner.id]) : [0];
    for (const id of ids)
      for (const query of ['', '?pageSize=all', '?pageSize=all&state=all']) {
        const url = `${API_BASE}${path.replaceAll(/:\w+/g, String(id))}${query}`;
        const headers = { authorization: `Bearer ${owner.token}` };
        const answer = await shop.app.inject({ url, headers });
        if ([429, 500].includes(answer.statusCode)) failed.push(`${name} ${url} ${answer.statusCode}`);
        if (answer.body.includes(UNKNOWN)) seen.add(name);
      }
  }
  expect(failed).toEqual([]);
  // It was passed on, and not left out.
  expect([...seen]).toEqual(
    expect.arrayContaining([
      'getBulk',
      'listAdminDeliveries',
      'listAdminOrders',
      'listAdminNews',
      'exportOrders',
    ]),
  );
}, 120_000);

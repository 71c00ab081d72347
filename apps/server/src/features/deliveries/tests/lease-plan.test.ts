import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type TestDatabase, useTestDatabase } from '#test/database.ts';
import { heroes, type Plan, plansDuring, stepsOf, writeUnchecked } from '#test/plans.ts';
import { updateDeliveriesLeased } from '#features/deliveries/leases.queries.ts';

const DELIVERED = 1_000_000;
const WAITING = 200_000;

test('a lease of 100 among a million delivered rows reads little but the index of what its server is due', async () => {
  const database = await useTestDatabase();
  const accountId = 7;
  await writeUnchecked(
    database,
    `insert into game_servers (name, slug) values ('North', 'north')`,
    ...heroes(5000),
    `insert into game_accounts (server_id, account_id, login, state)
     select 1, id, 'login' || id, 'active' from accounts`,
    // Each lease takes place twice: once to be explained, and once to be used.
    `insert into deliveries (account_id, server_id, idempotency_key, effect, kind, item_id, quantity, state)
     select ${accountId}, case when n > ${DELIVERED + WAITING} then 1 else 2 end, 'key:' || n, 'grant', 'item', 7, 1,
            case when n > ${DELIVERED} then 'pending' else 'applied' end
     from generate_series(1, ${DELIVERED + WAITING} + 600) n`,
  );
  // A lease is quick both before and after statistics tell of the million rows.
  for (const isAnalysed of [false, true]) {
    if (isAnalysed) await database.db.execute(sql`analyze deliveries, game_accounts`);
    const plan = await explainLease(database, 100);
    const scans = stepsOf(plan).filter((node) => node['Node Type'].endsWith('Scan') && node['Relation Name']);
    const indexes = new Set(scans.map((node) => `${node['Node Type']} ${node['Index Name']}`));
    expect(indexes.size).toBe(3);
    expect(indexes).toContain('Index Scan deliveries_due_by_server_idx');
    expect(indexes).toContain('Index Scan deliveries_pkey');
    // An account has one game account a server.
    expect([...indexes].toSorted().at(-1)).toMatch(/^Index Scan game_accounts_(pkey|account_idx)$/);
    expect(plan['Actual Rows']).toBe(100);
    expect(plan['Shared Hit Blocks']).toBeLessThan(5000);
  }
}, 400_000);

/** The plan of the very statement that the bridge runs, with what it did. */
async function explainLease(database: TestDatabase, limit: number): Promise<Plan> {
  const lease = { serverId: 1, limit, leaseSeconds: 60 };
  const [plan] = await plansDuring(database, (db) => updateDeliveriesLeased(db, lease));
  if (!plan) throw new Error('Nothing was asked.');
  return plan;
}

import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Db } from '#platform/db/database.ts';
import { type TestDatabase, useTestDatabase } from '#test/database.ts';
import { createTestAccount } from '#test/factories.ts';
import { updateDeliveriesLeased } from './leases.queries.ts';

const DELIVERED = 1_000_000;

type Plan = {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Shared Hit Blocks': number;
  Plans?: Plan[];
};

test('a lease of 100 beside a million delivered rows reads the index of what is due, and little else', async () => {
  const database = await useTestDatabase();
  await fill(database);
  // A lease is quick both before and after statistics tell of the million rows.
  for (const isAnalysed of [false, true]) {
    if (isAnalysed) await database.db.execute(sql`analyze deliveries`);
    const plan = await explainLease(database, 100);
    const scans = flatten(plan).filter((node) => node['Node Type'].endsWith('Scan') && node['Relation Name']);
    expect(scans.map((node) => `${node['Node Type']} ${node['Index Name']}`).toSorted()).toEqual([
      'Index Scan deliveries_due_idx',
      'Index Scan deliveries_pkey',
    ]);
    expect(plan['Actual Rows']).toBe(100);
    expect(plan['Shared Hit Blocks']).toBeLessThan(5000);
  }
}, 180_000);

async function fill({ db, pool }: TestDatabase): Promise<void> {
  const accountId = await createTestAccount(db);
  const client = await pool.connect();
  try {
    // Checking a million times that the account exists would take most of the time.
    await client.query('set statement_timeout = 0; set session_replication_role = replica');
    await client.query(
      `insert into deliveries (account_id, idempotency_key, effect, kind, item_id, quantity, state)
       select ${accountId}, 'key:' || n, 'grant', 'item', 7, 1, case when n > ${DELIVERED} then 'pending' else 'applied' end
       from generate_series(1, ${DELIVERED} + 400) n`,
    );
  } finally {
    client.release(true);
  }
}

/** The plan of the very statement that the bridge runs, with what it did. */
async function explainLease({ db }: TestDatabase, limit: number): Promise<Plan> {
  const explaining: Pick<Db, 'execute'> = {
    execute: (query) => db.execute(sql`explain (analyze, buffers, format json) ${query}`),
  };
  const [row] = await updateDeliveriesLeased(explaining, { limit, leaseSeconds: 60 });
  // An explained statement answers its plan instead of its rows.
  const [answer] = (row as unknown as { 'QUERY PLAN': { Plan: Plan }[] })['QUERY PLAN'];
  if (!answer) throw new Error('There is no plan.');
  return answer.Plan;
}

function flatten(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(flatten)];
}

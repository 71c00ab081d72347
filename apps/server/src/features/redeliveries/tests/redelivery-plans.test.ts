import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { selectLost } from '#features/redeliveries/admin/preview.queries.ts';
import { selectNamed, selectUnfinishedLocked } from '#features/redeliveries/batches.queries.ts';
import { redeliverBatch } from '#features/redeliveries/batches.service.ts';
import type { LostFilter } from '#features/redeliveries/redeliveries.tables.ts';
import type { TestDatabase } from '#test/database.ts';
import { createFilledDatabase, heroes, plansDuring, scansDuring, stepsOf } from '#test/plans.ts';

const ACCOUNTS = 5000;
const DELIVERIES = 100_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createFilledDatabase(
    ...heroes(ACCOUNTS),
    // One each second, the last of them just now.
    `insert into deliveries (account_id, idempotency_key, effect, kind, item_id, quantity, state, leases, settled_at)
     select 1 + n % ${ACCOUNTS}, 'key:' || n, 'grant', 'item', 1 + n % 90, 1, 'applied', 1,
            now() - make_interval(secs => ${DELIVERIES} - n)
     from generate_series(1, ${DELIVERIES}) n`,
  );
});
afterAll(() => database.drop());

const OWNER = { accountId: 1, permission: 32, webMgt: 1, sections: [] };
const filterOf = (changes: Partial<LostFilter>): LostFilter => ({
  mode: 'same_keys',
  scope: 'everything',
  targetId: null,
  serverId: null,
  since: null,
  until: new Date(),
  ...changes,
});
const lost = (changes: Partial<LostFilter>) => ({ filter: filterOf(changes), sender: OWNER });

test('what was applied since a time is found along its index', async () => {
  const since = new Date(Date.now() - 600_000);
  const found = await selectLost(database.db, lost({ since }));
  expect(found.deliveries).toBeGreaterThan(500);
  const scans = await scansDuring(database, (db) => selectLost(db, lost({ since })));
  expect(scans.filter((scan) => scan.endsWith('deliveries_applied_idx'))).not.toEqual([]);
  expect(scans).not.toContain('Seq Scan deliveries');
});

test('what a player lost is found along the index of accounts', async () => {
  const filter = { scope: 'account', targetId: 7 } as const;
  const scans = await scansDuring(database, (db) => selectLost(db, lost(filter)));
  expect(scans).not.toContain('Seq Scan deliveries');
});

test('a dry run of 100 000 deliveries lists fifty players and kinds, and takes seconds at most', async () => {
  const startedAt = performance.now();
  const found = await selectLost(database.db, lost({ mode: 'new_keys' }));
  expect(performance.now() - startedAt).toBeLessThan(30_000);
  expect(found).toMatchObject({ deliveries: DELIVERIES, players: ACCOUNTS, kindsTotal: 90, excluded: [] });
  expect([found.accounts.length, found.kinds.length]).toEqual([50, 50]);
});

test('100 000 deliveries are sent again in batches that read no more than themselves', async () => {
  const id = randomUUID();
  await database.db.execute(sql`
    insert into redeliveries (id, staff_id, mode, scope, until, reason, planned)
    values (${id}, 1, 'new_keys', 'everything', now(), 'The disk broke', ${DELIVERIES})`);
  await database.db.execute(sql`update accounts set permission = 32 where id = 1`);
  let batches = 0;
  while (await redeliverBatch(database.db)) {
    batches += 1;
    if (batches !== 100) continue;
    const plans = await plansDuring(database, (db) =>
      database.db.transaction(async (tx) => {
        const running = await selectUnfinishedLocked(tx);
        if (!running) throw new Error('It is finished.');
        // Outside of the lock, which is the reader's own.
        await selectNamed(db as never, running, 500);
      }),
    );
    for (const plan of plans) {
      expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(5000);
      expect(stepsOf(plan).map((step) => step['Index Name'])).toContain('deliveries_applied_idx');
    }
  }
  expect(batches).toBe(DELIVERIES / 500 + 1);
  const { rows } = await database.db.execute(sql`
    select redelivered, (select count(*)::int from deliveries where state = 'superseded') as superseded,
           (select count(*)::int from deliveries where state = 'pending') as pending
    from redeliveries where id = ${id} and finished_at is not null`);
  expect(rows).toEqual([{ redelivered: DELIVERIES, superseded: DELIVERIES, pending: DELIVERIES }]);
}, 400_000);

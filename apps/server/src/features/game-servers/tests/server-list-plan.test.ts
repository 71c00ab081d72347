import { expect, test } from 'vitest';
import { selectAdminGameServers } from '#features/game-servers/admin/game-servers.admin.queries.ts';
import { useTestDatabase } from '#test/database.ts';
import { createTestAccount } from '#test/factories.ts';
import { fill, scansDuring } from '#test/plans.ts';

const MANY = 200_000;

test('the list of servers counts deliveries along indexes, in one statement', async () => {
  const database = await useTestDatabase();
  const accountId = await createTestAccount(database.db);
  await fill(
    database,
    `insert into game_servers (name, slug) select 'Realm ' || n, 'realm-' || n from generate_series(1, 5) n`,
    `insert into deliveries (account_id, idempotency_key, effect, kind, item_id, quantity, server_id, state)
     select ${accountId}, 'key:' || n, 'grant', 'item', 7, 1, n % 6 + 1, case
       when n <= 300 then 'pending' when n <= 320 then 'dead' when n <= 340 then 'unknown' else 'applied' end
     from generate_series(1, ${MANY}) n`,
  );
  const scans = await scansDuring(database, (db) => selectAdminGameServers(db));
  const ofDeliveries = scans.filter((scan) => scan.includes('deliveries'));
  expect(new Set(ofDeliveries.map((scan) => scan.split(' ').at(-1)))).toEqual(
    new Set(['deliveries_due_by_server_idx', 'deliveries_stuck_by_server_idx']),
  );
}, 400_000);

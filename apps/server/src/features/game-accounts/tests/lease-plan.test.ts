import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { reconcileLocks, updateClaimsExpired } from '#features/game-accounts/commands.queries.ts';
import { updateCommandsLeased } from '#features/game-accounts/leases.queries.ts';
import { useTestDatabase } from '#test/database.ts';
import { type Plan, plansDuring, stepsOf, writeUnchecked } from '#test/plans.ts';

const ACCOUNTS = 100_000;

test('a lease reads little, with a hundred thousand game accounts and as many commands that wait', async () => {
  const database = await useTestDatabase();
  await writeUnchecked(
    database,
    `insert into accounts (user_name, email, password_hash)
     select 'hero' || n, 'hero' || n || '@example.com', 'none' from generate_series(1, ${ACCOUNTS}) n;
     insert into game_accounts (server_id, account_id, login, state)
     select 1, id, 'hero' || id, 'active' from accounts;
     insert into game_account_commands (server_id, account_id, kind, login)
     select 1, id, 'set_password', 'hero' || id from accounts;
     insert into bans (account_id, description, is_active) select id, 'old', id % 100 = 0 from accounts where id % 10 = 0`,
  );
  await database.db.execute(sql`analyze`);
  const read = await plansDuring(database, async (db) => {
    await updateCommandsLeased(db, { serverId: 1, limit: 100, leaseSeconds: 60 });
    await updateClaimsExpired(db, 'late');
    await reconcileLocks(db, 1);
  });
  const [lease, ...others] = read;
  if (!lease) throw new Error('Nothing was asked.');
  expect(blocks(lease)).toBeLessThan(8000);
  expect(stepsOf(lease).filter(readsWholeTable)).toEqual([]);
  // The locks of a thousand banned accounts are found among all of them.
  for (const plan of others) expect(blocks(plan)).toBeLessThan(20_000);
}, 400_000);

function blocks(plan: Plan): number {
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}

function readsWholeTable(node: Plan): boolean {
  return node['Node Type'] === 'Seq Scan' && node['Relation Name'] !== undefined;
}

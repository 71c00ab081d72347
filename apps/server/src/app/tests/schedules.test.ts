import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { enqueueStartJobs } from '#app/schedules.ts';
import { usePortal } from '#test/account-journeys.ts';

const { parts } = await usePortal();

test('a start plans erasures, and encrypts no secret with a key that other processes may not have yet', async () => {
  await enqueueStartJobs(parts);
  const { rows } = await parts.db.execute<{ name: string }>(sql`
    select name from pgboss.job where name in ('privacy.erase-accounts', 'factors.reseal-secrets')`);
  expect(rows).toEqual([{ name: 'privacy.erase-accounts' }]);
});

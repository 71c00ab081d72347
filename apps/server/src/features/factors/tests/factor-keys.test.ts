import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { checkFactorKeys } from '#features/factors/factor-keys.service.ts';
import { FACTOR_ALERTS } from '#features/factors/factors.alerts.ts';
import { totpFactors } from '#features/factors/factors.tables.ts';
import { createFactorBox } from '#platform/crypto/factor-keys.ts';
import { usePortal } from '#test/account-journeys.ts';
import { createPlayerWithTotp } from '#test/factor-journeys.ts';

const portal = await usePortal();
const { db, log, factorBox } = portal.parts;

async function countedWith(box: typeof factorBox): Promise<{ count: number; detail: string | null }> {
  await checkFactorKeys({ db, factorBox: box, log });
  const [condition] = FACTOR_ALERTS;
  const { rows } = await db.execute<{ count: number; detail: string | null }>(
    sql`select ${condition?.count}::int as count, ${condition?.detail} as detail`,
  );
  return rows[0] ?? { count: -1, detail: null };
}

test('an alert counts the accounts whose key is missing or was replaced, until it is back', async () => {
  expect(await countedWith(factorBox)).toEqual({ count: 0, detail: null });
  const [one] = [await createPlayerWithTotp(portal), await createPlayerWithTotp(portal)];
  expect(await countedWith(factorBox)).toEqual({ count: 0, detail: null });
  const another = createFactorBox([{ id: 'test', key: randomBytes(32) }]);
  expect(await countedWith(another)).toEqual({ count: 2, detail: 'test' });
  expect(await countedWith(factorBox)).toEqual({ count: 0, detail: null });
  await db.update(totpFactors).set({ keyId: 'lost' }).where(eq(totpFactors.accountId, one.id));
  expect(await countedWith(factorBox)).toEqual({ count: 1, detail: 'lost' });
});

import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { checkFactorKeys } from '#features/factors/factor-keys.service.ts';
import { createSecretResealer } from '#features/factors/reseal-secrets.jobs.ts';
import { selectUsedKeyIds } from '#features/factors/reseal-secrets.queries.ts';
import { FACTOR_ALERTS } from '#features/factors/factors.alerts.ts';
import { totpFactors } from '#features/factors/factors.tables.ts';
import { createFactorBox } from '#platform/crypto/factor-keys.ts';
import { usePortal } from '#test/account-journeys.ts';
import { countLockWaits } from '#test/locks.ts';
import { addTotp, createPlayerWithTotp, signInWithTotp } from '#test/factor-journeys.ts';

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

/** The keys of the portal, and one that is newer. */
function rotate() {
  const newer = createFactorBox([{ id: 'newer', key: randomBytes(32) }]);
  const open: typeof newer.open = (sealed, boundTo) =>
    (newer.knows(sealed.keyId) ? newer : factorBox).open(sealed, boundTo);
  const keyIds = [...newer.keyIds, ...factorBox.keyIds];
  return { newer, rotated: { ...newer, open, keyIds }, rolledBack: { ...factorBox, open } };
}

const resealWith = (box: typeof factorBox) => createSecretResealer({ db, factorBox: box, log })({});

test('secrets get the newest key, also those of replaced apps, so that the older can go', async () => {
  await db.delete(totpFactors);
  const replaced = await addTotp(portal, await createPlayerWithTotp(portal));
  const lost = await createPlayerWithTotp(portal);
  await db.update(totpFactors).set({ keyId: 'lost' }).where(eq(totpFactors.accountId, lost.id));
  const players = [replaced, await createPlayerWithTotp(portal), await createPlayerWithTotp(portal)];
  const { newer, rotated, rolledBack } = rotate();
  expect((await selectUsedKeyIds(db)).toSorted()).toEqual(['lost', 'test']);
  await Promise.all([resealWith(rotated), resealWith(rotated), resealWith(rotated)]);
  expect((await selectUsedKeyIds(db)).toSorted()).toEqual(['lost', 'newer']);
  expect(await countedWith(newer)).toEqual({ count: 1, detail: 'lost' });
  // Back again: what was encrypted twice is still the same secret.
  await resealWith(rolledBack);
  expect((await selectUsedKeyIds(db)).toSorted()).toEqual(['lost', 'test']);
  for (const player of players) await expect(signInWithTotp(portal, player)).resolves.toBeTruthy();
});

test('an app that is set up while its secret is encrypted again stays the new one', async () => {
  const player = await createPlayerWithTotp(portal);
  const ofPlayer = eq(totpFactors.accountId, player.id);
  let resealing: Promise<void> | undefined;
  await db.transaction(async (tx) => {
    await tx.execute(sql`select from totp_factors where account_id = ${player.id} for update`);
    resealing = resealWith(rotate().rotated);
    await expect.poll(() => countLockWaits(db)).toBeGreaterThan(0);
    await tx
      .update(totpFactors)
      .set({ sealed: randomBytes(40) })
      .where(ofPlayer);
  });
  await resealing;
  expect((await db.select().from(totpFactors).where(ofPlayer))[0]).toMatchObject({ keyId: 'test' });
});

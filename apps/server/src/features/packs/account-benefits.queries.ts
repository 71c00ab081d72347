import { eq, inArray, sql } from 'drizzle-orm';
import { accounts } from '#features/identity/identity.ts';
import type { Transaction } from '#platform/db/database.ts';

/** The latest time that the API can express. It means a permanent club membership. */
const LAST_TIME = '9999-12-31T00:00:00Z';

export type Package = 'founder' | 'veteran';

/** A purchase's change to the account row. Deliveries carry it into the game. */
export type BenefitChange = { clubDays: number; packages: Package[] };

/** Extends the club from now or from its end, whichever is later, and marks packages as claimed. */
export async function grantBenefits(
  tx: Transaction,
  accountId: number,
  { clubDays, packages }: BenefitChange,
): Promise<void> {
  await updateBenefits(tx, accountId, {
    packages,
    isClaimed: true,
    club:
      clubDays > 0
        ? sql`least(greatest(now(), coalesce(${accounts.agaiaClubExpiresAt}, now())) + make_interval(days => ${clubDays}), ${LAST_TIME}::timestamptz)`
        : undefined,
  });
}

/** Marks the package as not claimed on these accounts. */
export async function unmarkPackage(tx: Transaction, name: Package, accountIds: number[]): Promise<void> {
  if (accountIds.length === 0) return;
  const unclaimed =
    name === 'founder' ? { hasClaimedFounderPackage: false } : { hasClaimedVeteranPackage: false };
  await tx.update(accounts).set(unclaimed).where(inArray(accounts.id, accountIds));
}

/** Shortens the club by the granted days, and unmarks packages. */
export async function revokeBenefits(
  tx: Transaction,
  accountId: number,
  { clubDays, packages }: BenefitChange,
): Promise<void> {
  await updateBenefits(tx, accountId, {
    packages,
    isClaimed: false,
    club: clubDays > 0 ? sql`${accounts.agaiaClubExpiresAt} - make_interval(days => ${clubDays})` : undefined,
  });
}

async function updateBenefits(
  tx: Transaction,
  accountId: number,
  {
    packages,
    isClaimed,
    club,
  }: { packages: Package[]; isClaimed: boolean; club: ReturnType<typeof sql> | undefined },
): Promise<void> {
  if (packages.length === 0 && club === undefined) return;
  await tx
    .update(accounts)
    .set({
      ...(club && { agaiaClubExpiresAt: club }),
      ...(packages.includes('founder') && { hasClaimedFounderPackage: isClaimed }),
      ...(packages.includes('veteran') && { hasClaimedVeteranPackage: isClaimed }),
    })
    .where(eq(accounts.id, accountId));
}

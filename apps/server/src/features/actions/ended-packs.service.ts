import { lockAccounts } from '#features/identity/identity.ts';
import {
  type Package,
  unmarkPackage,
  selectAccountsWithEndedPacks,
  updatePacksEnded,
} from '#features/packs/packs.ts';
import { selectBuyersOf } from '#features/orders/orders.ts';
import type { Database } from '#platform/db/database.ts';

const PACKAGES: Package[] = ['founder', 'veteran'];

/**
 * Unmarks expired packs on their accounts, except packages that the account also bought. The game ends packs itself.
 *
 * @returns the number of accounts that were processed
 */
export async function endPacks(db: Database, limit: number): Promise<number> {
  const accountIds = await selectAccountsWithEndedPacks(db, limit);
  if (accountIds.length === 0) return 0;
  await db.transaction(async (tx) => {
    // Locked first, so that no purchase or grant can change the outcome.
    await lockAccounts(tx, accountIds);
    const ended = await updatePacksEnded(tx, accountIds);
    for (const name of PACKAGES) {
      const owners = ended.filter(({ pack }) => pack === name).map(({ accountId }) => accountId);
      const buyers = await selectBuyersOf(tx, name, owners);
      await unmarkPackage(
        tx,
        name,
        owners.filter((id) => !buyers.has(id)),
      );
    }
  });
  return accountIds.length;
}

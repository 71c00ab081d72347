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
 * The game ends packs by itself. Here the account no longer shows them, unless an order brought the package too.
 *
 * @returns how many accounts were looked after
 */
export async function endPacks(db: Database, limit: number): Promise<number> {
  const accountIds = await selectAccountsWithEndedPacks(db, limit);
  if (accountIds.length === 0) return 0;
  await db.transaction(async (tx) => {
    // Locked before it is decided, so that neither a purchase nor another grant comes between.
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

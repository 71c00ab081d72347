import type { Package } from '#features/packs/packs.ts';
import type { Db } from '#platform/db/database.ts';
import { selectPackageBuyers } from './orders.queries.ts';

/** Which of these accounts have the package from an order that was not reversed. */
export async function selectBuyersOf(db: Db, name: Package, accountIds: number[]): Promise<Set<number>> {
  if (accountIds.length === 0) return new Set();
  return new Set(await selectPackageBuyers(db, `${name}_package`, accountIds));
}

import type { Package } from './account-benefits.queries.ts';
import type { Db } from '#platform/db/database.ts';
import { type Pack, selectActivePacks } from './packs.queries.ts';

/** The packages that staff granted to the account and that have not ended. */
export async function selectGrantedPackages(db: Db, accountId: number): Promise<Package[]> {
  const packs = await selectActivePacks(db, accountId);
  return packs.filter(isPackage);
}

/** Whether the portal itself shows the pack on the account. The others are known to the game alone. */
export function isPackage(pack: Pack): pack is Package {
  return pack === 'founder' || pack === 'veteran';
}

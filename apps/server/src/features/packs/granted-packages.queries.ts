import type { Package } from './account-benefits.queries.ts';
import type { Db } from '#platform/db/database.ts';
import { type Pack, selectActivePacks } from './packs.queries.ts';

/** The account's active packages that staff granted. */
export async function selectGrantedPackages(db: Db, accountId: number): Promise<Package[]> {
  const packs = await selectActivePacks(db, accountId);
  return packs.filter(isPackage);
}

/** Whether the portal shows the pack on the account. Only the game uses the other packs. */
export function isPackage(pack: Pack): pack is Package {
  return pack === 'founder' || pack === 'veteran';
}

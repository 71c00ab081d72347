import {
  SHARED_ADDRESS_COUNT,
  SHARED_ADDRESS_NAMES,
  type SharedAddress,
} from '@waygate/contract/players/players.schemas';
import { isOwner } from '@waygate/contract/ranks';
import { sql } from 'drizzle-orm';
import { isOwnNetwork } from '#features/accounts/accounts.ts';
import { isBanned, mayBeEditedBy, selectLastAddresses } from '#features/identity/identity.ts';
import type { Viewer } from '#platform/auth/viewer.ts';
import type { Db } from '#platform/db/database.ts';
import { networkOf } from '#platform/http/address.ts';

const NOBODY: SharedAddress = { isOwnNetwork: false, total: 0, totalIsExact: true, accounts: [] };

/** Other accounts that were last in the network of the account's last address, which a ban of it keeps out too. */
export async function readSharedAddress(db: Db, viewer: Viewer, id: number): Promise<SharedAddress> {
  const { lastIp } = await selectLastAddresses(db, id);
  if (lastIp === null) return NOBODY;
  if (isOwnNetwork(networkOf(lastIp))) return { ...NOBODY, isOwnNetwork: true };
  const found = await selectAccountsAt(db, viewer, { address: lastIp, except: id });
  const counted = found.slice(0, SHARED_ADDRESS_COUNT);
  return {
    ...NOBODY,
    total: counted.length,
    totalIsExact: counted.length === found.length,
    accounts: counted
      .toSorted((one, other) => one.userName.localeCompare(other.userName))
      .slice(0, SHARED_ADDRESS_NAMES),
  };
}

/** In no order, so that a network of thousands costs no more than one of a hundred. */
async function selectAccountsAt(
  db: Db,
  viewer: Viewer,
  { address, except }: { address: string; except: number },
): Promise<SharedAddress['accounts']> {
  const isVisible = isOwner(viewer) ? sql`true` : mayBeEditedBy(viewer);
  const { rows } = await db.execute<SharedAddress['accounts'][number]>(sql`
    select accounts.id as "accountDBID", accounts.user_name as "userName",
      ${isBanned(sql`accounts.id`)} as banned
    from account_activity activity join accounts on id = activity.account_id
    where activity.last_ip is not null and address_network(activity.last_ip) = address_network(${address}) and id <> ${except} and ${isVisible}
    limit ${SHARED_ADDRESS_COUNT + 1}`);
  return rows;
}

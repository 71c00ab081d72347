import {
  SHARED_ADDRESS_COUNT,
  SHARED_ADDRESS_NAMES,
  type SharedAccounts,
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
  const limit = SHARED_ADDRESS_COUNT + 1;
  const found = await selectAccountsAt(db, viewer, { address: lastIp, except: id, limit });
  const counted = found.slice(0, SHARED_ADDRESS_COUNT);
  return {
    ...NOBODY,
    total: counted.length,
    totalIsExact: counted.length === found.length,
    accounts: counted.slice(0, SHARED_ADDRESS_NAMES),
  };
}

/** A page of the same accounts. */
export async function readSharedAccounts(
  db: Db,
  viewer: Viewer,
  { id, limit, before }: { id: number; limit: number; before?: number | undefined },
): Promise<SharedAccounts> {
  const { lastIp } = await selectLastAddresses(db, id);
  if (lastIp === null || isOwnNetwork(networkOf(lastIp))) return { accounts: [], before: null };
  const found = await selectAccountsAt(db, viewer, { address: lastIp, except: id, before, limit: limit + 1 });
  const accounts = found.slice(0, limit);
  return { accounts, before: found.length > limit ? (accounts.at(-1)?.accountDBID ?? null) : null };
}

type AccountsAt = { address: string; except: number; before?: number | undefined; limit: number };

/** The newest first, in the order of the index: a network of thousands costs no more than one of a hundred. */
async function selectAccountsAt(
  db: Db,
  viewer: Viewer,
  { address, except, before, limit }: AccountsAt,
): Promise<SharedAccounts['accounts']> {
  const isVisible = isOwner(viewer) ? sql`true` : mayBeEditedBy(viewer);
  const isNext = before === undefined ? sql`true` : sql`activity.account_id < ${before}`;
  const { rows } = await db.execute<SharedAccounts['accounts'][number]>(sql`
    select accounts.id as "accountDBID", accounts.user_name as "userName",
      ${isBanned(sql`accounts.id`)} as banned
    from account_activity activity join accounts on id = activity.account_id
    where activity.last_ip is not null and address_network(activity.last_ip) = address_network(${address})
      and id <> ${except} and ${isVisible} and ${isNext}
    order by activity.account_id desc limit ${limit}`);
  return rows;
}

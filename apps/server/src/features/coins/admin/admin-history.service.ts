import type { AdminCoinHistory } from '@waygate/contract/coins/coins.schemas';
import { holds } from '@waygate/contract/permissions';
import { type CoinFilter, type CoinPage, readFilteredCoinHistory } from '#features/coins/history.service.ts';
import { type AccountRow, hidesContact } from '#features/identity/identity.ts';
import type { Viewer } from '#platform/auth/viewer.ts';
import type { Db } from '#platform/db/database.ts';
import { selectOrigins } from './origins.queries.ts';

/** A page of an account's coin history, with the orders and the staff that the viewer may see. */
export async function readAdminCoinHistory(
  db: Db,
  viewer: Viewer,
  { account, filter, page }: { account: AccountRow; filter: Omit<CoinFilter, 'accountId'>; page: CoinPage },
): Promise<AdminCoinHistory> {
  const { entries, before } = await readFilteredCoinHistory(db, { ...filter, accountId: account.id }, page);
  const origins = await selectOrigins(db, {
    entryIds: entries.map(({ entryId }) => entryId),
    namesOrders: holds(viewer, 'orders'),
    namesStaff: !hidesContact(viewer, account),
  });
  const byEntry = new Map(origins.map(({ entryId, ...origin }) => [entryId, origin]));
  const none = { orderId: null, staff: null };
  return { entries: entries.map((entry) => ({ ...entry, ...(byEntry.get(entry.entryId) ?? none) })), before };
}

import { holds, mayEdit, type Section } from '@waygate/contract/permissions';
import { asc, inArray } from 'drizzle-orm';
import { type AccountRow, accounts, NO_SUCH_ACCOUNT } from '#features/identity/identity.ts';
import { findViewerBySession } from '#features/sessions/sessions.ts';
import type { Staff } from './record-audit.ts';
import type { Viewer } from '#platform/auth/viewer.ts';
import type { Transaction } from '#platform/db/database.ts';
import { forbidden, notFound, unauthenticated } from '#platform/errors/app-error.ts';

/**
 * Refuses staff who lost the section, or their session, since the request came in. Their account stays as it is
 * until the transaction ends. Comes before every lock but that of an order: accounts are locked first everywhere.
 *
 * @param anyOf one of them is enough
 * @throws unauthenticated, forbidden
 */
export async function requireSection(tx: Transaction, staff: Staff, ...anyOf: Section[]): Promise<void> {
  await lockAccounts(tx, [staff.viewer.accountId]);
  await findStaff(tx, staff, anyOf);
}

/**
 * The account that staff wants to change, locked until the transaction ends: after an order's row, and before
 * coins, products and deliveries.
 *
 * @throws unauthenticated; forbidden for staff without the section, or with less rights than the account; notFound
 */
export async function lockEditableAccount(
  tx: Transaction,
  staff: Staff,
  target: { accountId: number; section: Section },
): Promise<AccountRow> {
  const { account } = await lockStaffAndAccount(tx, staff, target);
  return account;
}

/** The same, with the staff's own account as it is now. */
export async function lockStaffAndAccount(
  tx: Transaction,
  staff: Staff,
  { accountId, section }: { accountId: number; section: Section },
): Promise<{ viewer: Viewer; account: AccountRow }> {
  const rows = await lockAccounts(tx, [staff.viewer.accountId, accountId]);
  const viewer = await findStaff(tx, staff, [section]);
  const account = rows.find(({ id }) => id === accountId);
  if (!account) throw notFound(NO_SUCH_ACCOUNT);
  if (!mayEdit(viewer, account)) throw forbidden('You cannot change an account with rights that you lack.');
  return { viewer, account };
}

/** In the order of their ids, so that two members of staff who edit each other never wait in a circle. */
function lockAccounts(tx: Transaction, ids: number[]): Promise<AccountRow[]> {
  return tx
    .select()
    .from(accounts)
    .where(inArray(accounts.id, ids))
    .orderBy(asc(accounts.id))
    .for('no key update');
}

/** Asked again once the account is locked: a ban or a withdrawn right may have come first, and then it counts. */
async function findStaff(tx: Transaction, staff: Staff, anyOf: readonly Section[]): Promise<Viewer> {
  const viewer = await findViewerBySession(tx, staff.viewer.sessionHash);
  if (!viewer) throw unauthenticated();
  if (!anyOf.some((section) => holds(viewer, section))) throw forbidden();
  return viewer;
}

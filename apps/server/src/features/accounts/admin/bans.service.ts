import type { Ban } from '@waygate/contract/accounts/accounts.admin.schemas';
import { isOwner } from '@waygate/contract/ranks';
import { asStaff, asStaffInTransaction, audited, type Staff, unchanged } from '#features/staff/staff.ts';
import type { BanRow } from '#features/identity/identity.ts';
import { endSessionsOfAccount } from '#features/sessions/sessions.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { forbidden, invalid } from '#platform/errors/app-error.ts';
import { chooseBannedAddress } from './banned-address.ts';
import { insertBan, selectIsBannedUntil, updateBansLifted } from './bans.queries.ts';
import { lockOwnership, requireOtherOwner } from '#features/accounts/owner.service.ts';

const END_IS_PAST = 'The end of a ban must be in the future.';

/**
 * Bans an account, and its address with it, until a time or for good; its sessions end at once.
 *
 * @returns the account's name
 * @throws what `asStaff` throws; forbidden for an address that these staff may not ban, and for the last owner; invalid
 */
export async function banAccount(db: Database, staff: Staff, ban: Ban): Promise<string> {
  return (await db.transaction((tx) => banInTransaction(tx, staff, ban))).userName;
}

type Banned = { userName: string; isBanned: boolean };

/**
 * @param options.isOnlyLonger leaves an account alone that is banned until then, or longer
 * @returns the account's name, and whether there is a new ban
 */
export function banInTransaction(
  outer: Transaction,
  staff: Staff,
  ban: Ban,
  { isOnlyLonger = false } = {},
): Promise<Banned> {
  const accountId = ban.accountDBID;
  const right = { section: 'actions', accountId, givesValue: false, lockFirst: lockOwnership } as const;
  return asStaffInTransaction<typeof right, Banned>(outer, staff, right, async ({ tx, viewer, account }) => {
    const { userName } = account;
    if (accountId === viewer.accountId) throw forbidden('You cannot ban yourself.');
    if (isOnlyLonger && (await selectIsBannedUntil(tx, accountId, ban.endTime)))
      return unchanged({ userName, isBanned: false });
    if (isOwner(account)) await requireOtherOwner(tx, accountId);
    const banned = await chooseBannedAddress(tx, { viewer, account, requested: ban.ip });
    const { startTime, endTime, description } = ban;
    const row = await insertBan(tx, { accountId, startTime, endTime, description, ...banned });
    if (row.isOver) throw invalid(END_IS_PAST, { endTime: END_IS_PAST });
    await endSessionsOfAccount(tx, accountId);
    const after = auditedBan(row);
    return audited({ kind: 'user.ban', target: accountId, after }, { userName, isBanned: true });
  });
}

/**
 * Lifts every ban of an account that has not ended.
 *
 * @returns the account's name
 * @throws what `asStaff` throws
 */
export async function unbanAccount(db: Database, staff: Staff, accountId: number): Promise<string> {
  // Nobody lifts their own ban: a banned account has no session.
  return asStaff(db, staff, { section: 'actions', accountId, givesValue: false }, async ({ tx, account }) => {
    const lifted = await updateBansLifted(tx, accountId);
    if (lifted.length === 0) return unchanged(account.userName);
    const before = { bans: lifted.map(auditedBan) };
    return audited({ kind: 'user.unban', target: accountId, before }, account.userName);
  });
}

/** As the audit log keeps it. */
export function auditedBan({ startsAt, endsAt, ip, description }: BanRow) {
  return {
    startTime: startsAt.toISOString(),
    endTime: endsAt?.toISOString() ?? null,
    ip,
    description,
  };
}

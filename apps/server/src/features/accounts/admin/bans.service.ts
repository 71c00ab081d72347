import type { Ban } from '@waygate/contract/accounts/accounts.admin.schemas';
import { isOwner } from '@waygate/contract/ranks';
import { recordAudit, type Staff, lockEditableAccount, lockStaffAndAccount } from '#features/staff/staff.ts';
import type { BanRow } from '#features/identity/identity.ts';
import { endSessionsOfAccount } from '#features/sessions/sessions.ts';
import type { Database } from '#platform/db/database.ts';
import { forbidden, invalid } from '#platform/errors/app-error.ts';
import { chooseBannedAddress } from './banned-address.ts';
import { insertBan, updateBansLifted } from './bans.queries.ts';
import { lockOwnership, requireOtherOwner } from '#features/accounts/owner.service.ts';

const END_IS_PAST = 'The end of a ban must be in the future.';

/**
 * Keeps an account out until a time, and the address with it; its sessions end at once.
 *
 * @returns the account's name
 * @throws unauthenticated; forbidden for an account or an address that is not for these staff to ban, and for the last
 *   owner; notFound; invalid
 */
export async function banAccount(db: Database, staff: Staff, ban: Ban): Promise<string> {
  const accountId = ban.accountDBID;
  return db.transaction(async (tx) => {
    await lockOwnership(tx);
    const { viewer, account } = await lockStaffAndAccount(tx, staff, { accountId, section: 'actions' });
    if (accountId === staff.viewer.accountId) throw forbidden('You cannot ban yourself.');
    if (isOwner(account)) await requireOtherOwner(tx, accountId);
    const banned = await chooseBannedAddress(tx, { viewer, account, asked: ban.ip });
    const row = await insertBan(tx, {
      accountId,
      startTime: ban.startTime,
      endTime: ban.endTime,
      description: ban.description,
      ...banned,
    });
    if (row.isOver) throw invalid(END_IS_PAST, { endTime: END_IS_PAST });
    await endSessionsOfAccount(tx, accountId);
    await recordAudit(tx, staff, {
      kind: 'user.ban',
      target: accountId,
      accountId,
      after: presentBanDeed(row),
    });
    return account.userName;
  });
}

/**
 * Lifts every ban of an account that is not over yet.
 *
 * @returns the account's name
 */
export async function unbanAccount(db: Database, staff: Staff, accountId: number): Promise<string> {
  return db.transaction(async (tx) => {
    const account = await lockEditableAccount(tx, staff, { accountId, section: 'actions' });
    const lifted = await updateBansLifted(tx, accountId);
    if (lifted.length > 0)
      await recordAudit(tx, staff, {
        kind: 'user.unban',
        target: accountId,
        accountId,
        before: { bans: lifted.map(presentBanDeed) },
      });
    return account.userName;
  });
}

function presentBanDeed({ startsAt, endsAt, ip, description }: BanRow) {
  return {
    startTime: startsAt.toISOString(),
    endTime: endsAt?.toISOString() ?? null,
    ip,
    description,
  };
}

import type { UserErasure } from '@waygate/contract/privacy/privacy.schemas';
import type { AccountRow } from '#features/identity/identity.ts';
import { asStaff, audited, type Staff, unchanged } from '#features/staff/staff.ts';
import type { Database, Db } from '#platform/db/database.ts';
import { conflict } from '#platform/errors/app-error.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { hasAnyRight } from '#features/privacy/erase.service.ts';
import { eraseAccountsJob } from '#features/privacy/erasures.jobs.ts';
import { erasureRequestedMail, erasureUndoneMail } from '#features/privacy/erasure.mails.ts';
import { deleteErasure, selectErasure, upsertErasure } from '#features/privacy/erasures.queries.ts';
import { BEGUN, notify, presentErasure } from '#features/privacy/requests.service.ts';

const HAS_RIGHTS = 'This account has rights of staff. Withdraw them first.';
const ERASED = 'This account was deleted already.';

type Parts = { db: Database; jobs: Jobs };

export async function readUserErasure(
  db: Db,
  { id, erasedAt }: Pick<AccountRow, 'id' | 'erasedAt'>,
): Promise<UserErasure> {
  const request = await selectErasure(db, id);
  const erased = erasedAt?.toISOString() ?? null;
  if (!request) return { erasure: null, erasedAt: erased };
  const { staffId, staffName } = request;
  const requestedBy = staffId === null ? null : { accountDBID: staffId, userName: staffName ?? '' };
  return { erasure: { ...presentErasure(request), requestedBy }, erasedAt: erased };
}

/**
 * Requests for a player that the account is erased. At once: without a mail, for the mail would keep the address.
 *
 * @throws what `asStaff` throws; conflict for an account with rights, the own one too, and for one that was erased
 */
export async function requestUserErasure(
  { db, jobs }: Parts,
  staff: Staff,
  { accountId, isImmediate, reason }: { accountId: number; isImmediate: boolean; reason: string },
): Promise<UserErasure> {
  return asStaff(db, staff, { section: 'owner', accountId, givesValue: false }, async ({ tx, account }) => {
    if (hasAnyRight(account)) throw conflict(HAS_RIGHTS);
    const before = await selectErasure(tx, accountId);
    const request = await upsertErasure(tx, { accountId, staffId: staff.viewer.accountId, isImmediate });
    if (!request) throw conflict(ERASED);
    if (isImmediate) await jobs.enqueue(tx, eraseAccountsJob, {});
    else if (!before) await notify(tx, jobs, { account, kind: erasureRequestedMail });
    return audited(
      {
        kind: 'user.erasure',
        target: accountId,
        before: { dueAt: before?.dueAt ?? null },
        after: { dueAt: request.dueAt },
        reason,
      },
      await readUserErasure(tx, account),
    );
  });
}

/**
 * Keeps an account that was to be erased.
 *
 * @throws what `asStaff` throws; conflict when it has begun
 */
export async function undoUserErasure(
  { db, jobs }: Parts,
  staff: Staff,
  accountId: number,
): Promise<UserErasure> {
  return asStaff(db, staff, { section: 'owner', accountId, givesValue: false }, async ({ tx, account }) => {
    const before = await selectErasure(tx, accountId);
    if (!before) return unchanged(await readUserErasure(tx, account));
    if (!(await deleteErasure(tx, accountId))) throw conflict(BEGUN);
    await notify(tx, jobs, { account, kind: erasureUndoneMail });
    return audited(
      {
        kind: 'user.erasure_undo',
        target: accountId,
        before: { dueAt: before.dueAt },
        after: { dueAt: null },
      },
      await readUserErasure(tx, account),
    );
  });
}

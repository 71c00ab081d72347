import type { PrivacyState } from '@waygate/contract/privacy/privacy.schemas';
import { type AccountRow, lockAccounts, selectAccount } from '#features/identity/identity.ts';
import { accountHasFactor } from '#features/factors/factors.ts';
import { queueMail } from '#features/mail/mail.ts';
import type { Passwords } from '#platform/auth/passwords.ts';
import type { Viewer } from '#platform/auth/viewer.ts';
import type { Database, Db, Transaction } from '#platform/db/database.ts';
import { conflict, sudoRequired, unauthenticated, wrongPassword } from '#platform/errors/app-error.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { hasAnyRight } from './erase.service.ts';
import { erasureRequestedMail, erasureUndoneMail } from './erasure.mails.ts';
import { deleteErasure, type ErasureRow, insertErasure, selectErasure } from './erasures.queries.ts';

const WRONG_PASSWORD = 'Your password is not correct.';
const OWN_RIGHTS =
  'Your account has rights of staff. Ask an owner to withdraw them first, then delete your account.';

/** Why an erasure can't be undone. */
export const BEGUN = 'The deletion of this account has begun. It can no longer be undone.';

type Parts = { db: Database; jobs: Jobs; passwords: Passwords };

export async function readPrivacy(db: Db, accountId: number): Promise<PrivacyState> {
  const request = await selectErasure(db, accountId);
  return { erasure: request ? presentErasure(request) : null };
}

export function presentErasure({ requestedAt, dueAt }: Pick<ErasureRow, 'requestedAt' | 'dueAt'>) {
  return { requestedAt: requestedAt.toISOString(), dueAt: dueAt.toISOString() };
}

/**
 * Requests that the account is erased in 14 days. A request that is open already stays as it is.
 *
 * @throws wrong_password; conflict for an account with rights; sudo_required for an account with a second factor that was not
 *   confirmed within 15 minutes: the password is asked for here, and only once
 */
export async function requestErasure(
  { db, jobs, passwords }: Parts,
  { viewer, password }: { viewer: Pick<Viewer, 'accountId' | 'isSudo'>; password: string },
): Promise<PrivacyState> {
  const { accountId } = viewer;
  const verified = await selectAccount(db, accountId);
  if (!verified) throw unauthenticated();
  if (!viewer.isSudo && (await accountHasFactor(db, accountId))) throw sudoRequired();
  if (!(await passwords.verify(verified.passwordHash, password))) throw refusedPassword();
  return db.transaction(async (tx) => {
    const account = await lockOwnAccount(tx, accountId);
    // The password changed while the old one was checked.
    if (account.passwordHash !== verified.passwordHash) throw refusedPassword();
    if (hasAnyRight(account)) throw conflict(OWN_RIGHTS);
    if (await insertErasure(tx, accountId)) await notify(tx, jobs, { account, kind: erasureRequestedMail });
    return readPrivacy(tx, accountId);
  });
}

/** Keeps the account. @throws conflict when its erasure has begun */
export async function undoErasure(
  { db, jobs }: Pick<Parts, 'db' | 'jobs'>,
  accountId: number,
): Promise<PrivacyState> {
  return db.transaction(async (tx) => {
    const account = await lockOwnAccount(tx, accountId);
    if (await deleteErasure(tx, accountId)) await notify(tx, jobs, { account, kind: erasureUndoneMail });
    const state = await readPrivacy(tx, accountId);
    if (state.erasure) throw conflict(BEGUN);
    return state;
  });
}

/** Mails the account about its request. */
export async function notify(
  tx: Transaction,
  jobs: Jobs,
  { account, kind }: { account: AccountRow; kind: typeof erasureRequestedMail },
): Promise<void> {
  await queueMail(tx, jobs, { kind, accountId: account.id, recipient: account.email, parameters: {} });
}

/** @throws unauthenticated when the account was erased while the request waited */
async function lockOwnAccount(tx: Transaction, accountId: number): Promise<AccountRow> {
  const [account] = await lockAccounts(tx, [accountId]);
  if (!account || account.erasedAt) throw unauthenticated();
  return account;
}

function refusedPassword() {
  return wrongPassword(WRONG_PASSWORD, { password: WRONG_PASSWORD });
}

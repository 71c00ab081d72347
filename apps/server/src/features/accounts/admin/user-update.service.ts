import {
  type AdminUser,
  COINS_MAX,
  COINS_MESSAGE,
  type UserUpdate,
} from '@waygate/contract/accounts/accounts.admin.schemas';
import { mayRank } from '@waygate/contract/permissions';
import { isOwner } from '@waygate/contract/ranks';
import { changedFields, recordAudit, type Staff, lockStaffAndAccount } from '#features/staff/staff.ts';
import { lockBalances, postTransaction } from '#features/ledger/ledger.ts';
import { queueMail } from '#features/mail/mail.ts';
import { endSessionsOfAccount } from '#features/sessions/sessions.ts';
import type { Passwords } from '#platform/auth/passwords.ts';
import type { Viewer } from '#platform/auth/viewer.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { editConflict, forbidden, invalid } from '#platform/errors/app-error.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import { voidResetTokens } from '#features/accounts/account-tokens.service.ts';
import {
  type EditableUser,
  presentAdminUser,
  presentEditable,
  revisionOf,
} from './accounts.admin.presenter.ts';
import { type AdminAccount, getAdminAccount, updateAccountByStaff } from './accounts.admin.queries.ts';
import { emailChangedMail } from '#features/accounts/email-changed.mail.ts';
import { lockOwnership, requireOtherOwner } from '#features/accounts/owner.service.ts';
import { asTaken } from '#features/accounts/registration.service.ts';

type Parts = { db: Database; jobs: Jobs; passwords: Passwords };
type Edit = { accountId: number; update: UserUpdate };

/** Changes an account as staff asks, all of it or nothing. What the update leaves out stays. */
export async function updateUser(
  { db, jobs, passwords }: Parts,
  staff: Staff,
  { accountId, update }: Edit,
): Promise<AdminUser> {
  const passwordHash = update.password === undefined ? undefined : await passwords.hash(update.password);
  try {
    return await db.transaction(async (tx) => {
      const { viewer, account } = await lockForEdit(tx, staff, { accountId, update });
      const was = presentEditable(account);
      const wanted = wantedOf(was, update);
      requireRank(viewer, { accountId, was, wanted });
      if (isOwner(was) && !isOwner(wanted)) await requireOtherOwner(tx, accountId);
      requireCoins(was, wanted);
      const changes = changedFields(was, wanted);
      if (Object.keys(changes.after).length > 0 || passwordHash !== undefined)
        await saveEdit(tx, jobs, { staff, accountId, was, wanted, changes, passwordHash });
      return presentAdminUser(await getAdminAccount(tx, accountId));
    });
  } catch (error) {
    throw asTaken(error, 'userName');
  }
}

/** The account and its coins as they are, and as they stay until the transaction ends. */
async function lockForEdit(
  tx: Transaction,
  staff: Staff,
  { accountId, update }: Edit,
): Promise<{ viewer: Viewer; account: AdminAccount }> {
  const { permission, revision } = update;
  if (permission !== undefined && !isOwner({ permission })) await lockOwnership(tx);
  const { viewer } = await lockStaffAndAccount(tx, staff, { accountId, section: 'users' });
  await lockBalances(tx, accountId);
  const account = await getAdminAccount(tx, accountId);
  if (revision !== undefined && revision !== revisionOf(account))
    throw editConflict(presentAdminUser(account));
  return { viewer, account };
}

function wantedOf(was: EditableUser, update: UserUpdate): EditableUser {
  const { password: _password, revision: _revision, agaiaClubExpiry, ...given } = update;
  const isConfirmed = was.isEmailConfirmed && !isOtherAddress(was.email, update.email ?? was.email);
  return {
    ...was,
    isEmailConfirmed: isConfirmed,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    agaiaClubExpiry: isSameSecond(was.agaiaClubExpiry, agaiaClubExpiry)
      ? was.agaiaClubExpiry
      : (agaiaClubExpiry?.toISOString() ?? null),
  };
}

/** Forms send whole seconds, and a purchase ends the club at some fraction of one. */
function isSameSecond(was: string | null, wanted: Date | null | undefined): boolean {
  if (wanted === undefined) return true;
  if (was === null || wanted === null) return was === wanted;
  return Math.floor(Date.parse(was) / 1000) === Math.floor(wanted.getTime() / 1000);
}

function isOtherAddress(one: string, other: string): boolean {
  return one.toLowerCase() !== other.toLowerCase();
}

function requireRank(
  viewer: Viewer,
  { accountId, was, wanted }: { accountId: number; was: EditableUser; wanted: EditableUser },
): void {
  const isOwn = viewer.accountId === accountId;
  if (mayRank(viewer, { from: was, to: wanted, isOwn })) return;
  if (isOwn) throw forbidden('You cannot change your own rights.');
  if (wanted.permission > was.permission) throw forbidden('Only an owner can raise a permission.');
  throw forbidden('You cannot give or take rights that you lack.');
}

function requireCoins(was: EditableUser, wanted: EditableUser): void {
  for (const name of ['agaiaCoins', 'astrumCoins'] as const) {
    const isAllowed = wanted[name] >= 0 && wanted[name] <= COINS_MAX;
    if (!isAllowed && wanted[name] !== was[name]) throw invalid(COINS_MESSAGE, { [name]: COINS_MESSAGE });
  }
}

async function saveEdit(
  tx: Transaction,
  jobs: Jobs,
  {
    staff,
    accountId,
    was,
    wanted,
    changes,
    passwordHash,
  }: {
    staff: Staff;
    accountId: number;
    was: EditableUser;
    wanted: EditableUser;
    changes: ReturnType<typeof changedFields<EditableUser>>;
    passwordHash: string | undefined;
  },
): Promise<void> {
  const isMoved = isOtherAddress(was.email, wanted.email);
  await updateAccountByStaff(tx, accountId, { ...wanted, passwordHash, isMoved });
  const entryId = await recordAudit(tx, staff, {
    kind: 'user.update',
    target: accountId,
    accountId,
    before: changes.before,
    after: passwordHash === undefined ? changes.after : { ...changes.after, passwordChanged: true },
  });
  await postTransaction(tx, {
    idempotencyKey: `audit:${entryId}`,
    reason: 'adjusted by staff',
    entries: [
      { accountId, currency: 'premium', amount: wanted.agaiaCoins - was.agaiaCoins },
      { accountId, currency: 'second', amount: wanted.astrumCoins - was.astrumCoins },
    ],
  });
  if (passwordHash !== undefined) {
    await voidResetTokens(tx, accountId);
    await endSessionsOfAccount(tx, accountId);
  }
  if (isMoved)
    await queueMail(tx, jobs, {
      kind: emailChangedMail,
      accountId,
      recipient: was.email,
      parameters: { newEmail: wanted.email },
    });
}

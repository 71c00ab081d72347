import {
  type AdminUser,
  COINS_MAX,
  COINS_MESSAGE,
  type UserUpdate,
} from '@waygate/contract/accounts/accounts.admin.schemas';
import { isSameEmail } from '@waygate/contract/accounts/accounts.schemas';
import { mayRank } from '@waygate/contract/permissions';
import { isNamedSection, isOwner, type Rank } from '@waygate/contract/ranks';
import { compareSections, sectionNames } from '@waygate/contract/roles/rights';
import type { AccountRole } from '@waygate/contract/roles/roles.schemas';
import {
  asStaff,
  type AuditAction,
  auditedThen,
  changedFields,
  requireOtherOrOwner,
  type Staff,
  unchanged,
  upsertNoBudgets,
} from '#features/staff/staff.ts';
import { lockBalances, postTransaction } from '#features/ledger/ledger.ts';
import { queueMail } from '#features/mail/mail.ts';
import { deleteFactorRemoval } from '#features/factors/factors.ts';
import { selectAccount } from '#features/identity/identity.ts';
import { endSessionsOfAccount, forgetSignIns } from '#features/sessions/sessions.ts';
import type { Passwords } from '#platform/auth/passwords.ts';
import type { UsePortalPassword } from '#platform/auth/portal-password.ts';
import type { Viewer } from '#platform/auth/viewer.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import { editConflict, forbidden, invalid, sudoRequired } from '#platform/errors/app-error.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import {
  emailChangedMail,
  passwordChangedMail,
  queueSecurityMail,
  rightsGrantedMail,
  voidResetTokens,
  voidUndoTokens,
} from '#features/account-mails/account-mails.ts';
import {
  type EditableUser,
  presentAdminUser,
  presentEditable,
  revisionOf,
} from './accounts.admin.presenter.ts';
import { type AdminAccount, getAdminAccount, updateAccountByStaff } from './accounts.admin.queries.ts';
import { isGift, spendingOf } from './user-value.rules.ts';
import { lockOwnership, requireOtherOwner } from '#features/accounts/owner.service.ts';
import { asTaken } from '#features/accounts/registration.service.ts';
import { requireUncommonPassword } from '#features/accounts/security/new-passwords.ts';

const SENSITIVE_FIELDS = [
  'permission',
  'webMgt',
  'sections',
  'agaiaCoins',
  'astrumCoins',
  'agaiaClubExpiry',
  'email',
];
const NO_BUDGETS = { coins: 0, packs: 0, items: 0, refunds: 0 };

type Parts = { db: Database; jobs: Jobs; passwords: Passwords; usePortalPassword: UsePortalPassword };
type Edit = { accountId: number; update: UserUpdate };

type SavedEdit = {
  accountId: number;
  /** The role that the account leaves by this edit. */
  leftRole: AccountRole;
  /** Whether the account becomes staff by the edit of staff who are no owners. */
  isAppointed: boolean;
  was: EditableUser;
  wanted: EditableUser;
  passwordHash: string | undefined;
  reason: string | undefined;
};

/**
 * Changes an account as staff ask, all of it or nothing. Fields that the update leaves out stay as they are.
 *
 * @throws what `asStaff` throws; sudo_required for rights, coins, address or password without a recent proof; forbidden for rights that these staff may not grant or revoke, for a password set by staff
 *   who are no owner, for the email of fellow staff, and for value to their own account; editConflict; invalid; conflict for
 *   a user name or email that is taken
 */
export async function updateUser(
  { db, jobs, passwords, usePortalPassword }: Parts,
  staff: Staff,
  { accountId, update }: Edit,
): Promise<AdminUser> {
  // Hashed for owners alone; under the lock, the others get their answer.
  const passwordHash = isOwner(staff.viewer)
    ? await hashNewPassword({ db, passwords }, { accountId, update })
    : undefined;
  try {
    const lockFirst = mayEndOwner(update) ? lockOwnership : undefined;
    const right = { section: 'users', accountId, givesValue: 'depends', lockFirst } as const;
    const updated = await asStaff(db, staff, right, async ({ tx, viewer }) => {
      if (update.password !== undefined) requireOwner(viewer, passwordHash);
      const account = await lockAdminAccount(tx, accountId);
      requireRevision(account, { viewer, revision: update.revision });
      const was = presentEditable(account);
      const wanted = wantedOf(was, update);
      requireRank(viewer, { accountId, was, wanted });
      requireMayMove(viewer, { accountId, was, wanted });
      if (isGift(was, wanted)) requireOtherOrOwner(viewer, accountId);
      if (isSensitive(was, wanted, update) && !viewer.isSudo) throw sudoRequired();
      if (isOwner(was) && !isOwner(wanted)) await requireOtherOwner(tx, accountId);
      requireCoins(was, wanted);
      const leftRole = leftRoleOf(account, was, wanted);
      const isAppointed = !isOwner(viewer) && !hasRights(was) && hasRights(wanted);
      const edit = { accountId, leftRole, isAppointed, was, wanted, passwordHash, reason: update.reason };
      const action = actionOf(edit);
      if (!action) return unchanged(presentAdminUser(account, viewer));
      await saveAccount(tx, jobs, edit);
      return auditedThen(action, async (entryId) => {
        await adjustCoins(tx, edit, entryId);
        return presentAdminUser(await getAdminAccount(tx, accountId), viewer);
      });
    });
    if (update.password !== undefined && passwordHash !== undefined)
      await usePortalPassword({ event: 'changed', accountId, password: update.password, passwordHash });
    return updated;
  } catch (error) {
    throw asTaken(error, 'userName');
  }
}

async function hashNewPassword(
  { db, passwords }: Pick<Parts, 'db' | 'passwords'>,
  { accountId, update: { password, userName, email } }: Edit,
): Promise<string | undefined> {
  if (password === undefined) return undefined;
  const was = await selectAccount(db, accountId);
  const account = { userName: userName ?? was?.userName ?? '', email: email ?? was?.email ?? '' };
  await requireUncommonPassword({ password, field: 'password', account });
  return passwords.hash(password);
}

/** Staff who choose a password know it, and could sign in as the player (OWASP ASVS 5, 6.4.6). */
function requireOwner(viewer: Viewer, passwordHash: string | undefined): void {
  if (!isOwner(viewer) || passwordHash === undefined)
    throw forbidden('Only an owner can set a password. Send a reset link instead.');
}

/** Rights, coins, the address and the password ask staff to prove who they are; names and packages don't. */
function isSensitive(was: EditableUser, wanted: EditableUser, { password }: UserUpdate): boolean {
  const { before } = changedFields({ ...was }, { ...wanted });
  return password !== undefined || SENSITIVE_FIELDS.some((field) => field in before);
}

function hasRights({ webMgt, sections }: Pick<Rank, 'webMgt' | 'sections'>): boolean {
  return webMgt > 1 || sections.length > 0;
}

function mayEndOwner({ permission }: UserUpdate): boolean {
  return permission !== undefined && !isOwner({ permission });
}

/** The account and its coins, which stay as they are until the transaction ends. */
async function lockAdminAccount(tx: Transaction, accountId: number): Promise<AdminAccount> {
  await lockBalances(tx, accountId);
  return getAdminAccount(tx, accountId);
}

function requireRevision(
  account: AdminAccount,
  { viewer, revision }: { viewer: Viewer; revision: number | undefined },
): void {
  if (revision !== undefined && revision !== revisionOf(account))
    throw editConflict(presentAdminUser(account, viewer));
}

function wantedOf(was: EditableUser, update: UserUpdate): EditableUser {
  const {
    password: _password,
    revision: _revision,
    confirmedEmail: _tick,
    reason: _reason,
    agaiaClubExpiry,
    ...given
  } = update;
  return {
    ...was,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    isEmailConfirmed: willBeConfirmed(was, update),
    sections: update.sections === undefined ? was.sections : namedAfter(was.sections, update.sections),
    agaiaClubExpiry: isSameSecond(was.agaiaClubExpiry, agaiaClubExpiry)
      ? was.agaiaClubExpiry
      : (agaiaClubExpiry?.toISOString() ?? null),
  };
}

/** Sorted, each once. A name that this version does not know was given by a newer one, and is not ours to withdraw. */
function namedAfter(had: string[], wanted: string[]): string[] {
  const unknown = had.filter((name) => !isNamedSection(name));
  return [...new Set([...wanted, ...unknown])].toSorted();
}

/** A new address is confirmed only by a tick in the very edit that sets it: clients send back what they had read. */
function willBeConfirmed(
  was: EditableUser,
  { email = was.email, isEmailConfirmed, confirmedEmail }: UserUpdate,
): boolean {
  if (isEmailConfirmed === false) return false;
  const isKept = isSameEmail(was.email, email);
  // A tick names its address, so that it says nothing about any other.
  if (confirmedEmail !== undefined)
    return isSameEmail(confirmedEmail, email) || (isKept && was.isEmailConfirmed);
  if (isKept) return isEmailConfirmed ?? was.isEmailConfirmed;
  return isEmailConfirmed === true && !was.isEmailConfirmed;
}

/** Forms send whole seconds, while a purchase may end the club at a fraction of one. */
function isSameSecond(was: string | null, wanted: Date | null | undefined): boolean {
  if (wanted === undefined) return true;
  if (was === null || wanted === null) return was === wanted;
  return Math.floor(Date.parse(was) / 1000) === Math.floor(wanted.getTime() / 1000);
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

/** With a reset link to an address of their own, staff could act as a colleague, and spend that colleague's budgets. */
function requireMayMove(
  viewer: Viewer,
  { accountId, was, wanted }: { accountId: number; was: EditableUser; wanted: EditableUser },
): void {
  const isColleague = hasRights(was) && viewer.accountId !== accountId;
  if (isColleague && !isOwner(viewer) && !isSameEmail(was.email, wanted.email))
    throw forbidden('Only an owner can change the email of staff.');
}

/** Rights that were changed one by one are no role's; the database takes the account out of it (`leave_role`). */
function leftRoleOf({ role }: AdminAccount, was: EditableUser, wanted: EditableUser): AccountRole {
  const { before } = changedFields({ ...was }, { ...wanted });
  return isOwner(wanted) || 'webMgt' in before || 'sections' in before ? role : null;
}

function requireCoins(was: EditableUser, wanted: EditableUser): void {
  for (const name of ['agaiaCoins', 'astrumCoins'] as const) {
    const isAllowed = wanted[name] >= 0 && wanted[name] <= COINS_MAX;
    if (!isAllowed && wanted[name] !== was[name]) throw invalid(COINS_MESSAGE, { [name]: COINS_MESSAGE });
  }
}

/** @returns undefined when the edit changes nothing */
function actionOf({
  accountId,
  leftRole,
  isAppointed,
  was,
  wanted,
  passwordHash,
  reason,
}: SavedEdit): AuditAction | undefined {
  const { before, after } = changedFields(was, wanted);
  if (Object.keys(after).length === 0 && passwordHash === undefined) return undefined;
  // An erasure has to know of each address whether it was confirmed.
  if ('email' in after) {
    before.isEmailConfirmed = was.isEmailConfirmed;
    after.isEmailConfirmed = wanted.isEmailConfirmed;
  }
  return {
    kind: 'user.update',
    target: accountId,
    before: leftRole ? { ...before, role: leftRole.name } : before,
    after: {
      ...after,
      ...(leftRole && { role: null }),
      ...(isAppointed && { budgets: NO_BUDGETS }),
      ...(passwordHash !== undefined && { passwordChanged: true }),
    },
    spends: spendingOf(was, wanted),
    reason,
  };
}

async function saveAccount(
  tx: Transaction,
  jobs: Jobs,
  { accountId, isAppointed, was, wanted, passwordHash }: SavedEdit,
): Promise<void> {
  const isMoved = !isSameEmail(was.email, wanted.email);
  await updateAccountByStaff(tx, accountId, { ...wanted, passwordHash, isMoved });
  // Otherwise staff could multiply their budgets by appointing accounts of their own.
  if (isAppointed) await upsertNoBudgets(tx, accountId);
  if (passwordHash !== undefined) {
    await voidResetTokens(tx, accountId);
    await endSessionsOfAccount(tx, accountId);
    await forgetSignIns(tx, accountId);
  }
  if (passwordHash !== undefined)
    await queueSecurityMail(tx, jobs, { accountId, kind: passwordChangedMail, parameters: {} });
  if (isMoved) {
    // Staff's decision is final: a previous address may be in the wrong hands.
    await voidUndoTokens(tx, accountId);
    // Its mail went to the previous address, whose link is over now.
    await deleteFactorRemoval(tx, accountId);
    await queueMail(tx, jobs, {
      kind: emailChangedMail,
      accountId,
      recipient: was.email,
      parameters: { newEmail: wanted.email },
    });
  }
  const { granted } = compareSections(sectionNames(was), sectionNames(wanted));
  const rights = [...granted, ...(wanted.permission > was.permission ? [permissionInWords(wanted)] : [])];
  if (rights.length > 0)
    await queueSecurityMail(tx, jobs, { accountId, kind: rightsGrantedMail, parameters: { rights } });
}

function permissionInWords(rank: Pick<Rank, 'permission'>): string {
  return isOwner(rank) ? 'owner' : `permission ${rank.permission}`;
}

async function adjustCoins(
  tx: Transaction,
  { accountId, was, wanted }: SavedEdit,
  entryId: number,
): Promise<void> {
  await postTransaction(tx, {
    idempotencyKey: `audit:${entryId}`,
    reason: 'adjusted by staff',
    entries: [
      { accountId, currency: 'premium', amount: wanted.agaiaCoins - was.agaiaCoins },
      { accountId, currency: 'second', amount: wanted.astrumCoins - was.astrumCoins },
    ],
  });
}

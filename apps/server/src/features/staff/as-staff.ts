import { holds, mayEdit, type Section, type StaffNeed } from '@waygate/contract/permissions';
import { type AccountRow, lockAccounts, NO_SUCH_ACCOUNT } from '#features/identity/identity.ts';
import { findViewerBySession } from '#features/sessions/sessions.ts';
import type { Viewer } from '#platform/auth/viewer.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import {
  conflict,
  factorRequired,
  forbidden,
  notFound,
  unauthenticated,
} from '#platform/errors/app-error.ts';
import type { Outcome } from './outcome.ts';
import { requireOtherOrOwner } from './own-account.ts';
import { recordAudit, recordAudits, type Staff } from './record-audit.ts';
import { spendBudget, sumOfSpending } from './spend-budget.ts';

const ERASED = 'This account was deleted, which is for good.';

type SectionRight = { section: StaffNeed } | { anyOf: readonly Section[] };

/** The section, and a rank that may edit this account. */
type AccountRight = {
  section: StaffNeed;
  accountId: number;
  /**
   * Whether the account gains by the write, or loses less: then only an owner may do it to their own account. 'depends' on
   * what is written, and the work calls `requireOtherOrOwner`.
   */
  givesValue: boolean | 'depends';
  /** Whether the account may be a deleted one: for what is left to do about its money and deliveries. */
  mayBeErased?: true;
  /** Takes a lock that comes before the accounts'. */
  lockFirst?: ((tx: Transaction) => Promise<void>) | undefined;
};

/** The section, and a rank that may edit all of these accounts. */
type AccountsRight = {
  section: StaffNeed;
  /** The ids of the accounts; takes the locks that come before theirs. */
  findAccounts: (tx: Transaction) => Promise<number[]>;
};

/** What staff must hold for a write. */
export type StaffRight = SectionRight | AccountRight | AccountsRight;

/**
 * What the work gets: the transaction, the staff member as they are now, and the locked account of the right, or those
 * of its accounts that exist, by id.
 */
export type StaffWork<Right extends StaffRight> = {
  tx: Transaction;
  viewer: Viewer;
} & (Right extends AccountRight
  ? { account: AccountRow }
  : Right extends AccountsRight
    ? { accounts: AccountRow[] }
    : unknown);

/**
 * The one way for staff to write: opens the transaction, checks session, section and rank under lock, does the work,
 * counts what it gives away and records its audit entry. A withdrawn right or ended session that commits first counts.
 *
 * Lock order: ownership (`lockFirst`) or role (`findAccounts`), order (`asStaffInTransaction`), accounts by id, then
 * what the work locks: coins, products, deliveries …, and last the use of budgets.
 *
 * @returns the work's result
 * @throws unauthenticated; factor_required where owners ask a second factor; forbidden without the section, with fewer rights than the account, or for value to the own
 *   account; notFound for the account; conflict for an account that was deleted; budget_exceeded when it gives away more than what is left today
 */
export function asStaff<const Right extends StaffRight, Result>(
  db: Database,
  staff: Staff,
  right: Right,
  work: (given: StaffWork<Right>) => Promise<Outcome<Result>>,
): Promise<Result> {
  return db.transaction((tx) => asStaffInTransaction(tx, staff, right, work));
}

/** `asStaff` in a transaction that already holds an order's lock, which comes before the accounts'. */
export async function asStaffInTransaction<const Right extends StaffRight, Result>(
  tx: Transaction,
  staff: Staff,
  right: Right,
  work: (given: StaffWork<Right>) => Promise<Outcome<Result>>,
): Promise<Result> {
  const given = await lockRight(tx, staff, right);
  const outcome = await work(given);
  if ('unchanged' in outcome) return outcome.unchanged;
  const actions = 'actions' in outcome ? outcome.actions : [outcome.action];
  // Its lock is the last one, so that nobody who holds it waits for anybody.
  await spendBudget(tx, given.viewer, sumOfSpending(actions.map(({ spends = {} }) => spends)));
  if ('actions' in outcome) {
    await recordAudits(tx, staff, outcome.actions);
    return outcome.result;
  }
  const entryId = await recordAudit(tx, staff, { ...outcome.action, accountId: accountOf(right) });
  return outcome.finish(entryId);
}

/**
 * Checks a right before slow work outside the database, such as a call to a provider. `asStaff` checks it again.
 *
 * @throws what `asStaff` throws
 */
export async function requireRight(db: Database, staff: Staff, right: StaffRight): Promise<void> {
  await db.transaction((tx) => lockRight(tx, staff, right));
}

async function lockRight<Right extends StaffRight>(
  tx: Transaction,
  staff: Staff,
  right: Right,
): Promise<StaffWork<Right>> {
  if ('lockFirst' in right) await right.lockFirst?.(tx);
  const ownId = staff.viewer.accountId;
  const accountId = accountOf(right);
  const ids = 'findAccounts' in right ? await right.findAccounts(tx) : [];
  const rows = await lockAccounts(tx, [ownId, ...(accountId === undefined ? ids : [accountId])]);
  // Read after the lock: a ban or a withdrawn right may have committed while this waited.
  const viewer = await findViewerBySession(tx, staff.viewer.sessionHash);
  if (!viewer) throw unauthenticated();
  const sections = 'anyOf' in right ? right.anyOf : [right.section];
  if (!sections.some((section) => holds(viewer, section))) throw forbidden();
  if (viewer.isFactorMissing) throw factorRequired();
  const account = accountId === undefined ? undefined : getEditable(rows, viewer, accountId);
  // Whatever was given to it, or lifted, would bring it back.
  if (account?.erasedAt && !('mayBeErased' in right)) throw conflict(ERASED);
  const accounts = rows.filter(({ id }) => ids.includes(id));
  for (const each of accounts) requireEditable(viewer, each);
  if ('givesValue' in right && right.givesValue === true) requireOtherOrOwner(viewer, right.accountId);
  // TypeScript can't follow the condition: the account is there for each right that names one.
  return { tx, viewer, account, accounts } as unknown as StaffWork<Right>;
}

function accountOf(right: StaffRight): number | undefined {
  return 'accountId' in right ? right.accountId : undefined;
}

function getEditable(rows: AccountRow[], viewer: Viewer, accountId: number): AccountRow {
  const account = rows.find(({ id }) => id === accountId);
  if (!account) throw notFound(NO_SUCH_ACCOUNT);
  requireEditable(viewer, account);
  return account;
}

function requireEditable(viewer: Viewer, account: AccountRow): void {
  if (!mayEdit(viewer, account)) throw forbidden('You cannot change an account with rights that you lack.');
}

import type { AuditKind } from '@waygate/contract/audit/audit.schemas';
import type { Viewer } from '#platform/auth/viewer.ts';
import type { Transaction } from '#platform/db/database.ts';
import { storableAddress } from '#platform/http/address.ts';
import { insertAuditEntries } from './audit.queries.ts';
import type { Spending } from './spend-budget.ts';

/** The member of staff who writes, and the address of the request. */
export type Staff = { viewer: Viewer; address: string };

/** An audited action. `before` and `after` hold only the changed fields, by their names in the API, and never a secret. */
export type AuditAction = {
  kind: AuditKind;
  target: string | number;
  before?: Record<string, unknown> | undefined;
  after?: Record<string, unknown> | undefined;
  /** What it gives away, counted against the staff member's budgets. */
  spends?: Spending | undefined;
  /** Why, in the words of the member of staff. */
  reason?: string | undefined;
};

/** An audited action with the account that it concerns, if any. */
export type AccountAction = AuditAction & { accountId?: number | undefined };

/**
 * Writes an audit entry in the transaction of the action, so that neither is kept without the other.
 *
 * @returns the entry's id
 */
export async function recordAudit(tx: Transaction, staff: Staff, action: AccountAction): Promise<number> {
  const [id] = await recordAudits(tx, staff, [action]);
  if (id === undefined) throw new Error('The database returned no id for an audit entry.');
  return id;
}

/** Like `recordAudit`, in one statement for all of them. @returns the entries' ids */
export async function recordAudits(
  tx: Transaction,
  { viewer, address }: Staff,
  actions: AccountAction[],
): Promise<number[]> {
  return insertAuditEntries(
    tx,
    actions.map(({ kind, target, accountId = null, before = null, after = null, reason = null }) => ({
      staffId: viewer.accountId,
      address: storableAddress(address),
      kind,
      target: String(target),
      accountId,
      before,
      after,
      reason,
    })),
  );
}

/** The fields in which two records differ, with their values before and after. */
export function changedFields<T extends Record<string, unknown>>(
  before: T,
  after: T,
): { before: Partial<T>; after: Partial<T> } {
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const pick = (record: T) =>
    // The names are keys of the records.
    Object.fromEntries(names.map((name) => [name, record[name] ?? null])) as Partial<T>;
  return { before: pick(before), after: pick(after) };
}

import type { AuditKind } from '@waygate/contract/audit/audit.schemas';
import type { Viewer } from '#platform/auth/viewer.ts';
import type { Transaction } from '#platform/db/database.ts';
import { storableAddress } from '#platform/http/address.ts';
import { insertAuditEntry } from './audit.queries.ts';

/** The member of staff who writes, and the address of the request. */
export type Staff = { viewer: Viewer; address: string };

/** An audited action. `before` and `after` hold only the changed fields, by their names in the API, and never a secret. */
export type AuditAction = {
  kind: AuditKind;
  target: string | number;
  before?: Record<string, unknown> | undefined;
  after?: Record<string, unknown> | undefined;
  /** Why, in the words of the member of staff. */
  reason?: string | undefined;
};

/**
 * Writes an audit entry in the transaction of the action, so that neither is kept without the other.
 *
 * @param action `accountId` is the account it concerns, if any
 * @returns the entry's id
 */
export async function recordAudit(
  tx: Transaction,
  { viewer, address }: Staff,
  action: AuditAction & { accountId?: number | undefined },
): Promise<number> {
  return insertAuditEntry(tx, {
    staffId: viewer.accountId,
    address: storableAddress(address),
    kind: action.kind,
    target: String(action.target),
    accountId: action.accountId ?? null,
    before: action.before ?? null,
    after: action.after ?? null,
    reason: action.reason ?? null,
  });
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

import type { AuditKind } from '@waygate/contract/audit/audit.schemas';
import type { Viewer } from '#platform/auth/viewer.ts';
import type { Transaction } from '#platform/db/database.ts';
import { storableAddress } from '#platform/http/address.ts';
import { insertAuditEntry } from './audit.queries.ts';

/** Who does something as staff, and from where. */
export type Staff = { viewer: Viewer; address: string };

/** One deed. `before` and `after` hold the changed fields alone, under the wire's names, and never a secret. */
export type Deed = {
  kind: AuditKind;
  target: string | number;
  /** The account it concerns, if any. */
  accountId?: number | undefined;
  before?: Record<string, unknown> | undefined;
  after?: Record<string, unknown> | undefined;
};

/**
 * Writes into the audit log, in the transaction of the deed itself: neither stands without the other.
 *
 * @returns the entry's id
 */
export async function recordAudit(tx: Transaction, { viewer, address }: Staff, deed: Deed): Promise<number> {
  return insertAuditEntry(tx, {
    staffId: viewer.accountId,
    address: storableAddress(address),
    kind: deed.kind,
    target: String(deed.target),
    accountId: deed.accountId ?? null,
    before: deed.before ?? null,
    after: deed.after ?? null,
  });
}

/** The fields in which two records differ, once as they were and once as they are. */
export function changedFields<T extends Record<string, unknown>>(
  before: T,
  after: T,
): { before: Partial<T>; after: Partial<T> } {
  const names = Object.keys({ ...before, ...after }).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const pick = (record: T) =>
    // The names are the records' own.
    Object.fromEntries(names.map((name) => [name, record[name] ?? null])) as Partial<T>;
  return { before: pick(before), after: pick(after) };
}

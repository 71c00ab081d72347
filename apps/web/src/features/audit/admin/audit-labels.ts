import { AUDIT_LABELS, type AuditEntry, auditKindSchema } from '@waygate/contract/audit/audit.schemas';
import { auditFieldLabel, auditValueText } from '@waygate/contract/audit/audit-text';
import { adminPaths } from '#features/paths/admin-paths.ts';
import { localTimeText } from '#ui/admin/local-time-text.ts';

export const AUDIT_KIND_OPTIONS = auditKindSchema.options.map((kind) => ({
  value: kind,
  label: AUDIT_LABELS[kind],
}));

/** The page of the changed record, where there is one. */
export function auditTargetPath({ kind, target }: Pick<AuditEntry, 'kind' | 'target'>): string | undefined {
  if (kind.startsWith('order.')) return adminPaths.order({ orderId: target });
  return undefined;
}

/** `field` is its label, and both values are in words. */
export type Change = { field: string; before: string; after: string };

/** The changed fields with their old and new values. */
export function changesOf({ before, after }: Pick<AuditEntry, 'before' | 'after'>): Change[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].map((field) => ({
    field: auditFieldLabel(field),
    before: auditValueText(field, before?.[field], localTimeText),
    after: auditValueText(field, after?.[field], localTimeText),
  }));
}

/** Lists show excerpts. The server sends lists a little more than this. */
const LONGEST = 160;

/** Characters of unchanged text shown before a change. */
const LEAD = 40;

/** The change with long values cut to an excerpt from where old and new differ. */
export function shortened(change: Change): Change {
  if (!isLong(change)) return change;
  const { field, before, after } = change;
  const start = Math.max(sharedLength(before, after) - LEAD, 0);
  return { field, before: excerpt(before, start), after: excerpt(after, start) };
}

export function isLong({ before, after }: Change): boolean {
  return before.length > LONGEST || after.length > LONGEST;
}

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

function excerpt(text: string, start: number): string {
  const end = start + LONGEST;
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
}

import {
  AUDIT_LABELS,
  AUDIT_RECORD_SECTIONS,
  type AuditEntry,
  type AuditRecordKind,
  auditKindSchema,
} from '@waygate/contract/audit/audit.schemas';
import { auditFieldLabel, auditValueText } from '@waygate/contract/audit/audit-text';
import { adminPaths } from '#features/paths/admin-paths.ts';
import { localTimeText } from '#ui/admin/local-time-text.ts';

export const AUDIT_KIND_OPTIONS = auditKindSchema.options.map((kind) => ({
  value: kind,
  label: AUDIT_LABELS[kind],
}));

/** The kind of record that the entry changes; undefined for accounts and what has no name. */
export function auditRecordOf({ kind }: Pick<AuditEntry, 'kind'>): AuditRecordKind | undefined {
  const [record] = kind.split('.');
  // The record's own keys.
  return (Object.keys(AUDIT_RECORD_SECTIONS) as AuditRecordKind[]).find((each) => each === record);
}

const ABOUT_ACCOUNTS = ['user', 'action', 'budget', 'drop_minutes', 'twitch_streamer'];

/** Whether the entry changes the account it concerns: ids of other records may be the same number. */
export function isOfAccount({
  kind,
  target,
  account,
}: Pick<AuditEntry, 'kind' | 'target' | 'account'>): boolean {
  return ABOUT_ACCOUNTS.includes(kind.split('.')[0] ?? '') && target === String(account?.accountDBID);
}

/** The page of the changed record; of one without a page, the list that has it. */
export function auditTargetPath(entry: Pick<AuditEntry, 'kind' | 'target'>): string | undefined {
  const id = entry.target;
  switch (auditRecordOf(entry)) {
    case 'product':
      return `${adminPaths.products}?search=${id}`;
    case 'product_category':
      return adminPaths.productCategories;
    case 'news':
      return adminPaths.article({ articleId: id });
    case 'patch_note':
      return adminPaths.patchNote({ patchNoteId: id });
    case 'twitch_reward':
      return `${adminPaths.twitchDrops}?tab=rewards`;
    case 'twitch_season':
      return adminPaths.dropSeasons;
    case 'game_server':
    case 'bridge_token':
    case 'bridge_address':
      return adminPaths.gameServers;
    case 'role':
      return adminPaths.roles;
    case 'order':
      return adminPaths.order({ orderId: id });
    case undefined:
      return undefined;
  }
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

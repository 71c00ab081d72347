import {
  AUDIT_LABELS,
  AUDIT_RECORD_SECTIONS,
  type AuditEntry,
  auditKindSchema,
} from '@waygate/contract/audit/audit.schemas';
import { auditFieldLabel, auditValueText } from '@waygate/contract/audit/audit-text';
import { adminPaths } from '#features/paths/admin-paths.ts';
import { localTimeText } from '#ui/admin/local-time-text.ts';

export const AUDIT_KIND_OPTIONS = auditKindSchema.options.map((kind) => ({
  value: kind,
  label: AUDIT_LABELS[kind],
}));

/** Records that entries link, by the first part of the entry's kind, and what staff need to open them. */
export const LINKED_SECTIONS = { ...AUDIT_RECORD_SECTIONS, benefit: 'benefits' } as const;

type LinkedRecord = keyof typeof LINKED_SECTIONS;

/** The kind of record that the entry changes; undefined for accounts and what isn't linked. */
export function auditRecordOf({ kind }: Pick<AuditEntry, 'kind'>): LinkedRecord | undefined {
  const [record] = kind.split('.');
  // The record's own keys.
  return (Object.keys(LINKED_SECTIONS) as LinkedRecord[]).find((each) => each === record);
}

/** The changed record by its name and id. A benefit's player is named by the entry's account, if it has one. */
export function auditTargetText(
  entry: Pick<AuditEntry, 'kind' | 'target' | 'targetName' | 'account'>,
): string {
  const { target, targetName, account } = entry;
  if (auditRecordOf(entry) === 'benefit') {
    const { accountId, benefitId } = benefitIn(target);
    return `Benefit ${benefitId}${account ? '' : ` of account ${accountId}`}`;
  }
  return targetName === null ? `#${target}` : `${targetName} (#${target})`;
}

/** The target of a benefit's entries is an account and its benefit: '170:2001'. */
function benefitIn(target: string): { accountId: string; benefitId: string } {
  const [accountId = '', benefitId = ''] = target.split(':');
  return { accountId, benefitId };
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
    case 'benefit':
      return `${adminPaths.benefits}?account=${benefitIn(id).accountId}`;
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

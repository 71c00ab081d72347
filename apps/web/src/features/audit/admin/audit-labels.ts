import { type AuditEntry, type AuditKind, auditKindSchema } from '@waygate/contract/audit/audit.schemas';
import { adminPaths } from '#features/paths/admin-paths.ts';

/** The label of each kind of action. */
export const AUDIT_LABELS: Record<AuditKind, string> = {
  'user.update': 'Account updated',
  'user.ban': 'Account banned',
  'user.unban': 'Account unbanned',
  'user.end_sessions': 'Sessions ended',
  'benefit.create': 'Benefit added',
  'benefit.update': 'Benefit updated',
  'benefit.delete': 'Benefit removed',
  'action.grant_pack': 'Pack granted',
  'action.allow_address': 'Address allowed',
  'news.create': 'Article created',
  'news.update': 'Article updated',
  'news.delete': 'Article deleted',
  'patch_note.create': 'Patch note created',
  'patch_note.update': 'Patch note updated',
  'patch_note.delete': 'Patch note deleted',
  'twitch_reward.create': 'Reward created',
  'twitch_reward.update': 'Reward updated',
  'twitch_reward.delete': 'Reward deleted',
  'twitch_season.create': 'Season created',
  'twitch_season.update': 'Season updated',
  'twitch_streamer.approve': 'Streamer approved',
  'twitch_streamer.reject': 'Streamer rejected',
  'drop_minutes.adjust': 'Minutes corrected',
  'image.upload': 'Picture uploaded',
  'product.create': 'Product created',
  'product.update': 'Product updated',
  'product.delete': 'Product deleted',
  'product_category.create': 'Category created',
  'product_category.update': 'Category updated',
  'product_category.delete': 'Category deleted',
  'order.refund': 'Order refunded',
  'order.review': 'Order reviewed',
  'delivery.retry': 'Delivery retried',
  'delivery.cancel': 'Delivery cancelled',
  'delivery.mark_delivered': 'Delivery marked as delivered',
};

export const AUDIT_KIND_OPTIONS = auditKindSchema.options.map((kind) => ({
  value: kind,
  label: AUDIT_LABELS[kind],
}));

/** The page of the changed record, where there is one. */
export function auditTargetPath({ kind, target }: Pick<AuditEntry, 'kind' | 'target'>): string | undefined {
  if (kind.startsWith('order.')) return adminPaths.order({ orderId: target });
  return undefined;
}

export type Change = { field: string; before: string; after: string };

/** The changed fields with their old and new values. */
export function changesOf({ before, after }: Pick<AuditEntry, 'before' | 'after'>): Change[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].map((field) => ({
    field,
    before: valueText(before?.[field]),
    after: valueText(after?.[field]),
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

function valueText(value: unknown): string {
  if (value === undefined || value === null || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

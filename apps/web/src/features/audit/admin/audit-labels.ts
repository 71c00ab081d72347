import { type AuditEntry, type AuditKind, auditKindSchema } from '@waygate/contract/audit/audit.schemas';
import { adminPaths } from '#features/paths/admin-paths.ts';

/** What was done, in words. */
export const AUDIT_LABELS: Record<AuditKind, string> = {
  'user.update': 'Account changed',
  'user.ban': 'Account banned',
  'user.unban': 'Account unbanned',
  'user.end_sessions': 'Sessions ended',
  'benefit.create': 'Benefit added',
  'benefit.update': 'Benefit changed',
  'benefit.delete': 'Benefit removed',
  'action.grant_pack': 'Pack granted',
  'action.allow_address': 'Address allowed',
  'news.create': 'Article written',
  'news.update': 'Article changed',
  'news.delete': 'Article deleted',
  'patch_note.create': 'Patch note written',
  'patch_note.update': 'Patch note changed',
  'patch_note.delete': 'Patch note deleted',
  'twitch_reward.create': 'Reward set up',
  'twitch_reward.update': 'Reward changed',
  'twitch_reward.delete': 'Reward deleted',
  'twitch_season.create': 'Season set up',
  'twitch_season.update': 'Season changed',
  'twitch_streamer.approve': 'Streamer approved',
  'twitch_streamer.reject': 'Streamer rejected',
  'drop_minutes.adjust': 'Minutes corrected',
  'image.upload': 'Picture uploaded',
  'product.create': 'Product put up',
  'product.update': 'Product changed',
  'product.delete': 'Product deleted',
  'product_category.create': 'Category set up',
  'product_category.update': 'Category changed',
  'product_category.delete': 'Category deleted',
  'order.refund': 'Order refunded',
  'order.review': 'Order decided',
  'delivery.retry': 'Delivery retried',
  'delivery.cancel': 'Delivery cancelled',
  'delivery.mark_delivered': 'Delivery marked as delivered',
};

export const AUDIT_KIND_OPTIONS = auditKindSchema.options.map((kind) => ({
  value: kind,
  label: AUDIT_LABELS[kind],
}));

/** The page of the record that was changed, for those that have one. */
export function auditTargetPath({ kind, target }: Pick<AuditEntry, 'kind' | 'target'>): string | undefined {
  if (kind.startsWith('order.')) return adminPaths.order({ orderId: target });
  return undefined;
}

export type Change = { field: string; before: string; after: string };

/** The fields that were changed, with what stood there and what stands there now. */
export function changesOf({ before, after }: Pick<AuditEntry, 'before' | 'after'>): Change[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].map((field) => ({
    field,
    before: valueText(before?.[field]),
    after: valueText(after?.[field]),
  }));
}

/** In a list, an excerpt says enough. The server sends a list a little more than this. */
const LONGEST = 160;

/** So much that stood there before as well leads to what was changed. */
const LEAD = 40;

/** The same with an excerpt of what is long: from where old and new begin to differ. */
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

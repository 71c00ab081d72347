import * as z from 'zod/mini';
import { accountNameSchema } from '../accounts/account-name.schemas.ts';
import { totals } from '../lists.ts';
import type { StaffNeed } from '../permissions.ts';
import { timestamp } from '../text.ts';

/** Each kind of action by staff, with its label in the audit log. */
export const AUDIT_LABELS = {
  'user.update': 'Account updated',
  'user.ban': 'Account banned',
  'user.unban': 'Account unbanned',
  'user.reset_link': 'Reset link sent',
  'user.end_sessions': 'Sessions ended',
  'user.plan_factor_removal': 'Removal of second factors planned',
  'user.stop_factor_removal': 'Removal of second factors stopped',
  'user.remove_factors': 'Second factors removed',
  'security_policy.update': 'Security policy changed',
  'user.erasure': 'Deletion of account requested',
  'user.erasure_undo': 'Deletion of account undone',
  'user.role': "Account's role changed",
  'note.create': 'Note added',
  'note.delete': 'Note deleted',
  'role.create': 'Role created',
  'role.update': 'Role updated',
  'role.delete': 'Role deleted',
  'benefit.create': 'Benefit added',
  'benefit.update': 'Benefit updated',
  'benefit.delete': 'Benefit removed',
  'action.grant_pack': 'Pack granted',
  'action.grant_item': 'Item granted',
  'bulk.start': 'List of accounts started',
  'bulk.stop': 'List of accounts stopped',
  'action.allow_address': 'Address allowed',
  'news.create': 'Article created',
  'news.update': 'Article updated',
  'news.delete': 'Article deleted',
  'news.restore': 'Article restored',
  'patch_note.create': 'Patch note created',
  'patch_note.update': 'Patch note updated',
  'patch_note.delete': 'Patch note deleted',
  'patch_note.restore': 'Patch note restored',
  'twitch_reward.create': 'Reward created',
  'twitch_reward.update': 'Reward updated',
  'twitch_reward.delete': 'Reward deleted',
  'twitch_season.create': 'Season created',
  'twitch_season.update': 'Season updated',
  'twitch_streamer.approve': 'Streamer approved',
  'twitch_streamer.approve_all': 'Streamers approved together',
  'twitch_streamer.reject': 'Streamer rejected',
  'drop_minutes.adjust': 'Minutes corrected',
  'image.upload': 'Picture uploaded',
  'image.update': 'Picture updated',
  'image.delete': 'Picture deleted',
  'site.update': 'Site settings updated',
  'site.restore': 'Site settings restored',
  'gallery.create': 'Gallery picture added',
  'gallery.update': 'Gallery picture updated',
  'gallery.delete': 'Gallery picture removed',
  'gallery.order': 'Gallery put in order',
  'product.create': 'Product created',
  'product.update': 'Product updated',
  'product.delete': 'Product deleted',
  'product_category.create': 'Category created',
  'product_category.update': 'Category updated',
  'product_category.delete': 'Category deleted',
  'order.refund': 'Order refunded',
  'order.review': 'Order reviewed',
  'unmatched.refund': 'Unmatched payment refunded',
  'unmatched.attach': 'Unmatched payment attached',
  'receipt.keep': 'Receipt without a delivery kept',
  'receipt.revoke': 'Receipt without a delivery revoked',
  'delivery.retry': 'Delivery retried',
  'delivery.retry_all': 'Failed deliveries retried',
  'delivery.cancel': 'Delivery cancelled',
  'delivery.mark_delivered': 'Delivery marked as delivered',
  'delivery.redeliver': 'Deliveries sent again',
  'game_server.create': 'Game server created',
  'game_server.update': 'Game server updated',
  'bridge_token.create': 'Bridge token created',
  'bridge_token.revoke': 'Bridge token revoked',
  'bridge_address.add': 'Bridge address allowed',
  'bridge_address.remove': 'Bridge address removed',
  'list.read': 'List read in bulk',
  'list.export': 'List exported',
  'budget.update': 'Budgets changed',
  'budget.update_defaults': 'Default budgets changed',
  'budget.raise': 'Budgets raised for a day',
  'alert.test': 'Test alert sent',
} as const;

export type AuditKind = keyof typeof AUDIT_LABELS;

/** Records that entries name, by the first part of the entry's kind, and what staff need to read their names. */
export const AUDIT_RECORD_SECTIONS = {
  product: 'products',
  product_category: 'products',
  news: 'news',
  patch_note: 'patchNotes',
  twitch_reward: 'twitchDrops',
  twitch_season: 'twitchDrops',
  game_server: 'owner',
  bridge_token: 'owner',
  bridge_address: 'owner',
  role: 'owner',
  order: 'orders',
} as const satisfies Record<string, StaffNeed>;

export type AuditRecordKind = keyof typeof AUDIT_RECORD_SECTIONS;

// The record's own keys are its kinds.
export const auditKindSchema = z.enum(Object.keys(AUDIT_LABELS) as AuditKind[]);

const KINDS_MESSAGE = 'The log has no such kind of action.';

/** Kinds with commas between them, in a query: `user.ban,user.unban`. */
export const auditKindsQuery = z.pipe(
  z.string(KINDS_MESSAGE).check(z.maxLength(4000, KINDS_MESSAGE)),
  z.pipe(
    z.transform((kinds: string) => [...new Set(kinds.split(','))]),
    z.array(z.enum(auditKindSchema.options, KINDS_MESSAGE)),
  ),
);

/** Values of the record's changed fields. Never passwords or other secrets. */
const fields = z.nullable(z.record(z.string(), z.unknown()));

export const auditEntrySchema = z.object({
  entryId: z.int(),
  at: timestamp,
  staff: accountNameSchema,
  address: z.nullable(z.string()),
  kind: auditKindSchema,
  /** Id of the changed record: an account's, an article's, an address. */
  target: z.string(),
  /** What the record is called, if it has a name and the viewer may use its section. */
  targetName: z.nullable(z.string()),
  /** The account it concerns, if any. */
  account: z.nullable(accountNameSchema),
  before: fields,
  after: fields,
  /** Why, in the words of the member of staff. Null where the action asks for no reason. */
  reason: z.nullable(z.string()),
  /** Whether longer values are excerpts around the change, with '…' for omitted text. */
  isCut: z.boolean(),
});

export const auditListSchema = z.object({ entries: z.array(auditEntrySchema), ...totals });

export const auditStaffListSchema = z.object({ staff: z.array(accountNameSchema) });

export type AuditEntry = z.infer<typeof auditEntrySchema>;

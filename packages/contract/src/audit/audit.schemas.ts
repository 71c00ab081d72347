import * as z from 'zod/mini';
import { totals } from '../lists.ts';
import { timestamp } from '../text.ts';

/** The kinds of staff actions. */
export const auditKindSchema = z.enum([
  'user.update',
  'user.ban',
  'user.unban',
  'user.end_sessions',
  'benefit.create',
  'benefit.update',
  'benefit.delete',
  'action.grant_pack',
  'action.allow_address',
  'news.create',
  'news.update',
  'news.delete',
  'patch_note.create',
  'patch_note.update',
  'patch_note.delete',
  'twitch_reward.create',
  'twitch_reward.update',
  'twitch_reward.delete',
  'twitch_season.create',
  'twitch_season.update',
  'twitch_streamer.approve',
  'twitch_streamer.reject',
  'drop_minutes.adjust',
  'image.upload',
  'product.create',
  'product.update',
  'product.delete',
  'product_category.create',
  'product_category.update',
  'product_category.delete',
  'order.refund',
  'order.review',
  'delivery.retry',
  'delivery.cancel',
  'delivery.mark_delivered',
]);

/** Values of the record's changed fields. Never passwords or other secrets. */
const fields = z.nullable(z.record(z.string(), z.unknown()));

export const auditEntrySchema = z.object({
  entryId: z.int(),
  at: timestamp,
  staff: z.object({ accountDBID: z.int(), userName: z.string() }),
  address: z.nullable(z.string()),
  kind: auditKindSchema,
  /** Id of the changed record: an account's, an article's, an address. */
  target: z.string(),
  /** The account it concerns, if any. */
  account: z.nullable(z.object({ accountDBID: z.int(), userName: z.string() })),
  before: fields,
  after: fields,
  /** Whether longer values are excerpts around the change, with '…' for omitted text. */
  isCut: z.boolean(),
});

export const auditListSchema = z.object({ entries: z.array(auditEntrySchema), ...totals });

export type AuditKind = z.infer<typeof auditKindSchema>;
export type AuditEntry = z.infer<typeof auditEntrySchema>;

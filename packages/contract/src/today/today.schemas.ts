import * as z from 'zod/mini';
import { accountNameSchema } from '../accounts/account-name.schemas.ts';
import { timestamp } from '../text.ts';

/** At most so many of each kind are named; all are counted. */
export const NAMED_TASKS = 20;

/** What comes up within so many days is named. */
export const COMING_UP_DAYS = 14;

/** What waits for staff, the most urgent kind first. */
export const TASK_KINDS = ['dispute', 'review', 'payment', 'delivery', 'streamer', 'alert'] as const;

export const taskKindSchema = z.enum(TASK_KINDS);

/** Something that waits for somebody's decision. */
export const taskSchema = z.object({
  kind: taskKindSchema,
  /** Of the order, payment, game server, account or incident. */
  id: z.int(),
  /** The product, the game server, the channel, or the alert's sentence. */
  title: z.string(),
  /** Why, as the record names it: a review's reason, a delivery's state, `unmatched_receipt`, an alert's name; '' without one. */
  reason: z.string(),
  /** What to do about an alert; others say it by their kind. */
  advice: z.optional(z.string()),
  account: z.nullable(accountNameSchema),
  /** Euro, two decimals; null where no money is in it. */
  sum: z.nullable(z.number()),
  /** How many cases the entry stands for: the deliveries of one server share an entry. */
  cases: z.int(),
  since: timestamp,
  /** Until when the provider waits for an answer, where it says so. */
  due: z.optional(timestamp),
});

/** Something that happens by itself. */
export const comingUpSchema = z.object({
  kind: z.enum(['sale_ends', 'event_begins', 'event_ends', 'season_begins', 'season_ends']),
  /** Of the product, article or season. */
  id: z.int(),
  /** The product or the article; the season's number. */
  title: z.string(),
  at: timestamp,
});

const count = z.int();

export const todaySchema = z.object({
  /** When this was read. */
  at: timestamp,
  /** By urgency, then the longest wait first. */
  tasks: z.array(taskSchema),
  /** How many wait of each kind; null: it is not this viewer's. */
  counts: z.record(taskKindSchema, z.nullable(count)),
  /** Of the next `COMING_UP_DAYS`, the nearest first. */
  comingUp: z.array(comingUpSchema),
});

export type ComingUp = z.infer<typeof comingUpSchema>;
export type Task = z.infer<typeof taskSchema>;
export type TaskKind = z.infer<typeof taskKindSchema>;
export type Today = z.infer<typeof todaySchema>;

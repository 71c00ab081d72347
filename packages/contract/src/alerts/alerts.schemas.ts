import * as z from 'zod/mini';
import { totals } from '../lists.ts';
import { ADMIN_PAGE_ENTRIES, type AdminPageId } from '../site/admin-pages.ts';
import { timestamp } from '../text.ts';

const ALERT_MESSAGE = 'Please give the name of an alert, such as mails_failing.';

/** An alert's name; it may be one that another release watched. */
export const alertNameQuery = z.string(ALERT_MESSAGE).check(z.regex(/^[a-z_]{1,64}$/, ALERT_MESSAGE));

// The table's own keys are its pages.
const page = z.enum(ADMIN_PAGE_ENTRIES.map(([id]) => id) as [AdminPageId, ...AdminPageId[]]);

/** How far a message got: through mail, counted over all owners, and through the webhook. */
export const alertDeliverySchema = z.object({
  mails: z.object({ sent: z.int(), waiting: z.int(), failed: z.int() }),
  webhook: z.enum(['off', 'waiting', 'sent', 'failed']),
  /** Why the last attempt at the webhook failed. Null when none did. */
  webhookFailure: z.nullable(z.string()),
});

/** What was watched and had cases for long enough that owners were notified. */
export const alertIncidentSchema = z.object({
  incidentId: z.int(),
  /** In snake case, as in the metrics. */
  alert: z.string(),
  /** The alert's name for people: 'Orders in review'. */
  title: z.string(),
  /** What is wrong, or was: a sentence. */
  sentence: z.string(),
  /** The most cases there were at one time. */
  cases: z.int(),
  /** When the cases began. */
  since: timestamp,
  /** When owners were notified. */
  openedAt: timestamp,
  clearedAt: z.nullable(timestamp),
  /** Of its last message; null until one is queued. */
  delivery: z.nullable(alertDeliverySchema),
});

export const openAlertSchema = z.extend(alertIncidentSchema, {
  /** What to do about it. */
  advice: z.string(),
  /** Where it is dealt with; `alerts` where no page is better. */
  page,
});

/**
 * `ok`: no cases. `pending`: cases, but not for long enough yet. `active`: owners were notified. `clearing`: owners were notified,
 * and there are no cases any more, but not for long enough yet. `unknown`: never evaluated.
 */
export const alertStateSchema = z.enum(['ok', 'pending', 'active', 'clearing', 'unknown']);

export const watchedAlertSchema = z.object({
  alert: z.string(),
  title: z.string(),
  state: alertStateSchema,
  cases: z.int(),
  /** Since when it has cases, or none. Null while it is unknown. */
  since: z.nullable(timestamp),
  /** Minutes that there must be cases, and none, until owners are notified. */
  raiseAfterMinutes: z.int(),
  clearAfterMinutes: z.int(),
});

export const alertTestSchema = z.extend(alertDeliverySchema, { sentAt: timestamp });

export const alertOverviewSchema = z.object({
  open: z.array(openAlertSchema),
  watched: z.array(watchedAlertSchema),
  /** When alerts were last evaluated. Null: never. */
  checkedAt: z.nullable(timestamp),
  /** The same as an age. More than some minutes: no worker evaluates them. */
  checkedSecondsAgo: z.nullable(z.number()),
  /** How many owners get mail. */
  recipients: z.int(),
  hasWebhook: z.boolean(),
  /** The last test alert; null when there was none. */
  lastTest: z.nullable(alertTestSchema),
});

export const alertIncidentListSchema = z.object({ incidents: z.array(alertIncidentSchema), ...totals });

export type AlertDelivery = z.infer<typeof alertDeliverySchema>;
export type AlertIncident = z.infer<typeof alertIncidentSchema>;
export type OpenAlert = z.infer<typeof openAlertSchema>;
export type AlertState = z.infer<typeof alertStateSchema>;
export type WatchedAlert = z.infer<typeof watchedAlertSchema>;
export type AlertOverview = z.infer<typeof alertOverviewSchema>;
export type AlertIncidentList = z.infer<typeof alertIncidentListSchema>;

import * as z from 'zod/mini';
import { orderStateSchema } from '../orders/orders.schemas.ts';
import { dayInput, timestamp } from '../text.ts';

/** The longest period that is counted at once. */
export const MAX_DAYS = 366;

const DAY_MS = 86_400_000;
const PERIOD_MESSAGE = 'Please choose a period of at most 366 days whose first day comes first.';

/** First and last day of a period, both within it, in UTC. */
export const periodQuery = z
  .object({ from: dayInput, to: dayInput })
  .check(z.refine(({ from, to }) => isPeriod(from, to), { error: PERIOD_MESSAGE, path: ['from'] }));

function isPeriod(from: string, to: string): boolean {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return days >= 1 && days <= MAX_DAYS;
}

const day = z.iso.date();
const count = z.int();
/** Euro, two decimals. */
const euro = z.number();

export const gameStatisticsSchema = z.object({
  days: z.array(z.object({ day, registrations: count, signIns: count, activePlayers: count })),
  totals: z.object({
    registrations: count,
    signIns: count,
    /** Different accounts over the whole period. */
    activePlayers: count,
    /** All there are. */
    accounts: count,
  }),
});

export const paymentStatisticsSchema = z.object({
  /** Revenue of a day: what was paid on it, less what has been refunded or charged back of that. */
  days: z.array(z.object({ day, revenue: euro, refunded: euro, paidOrders: count })),
  totals: z.object({ revenue: euro, refunded: euro, paidOrders: count, buyers: count }),
  /** Orders begun in the period. */
  byState: z.array(z.object({ state: orderStateSchema, orders: count })),
  topProducts: z.array(z.object({ productId: z.int(), name: z.string(), orders: count, revenue: euro })),
  /** Visits in the period, and what became of them by now. */
  campaigns: z.array(
    z.object({
      source: z.string(),
      campaign: z.string(),
      content: z.string(),
      clicks: count,
      registrations: count,
      buyers: count,
      revenue: euro,
    }),
  ),
});

export const characterStatisticsSchema = z.object({
  /** Characters reported in the period, as they are now. */
  characters: count,
  accounts: count,
  byLevel: z.array(z.object({ from: z.int(), to: z.int(), characters: count })),
  byClass: z.array(z.object({ class: z.string(), characters: count, averageLevel: z.number() })),
  lastReportAt: z.nullable(timestamp),
});

export type GameStatistics = z.infer<typeof gameStatisticsSchema>;
export type PaymentStatistics = z.infer<typeof paymentStatisticsSchema>;
export type CharacterStatistics = z.infer<typeof characterStatisticsSchema>;

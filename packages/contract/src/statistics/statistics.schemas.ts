import * as z from 'zod/mini';
import { orderStateSchema } from '../orders/orders.schemas.ts';
import { dayInput, timestamp } from '../text.ts';

/** The longest period that is counted at once. */
export const MAX_DAYS = 366;

const DAY_MS = 86_400_000;
const PERIOD_MESSAGE = 'Please choose a period of at most 366 days whose first day comes first.';

/** No day before it is asked for: the database knows no year 0, and nobody played then. */
const FIRST_DAY = '2000-01-01';

/** First and last day of a period, both within it, in UTC. */
export const periodQuery = z
  .object({ from: dayInput, to: dayInput })
  .check(z.refine(({ from, to }) => isPeriod(from, to), { error: PERIOD_MESSAGE, path: ['from'] }));

function isPeriod(from: string, to: string): boolean {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  return from >= FIRST_DAY && days >= 1 && days <= MAX_DAYS;
}

const day = z.iso.date();
const count = z.int();
/** Euro, two decimals. */
const euro = z.number();

export const gameStatisticsSchema = z.object({
  /** Every day of the period that has begun. */
  days: z.array(z.object({ day, registrations: count, signIns: count, activePlayers: count })),
  totals: z.object({
    registrations: count,
    signIns: count,
    /** Different accounts over the whole period, exactly. */
    activePlayers: count,
    /** All there are. */
    accounts: count,
  }),
});

export const playersOnlineSchema = z.object({
  /** The length of a step. */
  stepMinutes: count,
  /** The starts of the steps, oldest first. The last one isn't over. */
  steps: z.array(timestamp),
  /** Each server in its order, hidden ones too. */
  servers: z.array(
    z.object({
      serverId: z.int(),
      name: z.string(),
      /** The most at once in each step; null where nothing was reported. */
      playersOnline: z.array(z.nullable(count)),
    }),
  ),
});

/** `revenue` is what was paid less `refunded`, which went back by refunds and charge-backs. */
const sums = { revenue: euro, refunded: euro, paidOrders: count };

const campaignOutcome = { clicks: count, registrations: count, buyers: count, revenue: euro };

export const paymentStatisticsSchema = z.object({
  /** False: everything here is of pretended payments, of the sandbox or of a provider's test mode. */
  isLive: z.boolean(),
  /** Every day of the period that has begun: what was paid on it, and what has become of that by now. */
  days: z.array(z.object({ day, ...sums })),
  totals: z.object({ ...sums, buyers: count }),
  /** Orders begun in the period, as they stand now. */
  byState: z.array(z.object({ state: orderStateSchema, orders: count })),
  /** Those that earned most. */
  topProducts: z.array(z.object({ productId: z.int(), name: z.string(), orders: count, revenue: euro })),
  /** All that are not among the top products, in sum. */
  otherProducts: z.object({ products: count, orders: count, revenue: euro }),
  /** Visits in the period, and what became of them by now: those campaigns that brought most. */
  campaigns: z.array(
    z.object({ source: z.string(), campaign: z.string(), content: z.string(), ...campaignOutcome }),
  ),
  /** All campaigns, in sum. */
  campaignTotals: z.object({ campaigns: count, ...campaignOutcome }),
});

export const characterStatisticsSchema = z.object({
  /** Characters reported in the period, as they are now. */
  characters: count,
  accounts: count,
  /** Bands of equal width from level 1 to the highest level there is, empty ones too. */
  byLevel: z.array(z.object({ from: z.int(), to: z.int(), characters: count })),
  /** The most frequent classes. */
  byClass: z.array(z.object({ class: z.string(), characters: count, averageLevel: z.number() })),
  /** Whether in the period or not; null while the game has never reported. */
  lastReportAt: z.nullable(timestamp),
});

export type GameStatistics = z.infer<typeof gameStatisticsSchema>;
export type PlayersOnline = z.infer<typeof playersOnlineSchema>;
export type PaymentStatistics = z.infer<typeof paymentStatisticsSchema>;
export type CharacterStatistics = z.infer<typeof characterStatisticsSchema>;

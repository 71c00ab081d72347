import { periodQuery } from '@waygate/contract/statistics/statistics.schemas';
import * as z from 'zod/mini';

/** First and last day, both within it, in UTC: 'YYYY-MM-DD'. */
export type Period = { from: string; to: string };

/** A period as it is chosen: counted back from today, or by its own days. */
export type PeriodChoice = '7' | '30' | '90' | 'year' | 'own';

export const PERIOD_LABELS: Record<PeriodChoice, string> = {
  '7': '7 days',
  '30': '30 days',
  '90': '90 days',
  year: 'This year',
  own: 'Own dates',
};

const DEFAULT_CHOICE = '30';
const DAY_MS = 86_400_000;

/** The period that an address names; the last 30 days where it names none. */
export function periodOf(params: URLSearchParams, today: string): { choice: PeriodChoice; period: Period } {
  const own = { from: params.get('from') ?? '', to: params.get('to') ?? '' };
  if (z.safeParse(periodQuery, own).success) return { choice: 'own', period: own };
  const choice = (['7', '30', '90', 'year'] as const).find((known) => known === params.get('period'));
  return { choice: choice ?? DEFAULT_CHOICE, period: periodBackFrom(today, choice ?? DEFAULT_CHOICE) };
}

/** What the address says of a choice; nothing of the usual one. */
export function addressOf(choice: Exclude<PeriodChoice, 'own'>): Record<string, string> {
  return choice === DEFAULT_CHOICE ? {} : { period: choice };
}

/** What is wrong with own days; '' when nothing is. */
export function periodFault(period: Period): string {
  if (period.from === '' || period.to === '') return 'Please choose the first and the last day.';
  const { error } = z.safeParse(periodQuery, period);
  return error?.issues[0]?.message ?? '';
}

/** As many days, directly before the period. */
export function periodBefore(period: Period): Period {
  const days = lengthOf(period);
  return { from: addDays(period.from, -days), to: addDays(period.from, -1) };
}

/** Days of the period, both ends counted. */
export function lengthOf({ from, to }: Period): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}

export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

function periodBackFrom(today: string, choice: Exclude<PeriodChoice, 'own'>): Period {
  if (choice === 'year') return { from: `${today.slice(0, 4)}-01-01`, to: today };
  return { from: addDays(today, 1 - Number(choice)), to: today };
}

function addDays(day: string, days: number): string {
  return dayOf(new Date(Date.parse(day) + days * DAY_MS));
}

import { periodQuery } from '@waygate/contract/statistics/statistics.schemas';
import * as z from 'zod/mini';

/** First and last day, both within it, in UTC: 'YYYY-MM-DD'. */
export type Period = { from: string; to: string };

/** A chosen period: counted back from today, or custom dates. */
export type PeriodChoice = '7' | '30' | '90' | 'year' | 'own';

export const PERIOD_LABELS: Record<PeriodChoice, string> = {
  '7': '7 days',
  '30': '30 days',
  '90': '90 days',
  year: 'This year',
  own: 'Custom dates',
};

const DEFAULT_CHOICE = '30';
const DAY_MS = 86_400_000;

/** The period in an address; by default the last 30 days. */
export function periodOf(params: URLSearchParams, today: string): { choice: PeriodChoice; period: Period } {
  const own = { from: params.get('from') ?? '', to: params.get('to') ?? '' };
  if (z.safeParse(periodQuery, own).success) return { choice: 'own', period: own };
  const choice = (['7', '30', '90', 'year'] as const).find((known) => known === params.get('period'));
  return { choice: choice ?? DEFAULT_CHOICE, period: periodBackFrom(today, choice ?? DEFAULT_CHOICE) };
}

/** The address parameters of a choice; none for the default. */
export function addressOf(choice: Exclude<PeriodChoice, 'own'>): Record<string, string> {
  return choice === DEFAULT_CHOICE ? {} : { period: choice };
}

/** Why custom dates are invalid; '' when they are valid. */
export function periodFault(period: Period): string {
  if (period.from === '' || period.to === '') return 'Please choose the first and the last day.';
  const { error } = z.safeParse(periodQuery, period);
  return error?.issues[0]?.message ?? '';
}

/** The period of equal length directly before this one. */
export function periodBefore(period: Period): Period {
  const days = lengthOf(period);
  return { from: addDays(period.from, -days), to: addDays(period.from, -1) };
}

/** The number of days, including both ends. */
export function lengthOf({ from, to }: Period): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}

export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/** So many days, of which the last is today. */
export function lastDays(today: string, days: number): Period {
  return { from: addDays(today, 1 - days), to: today };
}

function periodBackFrom(today: string, choice: Exclude<PeriodChoice, 'own'>): Period {
  if (choice === 'year') return { from: `${today.slice(0, 4)}-01-01`, to: today };
  return lastDays(today, Number(choice));
}

function addDays(day: string, days: number): string {
  return dayOf(new Date(Date.parse(day) + days * DAY_MS));
}

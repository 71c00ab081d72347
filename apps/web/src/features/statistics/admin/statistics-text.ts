import type { Period } from './period.rules.ts';

// Days are UTC days, so that they don't depend on who looks.
const UTC = { timeZone: 'UTC' } as const;

export function countText(count: number): string {
  return new Intl.NumberFormat().format(count);
}

/** A share as a percentage; '–' when the whole is 0. */
export function shareText(part: number, whole: number): string {
  if (whole === 0) return '–';
  // Rounded, it would read 0%.
  if (part > 0 && part / whole < 0.001) return `<${shareText(1, 1000)}`;
  return new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 }).format(
    part / whole,
  );
}

/** '21 Nov'. */
export function shortDayText(day: string): string {
  return new Intl.DateTimeFormat(undefined, { ...UTC, day: 'numeric', month: 'short' }).format(new Date(day));
}

/** 'Sat, 21 Nov 2026', for tables. */
export function dayText(day: string): string {
  return new Intl.DateTimeFormat(undefined, {
    ...UTC,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  }).format(new Date(day));
}

/** '23 Oct – 21 Nov 2026'. */
export function periodText({ from, to }: Period): string {
  return new Intl.DateTimeFormat(undefined, { ...UTC, dateStyle: 'medium' }).formatRange(
    new Date(from),
    new Date(to),
  );
}

/** For a chart's axis: cents only where there are any. */
export function euroAxisText(amount: number): string {
  const digits = Number.isInteger(amount) ? 0 : 2;
  return `€${new Intl.NumberFormat(undefined, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(amount)}`;
}

/** An average: '12.7'. */
export function oneDigitText(value: number): string {
  return new Intl.NumberFormat(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
    value,
  );
}

/** The change from the previous period in percent. */
export function changeText(now: number, before: number): string {
  if (now === before) return 'no change';
  if (before === 0) return 'new';
  const change = (now - before) / before;
  return new Intl.NumberFormat(undefined, {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: Math.abs(change) < 0.1 ? 1 : 0,
  }).format(change);
}

import type { Period } from './period.rules.ts';

// Days are those of UTC wherever they are read: what counts as a day does not depend on who looks.
const UTC = { timeZone: 'UTC' } as const;

export function countText(count: number): string {
  return new Intl.NumberFormat().format(count);
}

/** Of one, such as 0.123; '–' where there is nothing to divide by. */
export function shareText(part: number, whole: number): string {
  if (whole === 0) return '–';
  // Rounded, it would look like nobody.
  if (part > 0 && part / whole < 0.001) return `<${shareText(1, 1000)}`;
  return new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 }).format(
    part / whole,
  );
}

/** '21 Nov', for axes. */
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

/** For a chart's axis: cents are told where there are any. */
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

/** How a number compares with the one of the period before, with the number it was. */
export function changeText(now: number, before: number): string {
  if (now === before) return 'as before';
  if (before === 0) return 'none before';
  const change = (now - before) / before;
  return new Intl.NumberFormat(undefined, {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: Math.abs(change) < 0.1 ? 1 : 0,
  }).format(change);
}

import type { TimelineEntry, TimelineKind } from '@waygate/contract/players/players.schemas';

export const KIND_LABELS: Record<TimelineKind, string> = {
  sign_in: 'Sign-ins',
  order: 'Orders',
  delivery: 'Deliveries',
  coins: 'Coins',
  ban: 'Bans',
  note: 'Notes',
  staff: 'By staff',
};

type Day = { day: string; label: string; entries: TimelineEntry[] };

/** The entries by day in the visitor's zone, in their order. */
export function daysOf(entries: TimelineEntry[], now = new Date()): Day[] {
  const days = Map.groupBy(entries, ({ at }) => new Date(at).toDateString());
  return [...days].map(([day, ofDay]) => ({ day, label: labelOf(day, now), entries: ofDay }));
}

function labelOf(day: string, now: Date): string {
  if (day === now.toDateString()) return 'Today';
  const date = new Date(day);
  const isThisYear = date.getFullYear() === now.getFullYear();
  const year = isThisYear ? {} : ({ year: 'numeric' } as const);
  return new Intl.DateTimeFormat(undefined, {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    ...year,
  }).format(date);
}

/** The time of day, as the line has it. */
export function timeOfDay(at: string): string {
  return new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).format(new Date(at));
}

/** The day that an entry is about in whole. */
export function utcDay(at: string): string {
  return new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(at),
  );
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** @param ms positive for later, negative for earlier */
export function after(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms);
}

/** The day in UTC, as YYYY-MM-DD. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/** Minutes since 1970, as samples are numbered. */
export function minuteOf(time: Date): number {
  return Math.floor(time.getTime() / MINUTE);
}

/** Oldest first. */
export function byTime<Item extends { at: Date }>(one: Item, other: Item): number {
  return one.at.getTime() - other.at.getTime();
}

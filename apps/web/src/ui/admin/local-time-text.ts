import { timeText, VISITOR_LOCALE } from '#ui/time-text.ts';

/** A time in the visitor's zone, for texts; elsewhere, `LocalTime` shows it. */
export function localTimeText(iso: string): string {
  return timeText(iso, VISITOR_LOCALE, { dateStyle: 'medium', timeStyle: 'short' });
}

export type LocaleSettings = { locale: string | undefined; timeZone: string | undefined };

/** How the server writes times, which does not know the visitor's place. */
export const SERVER_LOCALE: LocaleSettings = { locale: 'en-GB', timeZone: 'UTC' };

/** Undefined stands for the visitor's own settings. */
export const VISITOR_LOCALE: LocaleSettings = { locale: undefined, timeZone: undefined };

/** A time of the wire in words: 'N/A' when it is missing, 'Invalid Date' when it is no time. */
export function timeText(
  value: string | null | undefined,
  { locale, timeZone }: LocaleSettings,
  style: Intl.DateTimeFormatOptions,
): string {
  if (!value) return 'N/A';
  const time = new Date(value);
  if (Number.isNaN(time.getTime())) return 'Invalid Date';
  return new Intl.DateTimeFormat(locale, { ...style, timeZone }).format(time);
}

/** What `<time datetime>` takes; undefined when there is no valid time. */
export function machineTime(value: string | null | undefined): string | undefined {
  return value && !Number.isNaN(Date.parse(value)) ? value : undefined;
}

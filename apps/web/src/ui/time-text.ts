import { englishOf, englishTimeText, isEnglishTimeStyle } from './texts/english-texts.ts';

export type LocaleSettings = { locale: string | undefined; timeZone: string | undefined };

/** The server's settings: it doesn't know the visitor's. */
export const SERVER_LOCALE: LocaleSettings = { locale: 'en-GB', timeZone: 'UTC' };

/** Undefined means the browser's own settings. */
export const VISITOR_LOCALE: LocaleSettings = { locale: undefined, timeZone: undefined };

/** A time from the API as text: 'N/A' when it is missing, 'Invalid Date' when it is invalid. */
export function timeText(
  value: string | null | undefined,
  { locale, timeZone }: LocaleSettings,
  style: Intl.DateTimeFormatOptions,
): string {
  if (!value) return 'N/A';
  const time = new Date(value);
  if (Number.isNaN(time.getTime())) return 'Invalid Date';
  const english = englishOf(locale);
  if (english && isEnglishTimeStyle(style) && (timeZone === undefined || timeZone === 'UTC'))
    return englishTimeText(time, style, { english, zone: timeZone ?? 'own' });
  return new Intl.DateTimeFormat(locale, { ...style, timeZone }).format(time);
}

/** The value for `<time datetime>`; undefined when the time is missing or invalid. */
export function machineTime(value: string | null | undefined): string | undefined {
  return value && !Number.isNaN(Date.parse(value)) ? value : undefined;
}

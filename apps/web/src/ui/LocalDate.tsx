import { machineTime, SERVER_LOCALE, timeText, VISITOR_LOCALE } from './time-text.ts';
import { useIsHydrated } from './use-is-hydrated.ts';

type LocalDateProps = {
  /** A time in ISO 8601, or a day as YYYY-MM-DD. */
  value: string | null | undefined;
  className?: string | undefined;
  dateStyle?: 'long' | 'medium';
};

const DAY_WITHOUT_ZONE = /^\d{4}-\d{2}-\d{2}$/;

/** A date, in its long form by default, in the visitor's language and zone. A day without a time is the same everywhere. */
export function LocalDate({ value, className, dateStyle = 'long' }: LocalDateProps) {
  const settings = useIsHydrated() ? VISITOR_LOCALE : SERVER_LOCALE;
  const timeZone = value && DAY_WITHOUT_ZONE.test(value) ? 'UTC' : settings.timeZone;
  return (
    <time dateTime={machineTime(value)} className={className}>
      {timeText(value, { ...settings, timeZone }, { dateStyle })}
    </time>
  );
}

import { machineTime, SERVER_LOCALE, timeText, VISITOR_LOCALE } from './time-text.ts';
import { useIsHydrated } from './use-is-hydrated.ts';

/** A date with its time of day, in the visitor's language and zone. */
export function LocalTime({ value }: { value: string | null | undefined }) {
  const settings = useIsHydrated() ? VISITOR_LOCALE : SERVER_LOCALE;
  return (
    <time dateTime={machineTime(value)}>
      {timeText(value, settings, { dateStyle: 'medium', timeStyle: 'short' })}
    </time>
  );
}

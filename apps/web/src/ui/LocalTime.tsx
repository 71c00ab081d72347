import { machineTime, SERVER_PLACE, timeText, VISITOR_PLACE } from './time-text.ts';
import { useIsHydrated } from './use-is-hydrated.ts';

/** A date with its time of day, by the visitor's language and zone. */
export function LocalTime({ value }: { value: string | null | undefined }) {
  const place = useIsHydrated() ? VISITOR_PLACE : SERVER_PLACE;
  return (
    <time dateTime={machineTime(value)}>
      {timeText(value, place, { dateStyle: 'medium', timeStyle: 'short' })}
    </time>
  );
}

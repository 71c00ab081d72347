import { useState } from 'react';
import { machineTime, timeText, VISITOR_LOCALE } from '#ui/time-text.ts';

/** A moment in a table's row: of today its time alone, of this year without the year. The title has all of it. */
export function ShortTime({ value }: { value: string | null | undefined }) {
  const [now] = useState(() => new Date());
  return (
    <time
      dateTime={machineTime(value)}
      title={timeText(value, VISITOR_LOCALE, { dateStyle: 'full', timeStyle: 'medium' })}
    >
      {timeText(value, VISITOR_LOCALE, styleOf(new Date(value ?? 0), now))}
    </time>
  );
}

const TIME: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' };

function styleOf(time: Date, now: Date): Intl.DateTimeFormatOptions {
  if (time.toDateString() === now.toDateString()) return TIME;
  const day: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric' };
  if (time.getFullYear() === now.getFullYear()) return { ...day, ...TIME };
  return { ...day, year: 'numeric' };
}

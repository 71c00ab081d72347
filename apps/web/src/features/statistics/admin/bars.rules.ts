type Bar = { label: string; value: number };

/** More bars than this couldn't be distinguished or tapped on a small screen. */
const BARS_MAX = 62;
const WEEK = 7;

/**
 * One bar a day, or one a week where days would be too many. Weeks end with the last day, so that the newest one is
 * whole; the first one may be short.
 */
export function barsOfDays<Day extends { day: string }>(
  days: Day[],
  valueOf: (day: Day) => number,
  labelOf: (day: string) => string,
): { unit: 'day' | 'week'; bars: Bar[] } {
  if (days.length <= BARS_MAX)
    return { unit: 'day', bars: days.map((day) => ({ label: labelOf(day.day), value: valueOf(day) })) };
  const first = days.length % WEEK;
  const weeks = [
    days.slice(0, first),
    ...Array.from({ length: Math.floor(days.length / WEEK) }, (_, week) =>
      days.slice(first + week * WEEK, first + (week + 1) * WEEK),
    ),
  ].filter((week) => week.length > 0);
  return {
    unit: 'week',
    bars: weeks.map((week) => ({
      label: labelOf(week[0]?.day ?? ''),
      value: week.reduce((sum, day) => sum + valueOf(day), 0),
    })),
  };
}

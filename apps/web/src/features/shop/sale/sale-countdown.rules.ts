export type TimeLeft = { days: number; hours: number; minutes: number; seconds: number };

/** The time left in whole seconds; undefined once the end is reached. */
export function findTimeLeft(endMs: number, now: number): TimeLeft | undefined {
  const left = Math.ceil((endMs - now) / 1000);
  // Also true for an invalid end.
  if (!(left > 0)) return undefined;
  return {
    days: Math.floor(left / 86_400),
    hours: Math.floor(left / 3600) % 24,
    minutes: Math.floor(left / 60) % 60,
    seconds: left % 60,
  };
}

/** For screen readers: changes a few times and not every second. */
export function roughTimeLeft(left: TimeLeft): string {
  return `Sale ends in ${roughDuration(left)}`;
}

/** A duration that grows in few steps, such as 'less than 3 days'. */
export function roughDuration({ days, hours, minutes }: TimeLeft): string {
  if (days > 0) return `less than ${days + 1} days`;
  if (hours > 0) return `less than ${hours + 1} hours`;
  if (minutes >= 10) return 'less than an hour';
  return minutes > 0 ? 'less than 10 minutes' : 'less than a minute';
}

/** What is shown: days only when there are any, all others with two digits. */
export function timeParts({
  days,
  hours,
  minutes,
  seconds,
}: TimeLeft): [amount: string, unit: string, short: string][] {
  const parts: [string, string, string][] = [
    [twoDigits(hours), 'hrs', 'h'],
    [twoDigits(minutes), 'min', 'min'],
    [twoDigits(seconds), 'sec', 's'],
  ];
  return days > 0 ? [[String(days), days === 1 ? 'day' : 'days', 'd'], ...parts] : parts;
}

function twoDigits(amount: number): string {
  return String(amount).padStart(2, '0');
}

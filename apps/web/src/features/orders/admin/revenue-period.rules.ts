/** Whole days in UTC, as YYYY-MM-DD, both included. */
export type Period = { first: string; last: string };

const DAY_MS = 86_400_000;

/** The month before the one of `now`, which is what bookkeeping usually asks for. */
export function lastMonth(now: Date): Period {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return { first: dayOf(Date.UTC(year, month - 1, 1)), last: dayOf(Date.UTC(year, month, 0)) };
}

/** What is wrong with the period, as a sentence. */
export function periodFault({ first, last }: Period): string | undefined {
  if (first === '' || last === '') return 'Please choose both days.';
  return first > last ? 'The last day is before the first.' : undefined;
}

/** As the server takes it: not before, and before. */
export function periodQuery({ first, last }: Period): { from: string; to: string } {
  return {
    from: `${first}T00:00:00Z`,
    to: `${dayOf(Date.parse(`${last}T00:00:00Z`) + DAY_MS)}T00:00:00Z`,
  };
}

function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}

import { type SQL, sql } from 'drizzle-orm';

/** First and last day, both inclusive, in UTC: 'YYYY-MM-DD'. */
export type Period = { from: string; to: string };

/** The last day of the period that has begun. */
export const lastDay = ({ to }: Period) => sql`least(${to}::date, (now() at time zone 'UTC')::date)`;

/** Condition that a time lies in the period. */
export function isWithin(time: SQL, { from, to }: Period): SQL {
  return sql`(
    ${time} >= ${from}::date::timestamp at time zone 'UTC'
    and ${time} < (${to}::date + 1)::timestamp at time zone 'UTC')`;
}

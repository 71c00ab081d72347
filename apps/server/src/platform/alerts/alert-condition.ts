import type { AdminPageId } from '@waygate/contract/site/admin-pages';
import type { SQL } from 'drizzle-orm';

/**
 * Something that a person has to see to. A feature exports its conditions in `<x>.alerts.ts`, and `app/alert-conditions.ts` lists them.
 * All are evaluated together, in one statement a minute.
 */
export type AlertCondition = {
  /** Stable, in snake case: the incident's key and the label `alert` of its metrics. */
  name: string;
  /** What it is called for people: 'Orders in review'. At most 30 characters, which fit on one line of a phone. */
  title: string;
  /** A scalar subquery of type int on the database's clock, read along an index: how many cases there are; 0 is fine. */
  count: SQL;
  /** A scalar subquery of type text, or null: names that a person needs, such as a missing permission. No secrets. */
  detail?: SQL;
  /** A sentence for this many cases, such as '3 orders are in review.' */
  describe: (count: number, detail: string | null) => string;
  /** What to do about it: a sentence or two. */
  advice: string;
  /** The admin page where it is dealt with. */
  page: AdminPageId;
  /** How long it must last before it is reported. Default 0. */
  raiseAfterMinutes?: number;
  /** How long it must be over before that is reported. Default 5. */
  clearAfterMinutes?: number;
};

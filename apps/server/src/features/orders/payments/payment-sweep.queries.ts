import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import type { PaymentReversal, ReversalSubject } from '#platform/payments/payment-provider.ts';
import { paymentSweeps } from './payment-setup.tables.ts';

export type SweptAccount = { provider: string; isLive: boolean };

/** A run that is under way. Its times are on the database's clock. */
export type SweepRun = SweptAccount & {
  subject: ReversalSubject;
  /** Identifies the run. Text, because a Date loses the microseconds. */
  beganAt: string;
  /** Rows of the provider that were created since are listed. */
  listFrom: Date;
  /** Those that were created since concern the portal even when they are settled. */
  wakeFrom: Date;
  cursor: string | undefined;
};

/**
 * Begins a run if the last one ended 20 hours ago, or returns the one that is under way.
 *
 * @param lookBackDays lists at least these, for what changes long after it was made
 * @returns undefined when none is due
 */
export async function updateSweepBegun(
  db: Db,
  { provider, isLive, subject }: SweptAccount & { subject: ReversalSubject },
  lookBackDays: number,
): Promise<SweepRun | undefined> {
  await db.insert(paymentSweeps).values({ provider, isLive, subject }).onConflictDoNothing();
  // No refund is older than the first order. The overlap of a day makes up for clocks that differ.
  const firstOrder = sql`(select created_at from orders where provider = ${provider} order by id limit 1)`;
  const since = sql`coalesce(swept_until, ${firstOrder}, now()) - interval '1 day'`;
  const { rows } = await db.execute<{
    began_at: string;
    list_from: Date;
    wake_from: Date;
    cursor: string | null;
  }>(sql`
    update payment_sweeps set
      began_at = coalesce(began_at, now()),
      wake_from = coalesce(wake_from, ${since}),
      list_from = coalesce(list_from, least(${since}, open_since, now() - make_interval(days => ${lookBackDays})))
    where provider = ${provider} and is_live = ${isLive} and subject = ${subject}
      and (began_at is not null or finished_at is null or finished_at <= now() - interval '20 hours')
    returning began_at::text, list_from, wake_from, cursor`);
  const [row] = rows;
  return (
    row && {
      provider,
      isLive,
      subject,
      beganAt: row.began_at,
      listFrom: new Date(row.list_from),
      wakeFrom: new Date(row.wake_from),
      cursor: row.cursor ?? undefined,
    }
  );
}

/**
 * Stores how far a run has come. Without `next` it ends the run.
 *
 * @returns false if another process was faster with this page
 */
export async function updateSweepPaged(
  db: Db,
  run: SweepRun,
  { next, openSince }: { next: string | undefined; openSince: Date | undefined },
): Promise<boolean> {
  const seenOpenSince = sql`least(seen_open_since, ${openSince?.toISOString() ?? null}::timestamptz)`;
  const progress =
    next === undefined
      ? sql`swept_until = began_at, finished_at = now(), open_since = ${seenOpenSince}, ${NO_RUN}`
      : sql`cursor = ${next}, pages = pages + 1, seen_open_since = ${seenOpenSince}`;
  const { rows } = await db.execute(sql`
    update payment_sweeps set ${progress} where ${isAt(run)} returning 1`);
  return rows.length > 0;
}

/** Drops a run, so that the next one begins at its start. */
export async function updateSweepDropped(db: Db, run: SweepRun): Promise<void> {
  await db.execute(sql`update payment_sweeps set ${NO_RUN} where ${isAt(run)}`);
}

const NO_RUN = sql.raw(
  'began_at = null, list_from = null, wake_from = null, seen_open_since = null, cursor = null, pages = 0',
);

function isAt({ provider, isLive, subject, beganAt, cursor }: SweepRun): SQL {
  return sql`provider = ${provider} and is_live = ${isLive} and subject = ${subject}
    and began_at = ${beganAt}::timestamptz and cursor is not distinct from ${cursor ?? null}`;
}

/** Marks the account that the portal sells by now. An alert about another one would never end. */
export async function updateSweepsActive(db: Db, account: SweptAccount | undefined): Promise<void> {
  const isActive = account
    ? and(eq(paymentSweeps.provider, account.provider), eq(paymentSweeps.isLive, account.isLive))
    : undefined;
  await db.update(paymentSweeps).set({ isActive: sql`${isActive ?? sql`false`}` });
}

/** An order that a reversal is about, and the payment's session if it is not the order's own. */
export type ReversedOrder = { orderId: number; otherSessionId: string | null };

/** The orders that these are about, in one statement along the indexes of references and payments. */
export async function selectReversedOrders(
  db: Db,
  { provider, isLive, subject }: SweptAccount & { subject: ReversalSubject },
  reversals: PaymentReversal[],
): Promise<ReversedOrder[]> {
  if (reversals.length === 0) return [];
  // An order that was refunded learns nothing from a refund that went well.
  const isNews = sql`o.provider = ${provider} and o.is_live = ${isLive}
    and not (o.state = 'refunded' and l.is_settled and ${subject} = 'refunds')`;
  const { rows } = await db.execute<{ order_id: number; session_id: string | null }>(sql`
    with l as (
      select * from unnest(
        ${sql.param(reversals.map(({ reference }) => reference ?? null))}::text[],
        ${sql.param(reversals.map(({ paymentIntentId }) => paymentIntentId ?? null))}::text[],
        ${sql.param(reversals.map(({ isSettled }) => isSettled))}::boolean[]
      ) as l (reference, payment_intent_id, is_settled)
    )
    select o.id as order_id, null as session_id from l join orders o on o.reference = l.reference where ${isNews}
    union
    select o.id, null from l join orders o on o.payment_intent_id = l.payment_intent_id where ${isNews}
    union
    select p.order_id, p.session_id from l join order_payments p on p.payment_intent_id = l.payment_intent_id`);
  return rows.map(({ order_id: orderId, session_id: otherSessionId }) => ({ orderId, otherSessionId }));
}

/** Seconds since the last finished run of what is swept now, or since it should have begun; 0 if nothing is. */
export async function selectSweepAgeSeconds(db: Db): Promise<number> {
  const { rows } = await db.execute<{ age: number | null }>(sql`
    select extract(epoch from now() - min(coalesce(finished_at, created_at)))::float8 as age
    from payment_sweeps where is_active`);
  return rows[0]?.age ?? 0;
}

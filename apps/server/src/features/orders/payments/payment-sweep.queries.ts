import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import type { SweepSubject, SweptPayment } from '#platform/payments/payment-provider.ts';
import type { SeenPayment } from '#features/orders/unmatched/record-unmatched.service.ts';
import { referencePrefix } from '#features/orders/unmatched/unmatched.queries.ts';
import { paymentSweeps } from './payment-setup.tables.ts';

export type SweptAccount = { provider: string; isLive: boolean };

/** A run that is under way. Its times are on the database's clock. */
export type SweepRun = SweptAccount & {
  subject: SweepSubject;
  /** Identifies the run. Text, because a Date loses the microseconds. */
  beganAt: string;
  /** Rows of the provider that were created since are listed. */
  listFrom: Date;
  /** Those that were created since concern the portal even when they are settled. */
  wakeFrom: Date;
  cursor: string | undefined;
  /** What references of this installation begin with. */
  ownPrefix: string;
};

/**
 * Begins a run if the last one ended 20 hours ago, or returns the one that is under way.
 *
 * @param lookBackDays lists at least these, for what changes long after it was made
 * @returns undefined when none is due
 */
export async function updateSweepBegun(
  db: Db,
  { provider, isLive, subject }: SweptAccount & { subject: SweepSubject },
  lookBackDays: number,
): Promise<SweepRun | undefined> {
  await db.insert(paymentSweeps).values({ provider, isLive, subject }).onConflictDoNothing();
  // Nothing that concerns the portal is older than the first order. The overlap of a day makes up for clocks that differ.
  const firstOrder = sql`(select created_at from orders where provider = ${provider} order by id limit 1)`;
  const since = sql`coalesce(swept_until, ${firstOrder}, created_at) - interval '1 day'`;
  const { rows } = await db.execute<{
    began_at: string;
    list_from: Date;
    wake_from: Date;
    cursor: string | null;
    own_prefix: string;
  }>(sql`
    update payment_sweeps set
      began_at = coalesce(began_at, now()),
      wake_from = coalesce(wake_from, ${since}),
      list_from = coalesce(list_from, least(${since}, open_since, now() - make_interval(days => ${lookBackDays})))
    where provider = ${provider} and is_live = ${isLive} and subject = ${subject}
      and (began_at is not null or finished_at is null or finished_at <= now() - interval '20 hours')
    returning began_at::text, list_from, wake_from, cursor, ${referencePrefix} as own_prefix`);
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
      ownPrefix: row.own_prefix,
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

/** Lets every list be read again from what was swept last, as after a restore: a cursor of the backup's run would skip what is newer. */
export async function restartSweeps(db: Pick<Db, 'execute'>): Promise<void> {
  await db.execute(sql`
    update payment_sweeps set finished_at = least(finished_at, now() - interval '1 day'), ${NO_RUN}`);
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

/** `seen`: checkouts to look at, and reversals that name this installation but no order of it. */
export type SweptWork = { reversed: ReversedOrder[]; seen: SeenPayment[] };

/** What a page is the occasion for, in one statement along the indexes of references, sessions and payments. */
export async function selectSweptWork(db: Db, run: SweepRun, payments: SweptPayment[]): Promise<SweptWork> {
  if (payments.length === 0) return { reversed: [], seen: [] };
  const { rows } = await db.execute<{
    order_id: number | null;
    reference: string | null;
    session_id: string | null;
    payment_intent_id: string | null;
  }>(sql`
    with l as (
      select * from unnest(
        ${sql.param(payments.map(({ reference }) => reference ?? null))}::text[],
        ${sql.param(payments.map(({ sessionId }) => sessionId ?? null))}::text[],
        ${sql.param(payments.map(({ paymentIntentId }) => paymentIntentId ?? null))}::text[],
        ${sql.param(payments.map(({ isSettled }) => isSettled))}::boolean[]
      ) as l (reference, session_id, payment_intent_id, is_settled)
    )
    ${run.subject === 'sessions' ? unsettledCheckouts(run) : reversals(run)}`);
  const work: SweptWork = { reversed: [], seen: [] };
  for (const {
    order_id: orderId,
    session_id: sessionId,
    reference,
    payment_intent_id: paymentIntentId,
  } of rows)
    if (orderId === null) work.seen.push({ reference, sessionId, paymentIntentId });
    else work.reversed.push({ orderId, otherSessionId: sessionId });
  return work;
}

function reversals({ provider, isLive, subject, ownPrefix }: SweepRun): SQL {
  // An order that was refunded learns nothing from a refund that went well.
  const isNews = sql`o.provider = ${provider} and o.is_live = ${isLive}
    and not (o.state = 'refunded' and l.is_settled and ${subject} = 'refunds')`;
  return sql`
    select o.id as order_id, null as session_id, null as reference, null as payment_intent_id
    from l join orders o on o.reference = l.reference where ${isNews}
    union
    select o.id, null, null, null from l join orders o on o.payment_intent_id = l.payment_intent_id where ${isNews}
    union
    select p.order_id, p.session_id, null, null
    from l join order_payments p on p.payment_intent_id = l.payment_intent_id
    union
    select null, null, l.reference, l.payment_intent_id from l
    where starts_with(l.reference, ${ownPrefix})
      and not exists (select from orders o where o.reference = l.reference)
      and not exists (select from orders o where o.payment_intent_id = l.payment_intent_id)
      and not exists (select from order_payments p where p.payment_intent_id = l.payment_intent_id)`;
}

/**
 * Checkouts whose order is missing or not settled, and those that are not their order's own. The reconciler follows what is
 * recorded as unmatched. References from before installations had ids may be another portal's.
 */
function unsettledCheckouts({ provider, isLive, ownPrefix }: SweepRun): SQL {
  return sql`
    select distinct null::integer as order_id, l.session_id, l.reference, l.payment_intent_id
    from l left join orders o on o.reference = l.reference
    where (starts_with(l.reference, ${ownPrefix}) or o.session_id = l.session_id)
      and case when o.id is null
        then not exists (select from unmatched_payments u where u.session_id = l.session_id)
        else o.provider = ${provider} and o.is_live = ${isLive}
          and (o.session_id is distinct from l.session_id
            or o.state in ('creating', 'pending', 'processing', 'failed', 'expired', 'cancelled'))
          and not exists (
            select from order_payments p where p.session_id = l.session_id and p.state <> 'promised')
        end`;
}

/** Seconds since the last finished run of what is swept now, or since it should have begun; 0 if nothing is. */
export async function selectSweepAgeSeconds(db: Db): Promise<number> {
  const { rows } = await db.execute<{ age: number | null }>(sql`
    select extract(epoch from now() - min(coalesce(finished_at, created_at)))::float8 as age
    from payment_sweeps where is_active`);
  return rows[0]?.age ?? 0;
}

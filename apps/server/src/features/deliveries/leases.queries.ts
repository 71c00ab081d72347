import type { Acknowledgement } from '@waygate/contract/deliveries/deliveries.schemas';
import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import type { deliveries } from './deliveries.tables.ts';

/** After this many failures a delivery is dead and waits for staff. */
const MAX_ATTEMPTS = 12;
const BACKOFF_SECONDS = 30;
const MAX_BACKOFF_SECONDS = 3600;

type Row = typeof deliveries.$inferSelect;

export type LeasedRow = Pick<
  Row,
  | 'id'
  | 'idempotencyKey'
  | 'effect'
  | 'revokesKey'
  | 'accountId'
  | 'kind'
  | 'itemId'
  | 'quantity'
  | 'lastDetail'
> & { state: 'leased' | 'dead'; availableUntil: string | null; createdAt: string };

/**
 * Leases the deliveries that have been due for longest. Two callers never get the same one.
 * An expired lease counts as a failure. After the last allowed one the delivery is dead instead of leased.
 */
export async function updateDeliveriesLeased(
  db: Pick<Db, 'execute'>,
  { limit, leaseSeconds }: { limit: number; leaseSeconds: number },
): Promise<LeasedRow[]> {
  const { rows } = await db.execute<LeasedRow>(sql`
    with due as (
      -- A lease moves available_at, and the lock rechecks the condition: no row is leased twice.
      select id, available_at as due_at, state = 'leased' and attempts + 1 >= ${MAX_ATTEMPTS} as is_lost
      from deliveries
      where state in ('pending', 'leased') and available_at <= now()
      order by available_at, id
      limit ${limit}
      for update skip locked
    ), leased as (
      update deliveries set
        attempts = attempts + (state = 'leased')::int,
        leases = leases + (not is_lost)::int,
        state = case when is_lost then 'dead' else 'leased' end,
        available_at = now() + make_interval(secs => ${leaseSeconds}),
        failure = case when is_lost then 'exhausted' else failure end,
        last_detail = case when is_lost then 'the game did not answer' else last_detail end,
        settled_at = case when is_lost then now() end
      from due where deliveries.id = due.id
      returning deliveries.*, due_at
    )
    select id::float8 as id, idempotency_key as "idempotencyKey", effect, revokes_key as "revokesKey",
           account_id as "accountId", kind, item_id as "itemId", quantity, available_until as "availableUntil",
           state, last_detail as "lastDetail", created_at as "createdAt"
    from leased order by due_at, id`);
  return rows;
}

export type AcknowledgedRow = {
  id: number;
  outcome: 'settled' | 'rescheduled' | 'dead' | 'unchanged';
  accountId: number;
  idempotencyKey: string;
  lastDetail: string | null;
};

/**
 * Records the game's acknowledgements, also of expired leases: an applied delivery stays applied. Failures count only
 * for leased deliveries, so that a repeated acknowledgement does not count twice. Cancelled deliveries stay cancelled.
 *
 * @param acknowledgements at most one for each id
 * @returns a row for each id that exists
 */
export async function updateDeliveriesAcknowledged(
  db: Pick<Db, 'execute'>,
  acknowledgements: Acknowledgement[],
): Promise<AcknowledgedRow[]> {
  const ids = sql.param(acknowledgements.map(({ id }) => id));
  const results = sql.param(acknowledgements.map(({ result }) => result));
  const details = sql.param(acknowledgements.map(({ detail }) => detail ?? null));
  const { rows } = await db.execute<AcknowledgedRow>(sql`
    with reported as (
      select * from unnest(${ids}::bigint[], ${results}::text[], ${details}::text[]) as reported (id, result, detail)
    ), known as (
      -- Lock order: id. Another order deadlocks two bridges.
      select deliveries.*, reported.result, reported.detail
      from deliveries join reported using (id) order by id for update of deliveries
    ), decided as (
      select id, account_id, idempotency_key, case
        when state = 'cancelled' then 'noted'
        when state in ('applied', 'superseded') then 'unchanged'
        -- It is sent again and waits for its lease: this answers a lease from before the game was restored.
        when state = 'pending' and attempts = 0 and redelivery_id is not null then 'unchanged'
        when result in ('applied', 'duplicate') then 'settled'
        when state <> 'leased' then 'unchanged'
        when result = 'reject' or attempts + 1 >= ${MAX_ATTEMPTS} then 'dead'
        else 'rescheduled'
      end as outcome,
      case when state = 'cancelled' then concat_ws(': ', 'after the cancellation', result, detail)
        else coalesce(detail, last_detail) end as detail
      from known
    ), changed as (
      update deliveries set
        state = case outcome when 'settled' then 'applied' when 'dead' then 'dead'
          when 'rescheduled' then 'pending' else state end,
        attempts = attempts + (outcome in ('dead', 'rescheduled'))::int,
        available_at = case when outcome <> 'rescheduled' then available_at else now() + make_interval(secs =>
          least(${BACKOFF_SECONDS} * power(2, attempts), ${MAX_BACKOFF_SECONDS}) * (0.5 + random() / 2)) end,
        settled_at = case when outcome in ('settled', 'dead') then now() else settled_at end,
        last_detail = detail
      from decided where deliveries.id = decided.id and outcome <> 'unchanged'
    )
    select id::float8 as id, case outcome when 'noted' then 'unchanged' else outcome end as outcome,
           account_id as "accountId", idempotency_key as "idempotencyKey", detail as "lastDetail"
    from decided`);
  return rows;
}

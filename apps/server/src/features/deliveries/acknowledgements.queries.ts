import type { DeliveryFailure } from '@waygate/contract/deliveries/deliveries.admin.schemas';
import type { Acknowledgement } from '@waygate/contract/deliveries/deliveries.schemas';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { MAX_ATTEMPTS } from './deliveries.tables.ts';

const BACKOFF_SECONDS = 30;
const MAX_BACKOFF_SECONDS = 3600;

export type AcknowledgedRow = {
  id: number;
  outcome: 'settled' | 'rescheduled' | 'dead' | 'unchanged';
  failure: DeliveryFailure | null;
  accountId: number;
  idempotencyKey: string;
  lastDetail: string | null;
};

/**
 * Records the game's acknowledgements, also of expired leases: an applied delivery stays applied. Failures count only
 * for leased deliveries, so that a repeated acknowledgement does not count twice. Cancelled deliveries stay cancelled.
 *
 * Nothing counts for a delivery that was never leased: ids begin again in a restored database.
 *
 * A receipt that doesn't match never counts as delivered. Nor does `duplicate` without a receipt for a delivery that was
 * leased once: the game can't have applied it in answer to an earlier lease.
 *
 * @param acknowledgements at most one for each id
 * @returns a row for each id that exists
 */
export async function updateDeliveriesAcknowledged(
  db: Pick<Db, 'execute'>,
  acknowledgements: Acknowledgement[],
): Promise<AcknowledgedRow[]> {
  const { rows } = await db.execute<AcknowledgedRow>(sql`
    with reported as (
      ${reportedRows(acknowledgements)}
    ), known as (
      -- Lock order: id. Another order deadlocks two bridges.
      select deliveries.*, result, detail,
             -- Null without a receipt.
             case when receipt_account is not null then
               (receipt_account, receipt_kind, coalesce(receipt_item, 0), receipt_quantity)
                 = (account_id, kind, coalesce(item_id, 0), quantity)
             end as is_match,
             leases > 1 and coalesce(failure, '') not in ('mismatch', 'suspicious_duplicate') as may_be_applied
      from deliveries join reported using (id) order by id for update of deliveries
    ), judged as (
      select *, ${verdict()} as verdict
      from known
    ), decided as (
      select id, account_id, idempotency_key, case
        when verdict in ('noted', 'unchanged', 'settled') then verdict
        when state <> 'leased' then 'unchanged'
        when verdict = 'rescheduled' then verdict
        else 'dead'
      end as outcome, verdict,
      case when state = 'cancelled' then concat_ws(': ', 'after the cancellation', result, detail)
        else coalesce(detail, last_detail) end as detail
      from judged
    ), changed as (
      update deliveries set
        state = case outcome when 'settled' then 'applied' when 'dead' then 'dead'
          when 'rescheduled' then 'pending' else state end,
        attempts = attempts + (outcome in ('dead', 'rescheduled'))::int,
        -- A hold goes on.
        available_at = case when outcome <> 'rescheduled' or available_at = 'infinity' then available_at else now() + make_interval(secs =>
          least(${BACKOFF_SECONDS} * power(2, attempts), ${MAX_BACKOFF_SECONDS}) * (0.5 + random() / 2)) end,
        settled_at = case when outcome in ('settled', 'dead') then now() else settled_at end,
        failure = case outcome when 'settled' then null when 'dead' then verdict else failure end,
        is_marked_delivered = is_marked_delivered and outcome <> 'settled',
        last_detail = detail
      from decided where deliveries.id = decided.id and outcome <> 'unchanged'
    )
    select id::float8 as id, case outcome when 'noted' then 'unchanged' else outcome end as outcome,
           case outcome when 'dead' then verdict end as failure,
           account_id as "accountId", idempotency_key as "idempotencyKey", detail as "lastDetail"
    from decided`);
  return rows;
}

/** What an acknowledgement means for its delivery. */
function verdict(): SQL {
  return sql`case
        when state = 'cancelled' then 'noted'
        when state in ('applied', 'superseded') then 'unchanged'
        -- It was never sent: this is about another delivery, which had the id before the portal's backup was restored.
        when leases = 0 then 'unchanged'
        -- It is sent again and waits for its lease: this answers a lease from before the game was restored.
        when state = 'pending' and attempts = 0 and redelivery_id is not null then 'unchanged'
        when result <> 'retry' and not is_match then 'mismatch'
        when result = 'applied' or result = 'duplicate' and (is_match or may_be_applied) then 'settled'
        when result = 'duplicate' then 'suspicious_duplicate'
        when result = 'reject' then 'rejected'
        when attempts + 1 >= ${MAX_ATTEMPTS} then 'exhausted'
        else 'rescheduled'
      end`;
}

/** A row for each acknowledgement; the receipt's columns are null without one. */
function reportedRows(acknowledgements: Acknowledgement[]): SQL {
  const column = (valueOf: (acknowledgement: Acknowledgement) => unknown) =>
    sql.param(acknowledgements.map((acknowledgement) => valueOf(acknowledgement) ?? null));
  return sql`
      select * from unnest(
        ${column(({ id }) => id)}::bigint[], ${column(({ result }) => result)}::text[],
        ${column(({ detail }) => detail)}::text[], ${column(({ receipt }) => receipt?.accountDBID)}::bigint[],
        ${column(({ receipt }) => receipt?.kind)}::text[], ${column(({ receipt }) => receipt?.itemId)}::bigint[],
        ${column(({ receipt }) => receipt?.quantity)}::bigint[]
      ) as reported (id, result, detail, receipt_account, receipt_kind, receipt_item, receipt_quantity)`;
}

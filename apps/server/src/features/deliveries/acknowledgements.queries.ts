import type { DeliveryFailure } from '@waygate/contract/deliveries/deliveries.admin.schemas';
import type { Acknowledgement, DeliveryProblem } from '@waygate/contract/deliveries/deliveries.schemas';
import { PROBLEMS_OF_PLAYERS } from '@waygate/contract/deliveries/problem-sentences';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { MAX_ATTEMPTS } from './deliveries.tables.ts';

const BACKOFF_SECONDS = 30;
const MAX_BACKOFF_SECONDS = 3600;

export type AcknowledgedRow = {
  id: number;
  outcome: 'settled' | 'rescheduled' | 'dead' | 'unchanged';
  /** `unknown`: whether it was applied, so that it waits for staff too. */
  failure: DeliveryFailure | 'unknown' | null;
  accountId: number;
  idempotencyKey: string;
  lastDetail: string | null;
};

/**
 * Records the acknowledgements of a game server's bridge, also of expired leases: an applied delivery stays applied. Failures count only
 * for leased deliveries, so that a repeated acknowledgement does not count twice. Cancelled deliveries stay cancelled.
 *
 * Nothing counts for a delivery that was never leased: ids begin again in a restored database.
 *
 * A receipt that doesn't match never counts as delivered. Nor does `duplicate` without a receipt for a delivery that was
 * leased once: the game can't have applied it in answer to an earlier lease.
 *
 * A failure that waits for the player isn't counted. Its delivery waits the longer the more often it was leased.
 *
 * @param acknowledgements at most one for each id
 * @returns a row for each id that exists on the game server
 */
export async function updateDeliveriesAcknowledged(
  db: Pick<Db, 'execute'>,
  { serverId, acknowledgements }: { serverId: number; acknowledgements: Acknowledgement[] },
): Promise<AcknowledgedRow[]> {
  const { rows } = await db.execute<AcknowledgedRow>(sql`
    with reported as (
      ${reportedRows(acknowledgements)}
    ), known as (
      -- Lock order: id. Another order deadlocks two bridges.
      select deliveries.*, result, detail, reported_problem, reported_collect_by,
             -- Null without a receipt.
             case when receipt_account is not null then
               (receipt_account, receipt_kind, coalesce(receipt_item, 0), receipt_quantity)
                 = (account_id, kind, coalesce(item_id, 0), quantity)
             end as is_match,
             leases > 1 and coalesce(failure, '') not in ('mismatch', 'suspicious_duplicate') as may_be_applied
      from deliveries join reported using (id) where server_id = ${serverId}
      order by id for update of deliveries
    ), judged as (
      select *, ${verdict()} as verdict
      from known
    ), decided as (
      select id, account_id, idempotency_key, case
        when verdict in ('noted', 'unchanged', 'settled') then verdict
        when state <> 'leased' then 'unchanged'
        when verdict in ('rescheduled', 'postponed', 'characterless') then 'rescheduled'
        else 'dead'
      end as outcome, verdict, reported_problem, reported_collect_by,
      case when state = 'cancelled' then concat_ws(': ', 'after the cancellation', result, detail)
        else coalesce(detail, last_detail) end as detail
      from judged
    ), changed as (
      update deliveries set
        state = case outcome when 'settled' then 'applied'
          when 'dead' then case verdict when 'unknown' then 'unknown' else 'dead' end
          when 'rescheduled' then case verdict when 'characterless' then 'awaiting_character' else 'pending' end
          else state end,
        attempts = attempts + (outcome in ('dead', 'rescheduled') and verdict not in ('postponed', 'characterless'))::int,
        -- A hold goes on.
        available_at = case
          when outcome <> 'rescheduled' or available_at = 'infinity' then available_at
          -- Since when it waits for a character.
          when verdict = 'characterless' then now()
          else now() + make_interval(secs => (0.5 + random() / 2) * least(${MAX_BACKOFF_SECONDS},
            ${BACKOFF_SECONDS} * power(2, case verdict when 'postponed' then least(leases, 10) else attempts end))) end,
        settled_at = case when outcome in ('settled', 'dead') then now() else settled_at end,
        failure = case when outcome = 'settled' then null when outcome = 'dead' and verdict <> 'unknown' then verdict
          else failure end,
        problem = case outcome when 'settled' then null when 'noted' then problem else reported_problem end,
        collect_by = case outcome when 'settled' then coalesce(reported_collect_by, collect_by) else collect_by end,
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
        -- It may have been applied.
        when result = 'unknown' then 'unknown'
        when result <> 'retry' and not is_match then 'mismatch'
        when result = 'character_missing' and effect = 'grant' then 'characterless'
        -- What the character had is gone with it. Staff see that nothing was revoked.
        when result = 'character_missing' then 'rejected'
        when result = 'applied' or result = 'duplicate' and (is_match or may_be_applied) then 'settled'
        when result = 'duplicate' then 'suspicious_duplicate'
        when result = 'reject' then 'rejected'
        when reported_problem = any(${sql.param(PROBLEMS_OF_PLAYERS)}::text[]) then 'postponed'
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
        ${column(({ receipt }) => receipt?.quantity)}::bigint[], ${column(problemOf)}::text[],
        ${column(({ collectBy }) => collectBy)}::timestamptz[]
      ) as reported (id, result, detail, receipt_account, receipt_kind, receipt_item, receipt_quantity,
        reported_problem, reported_collect_by)`;
}

function problemOf({ result, problem }: Acknowledgement): DeliveryProblem | undefined {
  return problem ?? (result === 'character_missing' ? result : undefined);
}

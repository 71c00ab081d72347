import type { DeliveryFailure } from '@waygate/contract/deliveries/deliveries.admin.schemas';
import { isOwner } from '@waygate/contract/ranks';
import { type SQL, sql } from 'drizzle-orm';
import { mayBeEditedBy } from '#features/identity/identity.ts';
import type { Viewer } from '#platform/auth/viewer.ts';
import type { Transaction } from '#platform/db/database.ts';

/** Of dead deliveries; all of them without a filter. */
export type DeadFilter = {
  failure?: DeliveryFailure | undefined;
  server?: number | undefined;
  account?: number | undefined;
  /** Only these of them. */
  deliveries?: number[] | undefined;
};

/** The game may have something else under the key, perhaps another player's: staff decide on each of these alone. */
const isDoubtfulRevocation = sql`
  (effect = 'revoke' and coalesce(failure in ('mismatch', 'suspicious_duplicate'), false))`;

/** The accounts of dead deliveries to which this member of staff may give, by id. Reads the index of dead deliveries. */
export async function selectAccountsOfDead(
  tx: Transaction,
  { filter, viewer }: { filter: DeadFilter; viewer: Viewer },
): Promise<number[]> {
  const mayGive = isOwner(viewer)
    ? sql`true`
    : sql`accounts.id <> ${viewer.accountId} and ${mayBeEditedBy(viewer)}`;
  const { rows } = await tx.execute<{ id: number }>(sql`
    select distinct account_id as id from deliveries join accounts on accounts.id = account_id
    where ${isChosen(filter)} and ${mayGive} order by id`);
  return rows.map(({ id }) => id);
}

/**
 * Queues dead deliveries of these accounts again, the oldest first, immediately and with eleven failures left each.
 *
 * @returns their ids
 */
export async function updateDeadRetried(
  tx: Transaction,
  { filter, accountIds, limit }: { filter: DeadFilter; accountIds: number[]; limit: number },
): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    with chosen as (
      -- Lock order: id, as where deliveries are withdrawn and acknowledged.
      select id from deliveries
      where ${isChosen(filter)} and account_id = any(${sql.param(accountIds)}::int[]) and not ${isDoubtfulRevocation}
      order by id limit ${limit} for update
    )
    update deliveries set state = 'pending', attempts = 1, available_at = now(), settled_at = null
    from chosen where deliveries.id = chosen.id
    returning deliveries.id::float8 as id`);
  return rows.map(({ id }) => id);
}

/** How many are dead, of those that may be retried and of others. */
export async function selectDeadLeft(
  tx: Transaction,
  { filter, accountIds }: { filter: DeadFilter; accountIds: number[] },
): Promise<{ left: number; skipped: number }> {
  const mayBeRetried = sql`(account_id = any(${sql.param(accountIds)}::int[]) and not ${isDoubtfulRevocation})`;
  const { rows } = await tx.execute<{ left: number; skipped: number }>(sql`
    select count(*) filter (where ${mayBeRetried})::int as left,
           count(*) filter (where not ${mayBeRetried})::int as skipped
    from deliveries where ${isChosen(filter)}`);
  return rows[0] ?? { left: 0, skipped: 0 };
}

function isChosen({ failure, server, account, deliveries }: DeadFilter): SQL {
  return sql.join(
    [
      // What is on hold waits for its dispute.
      sql`state = 'dead' and available_at < 'infinity'`,
      ...(failure === undefined ? [] : [sql`failure = ${failure}`]),
      ...(server === undefined ? [] : [sql`server_id = ${server}`]),
      ...(account === undefined ? [] : [sql`account_id = ${account}`]),
      ...(deliveries === undefined ? [] : [sql`deliveries.id = any(${sql.param(deliveries)}::bigint[])`]),
    ],
    sql` and `,
  );
}

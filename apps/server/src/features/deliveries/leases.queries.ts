import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { type deliveries, MAX_ATTEMPTS } from './deliveries.tables.ts';

/** While deliveries are due that may crash the game. */
const SMALL_LEASE = 10;

type Row = typeof deliveries.$inferSelect;

export type LeasedRow = Pick<
  Row,
  | 'id'
  | 'idempotencyKey'
  | 'effect'
  | 'revokesKey'
  | 'accountId'
  | 'characterId'
  | 'characterName'
  | 'kind'
  | 'itemId'
  | 'quantity'
  | 'sendAgain'
  | 'failure'
  | 'lastDetail'
> & {
  state: 'leased' | 'dead';
  availableUntil: string | null;
  createdAt: string;
  login: string | null;
  gameAccountId: string | null;
};

/**
 * Leases those deliveries of a game server that have been due for longest. Two callers never get the same one.
 *
 * An expired lease counts as a failure. After the last allowed one the delivery is dead instead of leased. A delivery
 * that was in flight when a lease expired may have crashed the game, as may one that staff retry after that: each is
 * leased alone, and while such deliveries are due, leases of others are small.
 */
export async function updateDeliveriesLeased(
  db: Pick<Db, 'execute'>,
  { serverId, limit, leaseSeconds }: { serverId: number; limit: number; leaseSeconds: number },
): Promise<LeasedRow[]> {
  const { rows } = await db.execute<LeasedRow>(sql`
    with candidates as (
      -- A lease moves available_at, and the lock rechecks the condition: no row is leased twice.
      select id, available_at as due_at, state = 'leased' and attempts + 1 >= ${MAX_ATTEMPTS} as is_lost,
             state = 'leased' or failure is not distinct from 'exhausted' as is_suspect
      from deliveries
      where server_id = ${serverId} and state in ('pending', 'leased') and available_at <= now()
      order by available_at, id
      limit ${limit}
      for update skip locked
    ), placed as (
      select *, row_number() over oldest_first as place, first_value(is_suspect) over oldest_first as is_suspect_first,
             bool_or(is_suspect) over (partition by is_lost) as is_any_suspect
      from candidates
      window oldest_first as (partition by is_lost order by due_at, id)
    ), due as (
      select id, due_at, is_lost from placed
      where is_lost
        or is_suspect_first and place = 1
        or not is_suspect_first and not is_suspect and (place <= ${SMALL_LEASE} or not is_any_suspect)
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
    select id::float8 as id, idempotency_key as "idempotencyKey", effect, revokes_key as "revokesKey", leased.account_id as "accountId",
           case when is_there then login end as login, case when is_there then game_account_id end as "gameAccountId",
           character_id as "characterId", character_name as "characterName",
           kind, item_id as "itemId", quantity, available_until as "availableUntil", send_again as "sendAgain",
           leased.state, failure, last_detail as "lastDetail", leased.created_at as "createdAt"
    from leased
      -- The limit makes it one look into the index for each delivery. A plain join may read all game accounts instead.
      left join lateral (
        select login, game_account_id, state = 'active' as is_there from game_accounts
        where server_id = ${serverId} and account_id = leased.account_id
        limit 1) as own on true
    order by due_at, id`);
  return rows;
}

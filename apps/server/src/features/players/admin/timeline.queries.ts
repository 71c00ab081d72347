import type { TimelineEvent, TimelineKind, TimelinePlace } from '@waygate/contract/players/players.schemas';
import { type SQL, sql } from 'drizzle-orm';
import { isOnHold, shownStateSql } from '#features/deliveries/deliveries.ts';
import type { Db } from '#platform/db/database.ts';

export type TimelineRow = {
  event: TimelineEvent;
  id: string;
  /** ISO 8601 to the microsecond, in UTC. */
  at: string;
  details: Record<string, unknown>;
};

type Reading = {
  accountId: number;
  kinds: TimelineKind[];
  /** Whether entries say who of the staff did it. */
  namesStaff: boolean;
  /** Whether deleted notes are mentioned. */
  namesNotes: boolean;
  /** Whether coins say which order they are from. */
  namesOrders: boolean;
  limit: number;
  before?: TimelinePlace | undefined;
};

/** One table of events: where it is read, its order, and the details of a row. */
type Branch = {
  kind: TimelineKind;
  event: TimelineEvent;
  at: SQL;
  id: SQL;
  details: SQL;
  /** With the tables and a condition on them. */
  from: SQL;
  groupBy?: SQL;
};

/**
 * A page of an account's events, the newest first. Each table gives no more rows than the page has, along its index.
 * Events of one moment are ordered by name and id.
 */
export async function selectTimeline(db: Db, reading: Reading): Promise<TimelineRow[]> {
  const branches = branchesOf(reading).filter(({ kind }) => reading.kinds.includes(kind));
  if (branches.length === 0) return [];
  const selects = branches.map((branch) => selectBranch(branch, reading));
  const { rows } = await db.execute<TimelineRow>(sql`
    select event, id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, details
    from (${sql.join(selects, sql` union all `)}) as events
    order by events.at desc, event collate "C" desc, id desc limit ${reading.limit}`);
  return rows;
}

function selectBranch({ event, at, id, details, from, groupBy }: Branch, { before, limit }: Reading): SQL {
  return sql`(
    select ${event}::text as event, ${id}::bigint as id, ${at} as at, ${details} as details
    from ${from} and ${isBefore(before, { event, at, id })} ${groupBy ?? sql``}
    order by ${at} desc, ${id} desc limit ${limit})`;
}

/** Spelled out by the event, which is the same in all rows of a branch, so that its index finds the place. */
function isBefore(
  before: TimelinePlace | undefined,
  { event, at, id }: Pick<Branch, 'event' | 'at' | 'id'>,
): SQL {
  if (!before) return sql`true`;
  const time = sql`${before.at}::timestamptz`;
  if (event === before.event) return sql`(${at}, ${id}) < (${time}, ${before.id}::bigint)`;
  return event < before.event ? sql`${at} <= ${time}` : sql`${at} < ${time}`;
}

function branchesOf(reading: Reading): Branch[] {
  return [...signIns(reading), ...shopping(reading), ...byStaff(reading)];
}

const NO_ID = sql`0::bigint`;
const DAY = sql`(day::timestamp at time zone 'UTC')`;

function signIns({ accountId }: Reading): Branch[] {
  const common = { kind: 'sign_in', id: NO_ID } as const;
  return [
    {
      ...common,
      event: 'registered',
      at: sql`registered_at`,
      details: sql`'{}'::jsonb`,
      from: sql`accounts where id = ${accountId}`,
    },
    {
      ...common,
      event: 'signed_in',
      at: sql`created_at`,
      details: sql`jsonb_build_object('lastUsedAt', max(last_used_at))`,
      from: sql`sessions where account_id = ${accountId}`,
      groupBy: sql`group by created_at`,
    },
    {
      ...common,
      event: 'sign_ins',
      at: DAY,
      details: sql`jsonb_build_object('count', ended)`,
      // Sessions that haven't ended are entries themselves.
      from: sql`activity_days cross join lateral (
          select sign_ins - count(*) as ended from sessions
          where sessions.account_id = activity_days.account_id
            and sessions.created_at >= ${DAY} and sessions.created_at < ${DAY} + interval '1 day') as counted
        where account_id = ${accountId} and ended > 0`,
    },
  ];
}

function shopping({ accountId, namesOrders }: Reading): Branch[] {
  return [
    {
      kind: 'order',
      event: 'order',
      at: sql`created_at`,
      id: sql`id`,
      details: sql`jsonb_build_object('orderId', id, 'productName', product_name, 'state', state,
        'price', round(price_cents / 100.0, 2))`,
      from: sql`orders where account_id = ${accountId}`,
    },
    {
      kind: 'delivery',
      event: 'delivery',
      at: sql`created_at`,
      id: sql`id`,
      details: sql`jsonb_build_object('effect', effect, 'kind', kind, 'itemId', item_id, 'quantity', quantity,
        'state', ${shownStateSql}, 'isOnHold', ${isOnHold}, 'characterName', character_name, 'orderId', order_id,
        'settledAt', settled_at)`,
      from: sql`deliveries where account_id = ${accountId}`,
    },
    {
      kind: 'coins',
      event: 'coins',
      at: sql`entry.created_at`,
      id: sql`entry.id`,
      details: sql`jsonb_build_object('currency', currency, 'amount', amount, 'balance', balance, 'reason', reason,
        'detail', detail, 'orderId', ${namesOrders ? ORDER_OF_COINS : sql`null`})`,
      from: sql`ledger_entries as entry join ledger_transactions as moved on moved.id = transaction_id
        where account_id = ${accountId}`,
    },
  ];
}

const ORDER_OF_COINS = sql`case when reason in ('order', 'order reversed') and idempotency_key ~ '^order:\\d{1,9}:'
  then split_part(idempotency_key, ':', 2)::bigint end`;

const staffNamed = (id: SQL) => sql`(
  select jsonb_build_object('accountDBID', staff.id, 'userName', staff.user_name)
  from accounts as staff where staff.id = ${id})`;

// In the transaction of the ban, so at its time.
const WHO_BANNED = sql`(select staff_id from audit_entries as entry where entry.account_id = bans.account_id
  and entry.at = bans.created_at and entry.kind = 'user.ban' limit 1)`;

function byStaff({ accountId, namesStaff, namesNotes }: Reading): Branch[] {
  const ban: Branch = {
    kind: 'ban',
    event: 'ban',
    at: sql`created_at`,
    id: sql`id`,
    details: sql`jsonb_build_object('description', description, 'endsAt', ends_at, 'hasAddress', network is not null,
      'isLifted', not is_active, 'staff', ${namesStaff ? staffNamed(WHO_BANNED) : sql`null`})`,
    from: sql`bans where account_id = ${accountId}`,
  };
  if (!namesStaff) return [ban];
  return [ban, ...ofStaff(accountId, namesNotes)];
}

function ofStaff(accountId: number, namesNotes: boolean): Branch[] {
  const audit = { at: sql`at`, id: sql`id` };
  return [
    {
      kind: 'ban',
      event: 'unban',
      ...audit,
      details: sql`jsonb_build_object('staff', ${staffNamed(sql`staff_id`)})`,
      from: sql`audit_entries where account_id = ${accountId} and kind = 'user.unban'`,
    },
    {
      kind: 'note',
      event: 'note',
      at: sql`created_at`,
      id: sql`id`,
      details: sql`jsonb_build_object('text', text, 'staff', ${staffNamed(sql`author_id`)})`,
      from: sql`staff_notes where account_id = ${accountId}`,
    },
    {
      kind: 'staff',
      event: 'staff',
      ...audit,
      details: sql`jsonb_build_object('action', kind, 'reason', reason, 'staff', ${staffNamed(sql`staff_id`)})`,
      // The others are events of their own.
      from: sql`audit_entries where account_id = ${accountId}
        and kind not in ('user.ban', 'user.unban', 'note.create')
        ${namesNotes ? sql`` : sql`and kind <> 'note.delete'`}`,
    },
  ];
}

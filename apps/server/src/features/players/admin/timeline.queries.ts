import type { TimelineEvent, TimelineKind, TimelinePlace } from '@waygate/contract/players/players.schemas';
import { type SQL, sql } from 'drizzle-orm';
import { ORDER_OF_COINS } from '#features/coins/coins.ts';
import { isOnHold, itemName, shownStateSql } from '#features/deliveries/deliveries.ts';
import { type Db, prepared } from '#platform/db/database.ts';

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
  /** The first moment. */
  from?: Date | undefined;
  /** The moment after the last. */
  to?: Date | undefined;
};

/** One table of events: where it is read, its order, and the details of a row. */
type Branch = {
  kind: TimelineKind;
  event: TimelineEvent;
  /** Whether it says who of the staff did something. */
  isOfStaff?: boolean;
  at: SQL;
  id: SQL;
  details: SQL;
  /** With the tables and a condition on them. */
  from: SQL;
  groupBy?: SQL;
};

const { placeholder } = sql;
const ACCOUNT = sql`${placeholder('accountId')}::int`;

/**
 * A page of an account's events, the newest first. Each table gives no more rows than the page has, along its index.
 * Events of one moment are ordered by name and id.
 */
export async function selectTimeline(
  db: Db,
  { kinds, before, from, to, ...reading }: Reading,
): Promise<TimelineRow[]> {
  const asked = BRANCHES.filter((one) => kinds.includes(one.kind) && (reading.namesStaff || !one.isOfStaff));
  if (asked.length === 0) return [];
  const ofEvents = BRANCHES.flatMap((branch) => [
    [`has_${branch.event}`, asked.includes(branch)],
    [`before_${branch.event}`, boundOf(branch.event, before)],
  ]);
  return page(db).execute({
    ...reading,
    since: from?.toISOString() ?? '-infinity',
    time: before?.at ?? to?.toISOString() ?? 'infinity',
    ...Object.fromEntries(ofEvents),
  });
}

// One statement for every page, since planning it takes several times as long as running it. Tables that aren't asked for
// aren't read: their condition without a column is decided before the first row.
const page = prepared((db) =>
  db
    .select({
      event: sql<TimelineEvent>`event`,
      id: sql<string>`id`,
      at: sql<string>`to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
      details: sql<Record<string, unknown>>`details`,
    })
    .from(sql`(${sql.join(BRANCHES.map(selectBranch), sql` union all `)}) as events`)
    .orderBy(sql`events.at desc, event collate "C" desc, id desc`)
    .limit(placeholder('limit'))
    .prepare('player_timeline'),
);

function selectBranch({ event, at, id, details, from, groupBy }: Branch): SQL {
  const name = sql.raw(`'${event}'`);
  return sql`(
    select ${name}::text as event, ${id}::bigint as id, ${at} as at, ${details} as details
    from ${from} and ${placeholder(`has_${event}`)}::boolean and ${at} >= ${placeholder('since')}::timestamptz
      and (${at}, ${id}) < (${placeholder('time')}::timestamptz, ${placeholder(`before_${event}`)}::bigint)
    ${groupBy ?? sql``}
    order by ${at} desc, ${id} desc limit ${placeholder('limit')})`;
}

/** Below which id a branch goes on at the time of the place: its event decides first. */
function boundOf(event: TimelineEvent, before: TimelinePlace | undefined): number {
  if (event === before?.event) return before.id;
  return before && event < before.event ? Number.MAX_SAFE_INTEGER : 0;
}

const NO_ID = sql`0::bigint`;
const DAY = sql`(day::timestamp at time zone 'UTC')`;

const SIGN_INS: Branch[] = [
  {
    kind: 'sign_in',
    event: 'registered',
    at: sql`registered_at`,
    id: NO_ID,
    details: sql`'{}'::jsonb`,
    from: sql`accounts where id = ${ACCOUNT}`,
  },
  {
    kind: 'sign_in',
    event: 'signed_in',
    at: sql`created_at`,
    id: NO_ID,
    details: sql`jsonb_build_object('lastUsedAt', max(last_used_at))`,
    from: sql`sessions where account_id = ${ACCOUNT}`,
    groupBy: sql`group by created_at`,
  },
  {
    kind: 'sign_in',
    event: 'sign_ins',
    at: DAY,
    id: NO_ID,
    details: sql`jsonb_build_object('count', ended)`,
    // Sessions that haven't ended are entries themselves.
    from: sql`activity_days cross join lateral (
        select sign_ins - count(*) as ended from sessions
        where sessions.account_id = activity_days.account_id
          and sessions.created_at >= ${DAY} and sessions.created_at < ${DAY} + interval '1 day') as counted
      where account_id = ${ACCOUNT} and ended > 0`,
  },
];

const SHOPPING: Branch[] = [
  {
    kind: 'order',
    event: 'order',
    at: sql`created_at`,
    id: sql`id`,
    details: sql`jsonb_build_object('orderId', id, 'productName', product_name, 'state', state,
      'price', round(price_cents / 100.0, 2))`,
    from: sql`orders where account_id = ${ACCOUNT}`,
  },
  {
    kind: 'delivery',
    event: 'delivery',
    at: sql`created_at`,
    id: sql`id`,
    details: sql`jsonb_build_object('effect', effect, 'kind', kind, 'itemId', item_id, 'itemName', ${itemName},
      'quantity', quantity, 'state', ${shownStateSql}, 'isOnHold', ${isOnHold}, 'characterName', character_name, 'orderId', order_id,
      'settledAt', settled_at)`,
    from: sql`deliveries where account_id = ${ACCOUNT}`,
  },
  {
    kind: 'coins',
    event: 'coins',
    at: sql`entry.created_at`,
    id: sql`entry.id`,
    details: sql`jsonb_build_object('currency', currency, 'amount', amount, 'balance', balance, 'reason', reason,
      'detail', detail, 'orderId', case when ${placeholder('namesOrders')}::boolean then ${ORDER_OF_COINS} end)`,
    from: sql`ledger_entries as entry join ledger_transactions as moved on moved.id = transaction_id
      where account_id = ${ACCOUNT}`,
  },
];

const staffNamed = (id: SQL) => sql`(
  select jsonb_build_object('accountDBID', staff.id, 'userName', staff.user_name)
  from accounts as staff where staff.id = ${id})`;

// In the transaction of the ban, so at its time.
const WHO_BANNED = sql`(select staff_id from audit_entries as entry where entry.account_id = bans.account_id
  and entry.at = bans.created_at and entry.kind = 'user.ban' limit 1)`;

/** A line has no place for a text. */
const shortChanges = (fields: SQL) => sql`case when length(${fields}::text) <= 2000 then ${fields} end`;

const BY_STAFF: Branch[] = [
  {
    kind: 'ban',
    event: 'ban',
    at: sql`created_at`,
    id: sql`id`,
    details: sql`jsonb_build_object('description', description, 'endsAt', ends_at, 'hasAddress', network is not null,
      'isLifted', not is_active, 'staff', case when ${placeholder('namesStaff')}::boolean then ${staffNamed(WHO_BANNED)} end)`,
    from: sql`bans where account_id = ${ACCOUNT}`,
  },
  {
    kind: 'ban',
    event: 'unban',
    isOfStaff: true,
    at: sql`at`,
    id: sql`id`,
    details: sql`jsonb_build_object('staff', ${staffNamed(sql`staff_id`)})`,
    from: sql`audit_entries where account_id = ${ACCOUNT} and kind = 'user.unban'`,
  },
  {
    kind: 'note',
    event: 'note',
    isOfStaff: true,
    at: sql`created_at`,
    id: sql`id`,
    details: sql`jsonb_build_object('text', text, 'staff', ${staffNamed(sql`author_id`)})`,
    from: sql`staff_notes where account_id = ${ACCOUNT}`,
  },
  {
    kind: 'staff',
    event: 'staff',
    isOfStaff: true,
    at: sql`at`,
    id: sql`id`,
    details: sql`jsonb_build_object('action', kind, 'before', ${shortChanges(sql`before`)},
      'after', ${shortChanges(sql`after`)}, 'reason', reason, 'staff', ${staffNamed(sql`staff_id`)})`,
    // Nothing is masked: who may read these entries may edit the account. The others are events of their own.
    from: sql`audit_entries where account_id = ${ACCOUNT} and kind not in ('user.ban', 'user.unban', 'note.create')
      and (kind <> 'note.delete' or ${placeholder('namesNotes')}::boolean)`,
  },
];

const BRANCHES = [...SIGN_INS, ...SHOPPING, ...BY_STAFF];

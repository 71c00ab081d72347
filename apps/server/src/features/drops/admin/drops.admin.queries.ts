import { or, type SQL, sql } from 'drizzle-orm';
import { findAccountsNamed, isOfNamed } from '#features/identity/identity.ts';
import { type StreamerState, streamerState, type TwitchParts } from '#features/twitch-links/twitch-links.ts';
import type { Db, Transaction } from '#platform/db/database.ts';
import { limited, type Page, type PageRequest, readPage } from '#platform/db/paging/read-page.ts';
import { beginsWith, contains, hasTrigram, idIn, isFoundFirst } from '#platform/db/search-text.ts';
import type { TokenBox } from '#platform/twitch/token-box.ts';
import { FRESH_MINUTES } from '#features/drops/progress.rules.ts';
import { currentMinute } from '#features/drops/samples.queries.ts';

export type StreamerListRow = {
  accountId: number;
  userName: string;
  twitchUserId: string;
  login: string;
  state: StreamerState;
  requestedAt: string;
  decidedAt: string | null;
  isLive: boolean;
  revision: number;
};

export type StreamersSeen = { tickSeconds: number; keys: TokenBox | undefined };

export const seenBy = ({ config, twitch }: TwitchParts): StreamersSeen => ({
  tickSeconds: config.drops.tickSeconds,
  keys: twitch?.tokens,
});

/** A channel that is no longer sampled keeps its last state, so only a recent one counts as live. */
const streamersAt = ({ tickSeconds, keys }: StreamersSeen) => sql`
  select twitch_streamers.account_id as "accountId", a.user_name as "userName", l.twitch_user_id as "twitchUserId", l.login,
         ${streamerState(keys)} as state, twitch_streamers.requested_at as "requestedAt",
         twitch_streamers.decided_at as "decidedAt", twitch_streamers.revision,
         coalesce(
           c.is_live
             and c.seen_minute >= ${currentMinute(tickSeconds)} - ${FRESH_MINUTES}::int,
           false
         ) as "isLive"
  from twitch_streamers
  join twitch_links l on l.account_id = twitch_streamers.account_id
  join accounts a on a.id = twitch_streamers.account_id
  left join drop_channels c on c.account_id = twitch_streamers.account_id`;

type StreamerQuery = {
  search: string;
  state?: StreamerState | undefined;
  isAscending: boolean;
  /** Of when they applied. */
  from?: Date | undefined;
  to?: Date | undefined;
} & PageRequest &
  StreamersSeen;

/** One page, whose streamers are found along the index of the list before anything is joined with them. */
export async function selectStreamers(
  db: Db,
  { search, state, isAscending, from, to, tickSeconds, keys, ...request }: StreamerQuery,
): Promise<Page<StreamerListRow>> {
  const isNamed = search === '' ? sql`true` : await isOfSearched(db, search);
  const chosen = sql`
    from twitch_streamers where ${isInState(state, keys)} and ${isNamed} and ${isAskedIn(from, to)}`;
  const order = isAscending
    ? sql`order by twitch_streamers.requested_at, twitch_streamers.account_id`
    : sql`order by twitch_streamers.requested_at desc, twitch_streamers.account_id desc`;
  return readPage(db, request, {
    select: async ({ offset, limit }) => {
      const { rows } = await db.execute<StreamerListRow>(sql`
        ${streamersAt({ tickSeconds, keys })}
        where ${isFoundFirst(
          sql`twitch_streamers.account_id`,
          sql`select twitch_streamers.account_id ${chosen} ${order} limit ${limit} offset ${offset}`,
        )}
        ${order}`);
      return rows;
    },
    countable: (most) => limited(sql`select ${chosen}`, most),
    countTo: request.pageSize === 'all' ? 'all' : 'page',
  });
}

/** Along the index of the list. */
function isAskedIn(from: Date | undefined, to: Date | undefined): SQL {
  const bounds = [
    ...(from ? [sql`twitch_streamers.requested_at >= ${from.toISOString()}::timestamptz`] : []),
    ...(to ? [sql`twitch_streamers.requested_at < ${to.toISOString()}::timestamptz`] : []),
  ];
  return bounds.length === 0 ? sql`true` : sql.join(bounds, sql` and `);
}

/** The stored decision stands in the list's index; only what became of the link is looked up in the rows. */
function isInState(state: StreamerState | undefined, keys: TokenBox | undefined): SQL {
  if (state === undefined) return sql`true`;
  const isState = sql`${streamerState(keys)} = ${state}::text`;
  return state === 'needs_new_link' ? isState : sql`(twitch_streamers.decision = ${state} and ${isState})`;
}

/** Up to this many ids are listed in the statements. With more, streamers are tested one by one, and many of them match. */
const MAX_LINKED = 10_000;

const LOGIN = sql`(lower(login) collate "C")`;
/** What the trigram index has of a login. */
const LOGIN_AFTER_FIRST = sql`substr(lower(login) collate "C", 2)`;

/** SQL condition: the name on the portal or on Twitch contains the text, or one of the two ids is it. */
async function isOfSearched(db: Db, search: string): Promise<SQL> {
  const accountId = sql`twitch_streamers.account_id`;
  const isLinked = sql`(${beginsWith(LOGIN, search)}
    ${hasTrigram(search) ? sql`or ${contains(LOGIN_AFTER_FIRST, search)}` : sql``}
    or twitch_user_id = ${search} or account_id = ${idIn(search) ?? null}::int)`;
  const { rows } = await db.execute<{ account_id: number }>(
    sql`select account_id from twitch_links where ${isLinked} limit ${MAX_LINKED + 1}`,
  );
  const isOfLinked =
    rows.length <= MAX_LINKED
      ? sql`${accountId} = any(${sql.param(rows.map(({ account_id: id }) => id))}::int[])`
      : sql`(select ${isLinked} from twitch_links where twitch_links.account_id = ${accountId})`;
  return or(isOfNamed(accountId, await findAccountsNamed(db, search)), isOfLinked) ?? isOfLinked;
}

export async function selectStreamerRow(
  db: Db,
  { accountId, ...seen }: { accountId: number } & StreamersSeen,
): Promise<StreamerListRow | undefined> {
  const { rows } = await db.execute<StreamerListRow>(
    sql`${streamersAt(seen)} where twitch_streamers.account_id = ${accountId}`,
  );
  return rows[0];
}

/**
 * Deletes the channel's last seen minute too, so that minutes without approval are not credited later as a gap.
 *
 * @returns the previous decision; undefined when it was the same, or there is no such streamer
 */
export async function updateStreamerDecision(
  tx: Transaction,
  { accountId, decision }: { accountId: number; decision: 'approved' | 'rejected' },
): Promise<string | undefined> {
  const { rows } = await tx.execute<{ before: string }>(sql`
    with before as (
      select account_id, decision from twitch_streamers
      where account_id = ${accountId} and decision <> ${decision} for update
    ), forgotten as (
      delete from drop_channels c using before where c.account_id = before.account_id
    )
    update twitch_streamers s
    set decision = ${decision}, decided_at = now(), revision = s.revision + 1
    from before
    where s.account_id = before.account_id
    returning before.decision as before`);
  return rows[0]?.before;
}

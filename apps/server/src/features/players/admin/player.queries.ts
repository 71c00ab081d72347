import { CHARACTERS_SHOWN, type Player } from '@waygate/contract/players/players.schemas';
import { type SQL, sql } from 'drizzle-orm';
import { type Books, inBooks, returned } from '#features/statistics/statistics.ts';
import type { Db } from '#platform/db/database.ts';

export type Belongings = Pick<Player, 'gameAccounts' | 'characters' | 'twitch' | 'factors'> & {
  paid: { orders: number; cents: number } | null;
};

/** What to read; null for the rest. */
type Parts = Record<'characters' | 'twitch' | 'factors', boolean> & {
  /** Whose payments count; undefined for none. */
  paidTo: Books | undefined;
};

/** What an account has in games, at Twitch and in the shop, and its second factors. */
export async function selectBelongings(db: Db, accountId: number, parts: Parts): Promise<Belongings> {
  const { rows } = await db.execute<Belongings>(sql`
    select ${gameAccountsOf(accountId)} as "gameAccounts",
      ${parts.characters ? charactersOf(accountId) : sql`null`} as characters,
      ${parts.twitch ? twitchOf(accountId) : sql`null`} as twitch,
      ${parts.factors ? factorsOf(accountId) : sql`null`} as factors,
      ${parts.paidTo ? paidBy(accountId, parts.paidTo) : sql`null`} as paid`);
  const [row] = rows;
  if (!row) throw new Error('A select without a table has one row.');
  return row;
}

function gameAccountsOf(accountId: number): SQL {
  return sql`(
    select coalesce(json_agg(json_build_object('serverName', server.name, 'login', game.login,
      'state', game.state, 'isLocked', game.is_locked) order by server.id), '[]')
    from game_accounts as game join game_servers as server on server.id = game.server_id
    where game.account_id = ${accountId} and game.login is not null)`;
}

function charactersOf(accountId: number): SQL {
  return sql`(
    select coalesce(json_agg(json_build_object('name', name, 'level', level, 'class', class,
      'serverName', server_name, 'online', is_online)), '[]')
    from (
      select characters.name, level, class, is_online, server.name as server_name
      from characters join game_servers as server on server.id = server_id
      where account_id = ${accountId} order by level desc, characters.name limit ${CHARACTERS_SHOWN}
    ) as listed)`;
}

function twitchOf(accountId: number): SQL {
  return sql`json_build_object(
    'login', (select login from twitch_links where account_id = ${accountId}),
    'streamer', (select decision from twitch_streamers where account_id = ${accountId}))`;
}

function factorsOf(accountId: number): SQL {
  return sql`json_build_object(
    'hasTotp', exists (select from totp_factors where account_id = ${accountId}),
    'passkeys', (select count(*) from passkeys where account_id = ${accountId}),
    'removalDueAt', (select due_at from factor_removals where account_id = ${accountId}))`;
}

function paidBy(accountId: number, books: Books): SQL {
  return sql`(
    select json_build_object('orders', count(*), 'cents', coalesce(sum(price_cents - ${returned}), 0))
    from orders where account_id = ${accountId} and paid_at is not null and ${inBooks(books)})`;
}

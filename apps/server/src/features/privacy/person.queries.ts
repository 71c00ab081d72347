import { sql } from 'drizzle-orm';
import { selectAccount } from '#features/identity/identity.ts';
import type { Db } from '#platform/db/database.ts';
import { ERASED_TEXT, type Person } from './personal-table.ts';

/** Shorter values would be found in everything. */
const SHORTEST = 3;

/** The same for the player's file: what another address led to, earlier, may be somebody else's by now. */
export async function findConfirmedPerson(db: Db, accountId: number): Promise<Person> {
  const person = await findPerson(db, accountId);
  const account = await selectAccount(db, accountId);
  return { ...person, emails: account?.emailConfirmedAt ? [account.email.toLowerCase()] : [] };
}

/**
 * What is known of an account, now and earlier as far as the audit log says so. An e-mail address that another account has by
 * now is that account's.
 */
export async function findPerson(db: Db, accountId: number): Promise<Person> {
  const { rows } = await db.execute<Record<'emails' | 'typed' | 'twitch' | 'names', string[] | null>>(sql`
    with account as (
      -- An erased one has nothing of its own.
      select accounts.*, activity.last_ip as newest_ip, activity.last_login_ip as newest_login_ip
      from accounts join account_activity activity on activity.account_id = id
      where id = ${accountId} and erased_at is null
    ), entries as (
      select id, at, kind, after, jsonb_build_array(before, after) as fields from audit_entries where account_id = ${accountId}
    ), moved as (
      -- An entry that names an address alone left it as confirmed as the one before. Only staff, in an entry, make one
      -- unconfirmed, so the newest earlier entry that says so decides, or the time of the confirmation.
      select fields from entries moved
      where kind = 'user.update' and after ? 'email' and not after ? 'isEmailConfirmed' and (
        at >= (select email_confirmed_at from account)
        or (
          select after -> 'isEmailConfirmed' from entries earlier
          where earlier.id < moved.id and kind = 'user.update' and after ? 'isEmailConfirmed'
          order by id desc limit 1) = 'true')
    ), known (kind, value) as (
      select case when email_confirmed_at is null then 'typed' else 'email' end, email from account
      union select 'email', found #>> '{}' from entries,
        jsonb_path_query(fields, '$[*] ? (@.isEmailConfirmed == true).email') as found
      union select 'email', found #>> '{}' from moved, jsonb_path_query(fields, '$[*].email') as found
      union select 'typed', found #>> '{}' from entries, jsonb_path_query(fields, '$.**.email') as found
      union select 'name', unnest(array[user_name, newest_ip, newest_login_ip]) from account
      union select 'name', found #>> '{}' from entries, jsonb_path_query(fields, '$.**.userName') as found
      union select 'name', unnest(array[ip, network]) from bans where account_id = ${accountId}
      union select 'name', network from known_networks where account_id = ${accountId}
      union select 'name', unnest(array[login, game_account_id]) from game_accounts where account_id = ${accountId}
      union select 'name', name from characters where account_id = ${accountId}
      union select 'name', twitch_user_id from twitch_links where account_id = ${accountId}
      union select 'twitch', unnest(array[login, display_name]) from twitch_links where account_id = ${accountId}
    ), matches as (
      select distinct kind, lower(value) as value from known
      where length(value) >= ${SHORTEST} and value <> ${ERASED_TEXT} and not exists (
        select from accounts where kind in ('email', 'typed') and lower(email) = lower(value) and id <> ${accountId})
    )
    select array_agg(value) filter (where kind = 'email') as emails,
      array_agg(value) filter (where kind = 'typed') as typed,
      array_agg(value) filter (where kind = 'twitch') as twitch,
      array_agg(value) filter (where kind = 'name') as names
    from matches`);
  const [{ emails, typed, twitch, names } = {}] = rows;
  const twitchLogins = twitch ?? [];
  return {
    accountId,
    emails: emails ?? [],
    parts: [...(emails ?? []), ...(typed ?? []), ...twitchLogins],
    wholes: [...(names ?? []), ...twitchLogins],
    twitchLogins,
  };
}

import { sql } from 'drizzle-orm';
import { selectAccount } from '#features/identity/identity.ts';
import type { Db } from '#platform/db/database.ts';
import type { Person } from './personal-table.ts';

/** Shorter values would be found in everything. */
const SHORTEST = 3;

/** The same for the player's file: by an address that was never confirmed, it would show what is a stranger's. */
export async function findConfirmedPerson(db: Db, accountId: number): Promise<Person> {
  const person = await findPerson(db, accountId);
  const account = await selectAccount(db, accountId);
  const emails = account?.emailConfirmedAt ? [account.email.toLowerCase()] : [];
  return { ...person, emails, mailboxes: emails };
}

/**
 * What is known of an account, now and earlier as far as mails and the audit log say so. An e-mail address that another
 * account has by now is that account's.
 */
export async function findPerson(db: Db, accountId: number): Promise<Person> {
  const { rows } = await db.execute<Record<'emails' | 'typed' | 'unique' | 'wholes', string[] | null>>(sql`
    with entries as (
      select jsonb_build_array(before, after) as fields from audit_entries where account_id = ${accountId}
    ), known (kind, value) as (
      select 'email', email from accounts where id = ${accountId}
      union select 'typed', pending_email from accounts where id = ${accountId}
      union select 'typed', email from account_tokens where account_id = ${accountId}
      union select 'typed', recipient from mails where account_id = ${accountId}
      union select 'email', found #>> '{}' from entries, jsonb_path_query(fields, '$.**.email') as found
      union select 'whole', unnest(array[user_name, last_ip, last_login_ip]) from accounts where id = ${accountId}
      union select 'whole', found #>> '{}' from entries, jsonb_path_query(fields, '$.**.userName') as found
      union select 'whole', unnest(array[ip, network]) from bans where account_id = ${accountId}
      union select 'whole', network from known_networks where account_id = ${accountId}
      union select 'whole', unnest(array[login, game_account_id]) from game_accounts where account_id = ${accountId}
      union select 'whole', name from characters where account_id = ${accountId}
      union select 'whole', twitch_user_id from twitch_links where account_id = ${accountId}
      union select 'unique', unnest(array[login, display_name]) from twitch_links where account_id = ${accountId}
    ), told as (
      select distinct kind, lower(value) as value from known
      where length(value) >= ${SHORTEST} and not exists (
        select from accounts where kind in ('email', 'typed') and lower(email) = lower(value) and id <> ${accountId})
    )
    select array_agg(value) filter (where kind = 'email') as emails,
      array_agg(value) filter (where kind = 'typed') as typed,
      array_agg(value) filter (where kind = 'unique') as unique,
      array_agg(value) filter (where kind = 'whole') as wholes
    from told`);
  const { emails, typed, unique, wholes } = rows[0] ?? {};
  const twitchLogins = unique ?? [];
  return {
    accountId,
    emails: emails ?? [],
    mailboxes: [...(emails ?? []), ...(typed ?? [])],
    parts: [...(emails ?? []), ...twitchLogins],
    wholes: wholes ?? [],
    twitchLogins,
  };
}

import pg from 'pg';
import type { Portal } from '#e2e/portal.ts';

const FIRST = 'Dark,Sir,Lady,xX,the,Mighty,Iron,Fire,Moon,Star,Ice,Old,Red,Wild,Grim,Blue'.split(',');
const SECOND =
  'Wolf,Knight,mage,Hunter,lord,Blade,Fox,Raven,Drake,Priest,Bear,Witch,Rogue,King,Monk,Elf'.split(',');

/** One of 256 words, which about as many accounts share. */
export function wordOf(number: number): string {
  return `${FIRST[number % FIRST.length]}${SECOND[Math.floor(number / FIRST.length) % SECOND.length]}`;
}

/** The user name of an account that `fillAccounts` inserted. */
export function nameOf(number: number): string {
  return `${wordOf(number)}${number}`;
}

/** The e-mail address of an account that `fillAccounts` inserted. */
export function emailOf(number: number): string {
  return `p${number}@${number % 2 === 0 ? 'mail' : 'post'}.example`;
}

/** Inserts accounts with the ids 11 and following, which nobody can sign in to. */
export async function fillAccounts(portal: Portal, count: number): Promise<void> {
  const client = new pg.Client(await portal.connection());
  await client.connect();
  try {
    // Constraints, triggers and updates of the trigram index per row would take most of the time.
    await client.query('set session_replication_role = replica');
    await client.query('drop index account_search_text_idx');
    await client.query(
      // Confirmed: a job deletes accounts that were never used.
      `insert into accounts (id, user_name, email, password_hash, email_confirmed_at, registered_at, last_login_at)
       overriding system value
       select 10 + n, ($1::text[])[1 + n % 16] || ($2::text[])[1 + n / 16 % 16] || n,
              'p' || n || '@' || (array['mail', 'post'])[1 + n % 2] || '.example', 'none', now(),
              now() - make_interval(mins => (random() * 1000000)::int),
              case when random() < 0.7 then now() - make_interval(mins => (random() * 100000)::int) end
       from generate_series(1, $3::int) n`,
      [FIRST, SECOND, count],
    );
    await client.query(
      `insert into account_search select id, lower(user_name), lower(email), registered_at from accounts
       on conflict do nothing`,
    );
    await client.query(
      `insert into account_activity (account_id, last_login_at) select id, last_login_at from accounts
       on conflict do nothing`,
    );
    await client.query(
      `create index account_search_text_idx on account_search
         using gin (substr(user_name, 2) gin_trgm_ops, email gin_trgm_ops) with (fastupdate = off)`,
    );
    await client.query('alter index account_search_text_idx alter column 1 set statistics 400');
    await client.query('vacuum analyze accounts, account_search, account_activity');
  } finally {
    await client.end();
  }
}

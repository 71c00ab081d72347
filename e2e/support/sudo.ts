import type { Portal } from './portal.ts';
import type { Account } from './test.ts';

/** As if the last proof of who is signed in was an hour ago. */
export async function ageSessions({ sql }: Portal, { name }: Account): Promise<void> {
  await sql(
    `update sessions set verified_at = now() - interval '1 hour'
     where account_id = (select id from accounts where user_name = $1)`,
    [name],
  );
}

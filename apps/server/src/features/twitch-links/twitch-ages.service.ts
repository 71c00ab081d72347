import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import type { EnabledTwitch } from './twitch-parts.ts';

/** Ten calls of Twitch's API. */
const FILLED_AT_ONCE = 1000;

/** Stores when identities at Twitch were created that were linked before it was asked for. Nobody is counted as new for good. */
export async function fillTwitchAges({ db, twitch }: EnabledTwitch): Promise<void> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select twitch_user_id as id from twitch_links where twitch_created_at is null
    order by account_id limit ${FILLED_AT_ONCE}`);
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  const users = await twitch.client.getUsers(ids);
  await updateCreatedAt(db, ids, new Map(users.map(({ userId, createdAt }) => [userId, createdAt])));
}

/** Whom Twitch doesn't know any more counts as old: nobody could tell otherwise. */
async function updateCreatedAt(db: Db, ids: string[], ages: Map<string, Date | null>): Promise<void> {
  await db.execute(sql`
    update twitch_links l set twitch_created_at = coalesce(u.created_at, '-infinity')
    from unnest(
      ${sql.param(ids)}::text[],
      ${sql.param(ids.map((id) => ages.get(id) ?? null))}::timestamptz[]
    ) as u (user_id, created_at)
    where l.twitch_user_id = u.user_id and l.twitch_created_at is null`);
}

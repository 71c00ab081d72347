import type { Task } from '@waygate/contract/today/today.schemas';
import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';

/** @returns streamers that nobody has decided about, those that wait longest, and how many there are */
export async function selectStreamerTasks(db: Db, limit: number): Promise<(Task & { total: number })[]> {
  const { rows } = await db.execute<Task & { total: number }>(sql`
    select
      'streamer' as kind, accounts.id, display_name as title, '' as reason,
      jsonb_build_object('accountDBID', accounts.id, 'userName', user_name) as account, null as sum, 1 as cases,
      (select count(*)::int from twitch_streamers where decision = 'pending') as total, requested_at as since
    from (
      select account_id, requested_at from twitch_streamers where decision = 'pending'
      order by requested_at, account_id limit ${limit}
    ) as waiting join twitch_links using (account_id) join accounts on accounts.id = account_id
    order by requested_at, accounts.id`);
  return rows;
}

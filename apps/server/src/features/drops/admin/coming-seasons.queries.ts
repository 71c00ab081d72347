import type { ComingUp } from '@waygate/contract/today/today.schemas';
import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';

/** Seasons that begin or end within two weeks. */
export async function selectComingSeasons(db: Db, limit: number): Promise<ComingUp[]> {
  const { rows } = await db.execute<ComingUp>(sql`
    select kind, id, id::text as title, at
    from twitch_seasons cross join lateral
      (values ('season_begins', starts_at), ('season_ends', ends_at)) as times (kind, at)
    where at > now() and at < now() + interval '14 days'
    order by at, id limit ${limit}`);
  return rows;
}

import { type ComingUp, COMING_UP_DAYS } from '@waygate/contract/today/today.schemas';
import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';

/** Seasons that begin or end within `COMING_UP_DAYS`. */
export async function selectComingSeasons(db: Db, limit: number): Promise<ComingUp[]> {
  const { rows } = await db.execute<ComingUp>(sql`
    select kind, id, id::text as title, at
    from twitch_seasons cross join lateral
      (values ('season_begins', starts_at), ('season_ends', ends_at)) as times (kind, at)
    where at > now() and at < now() + make_interval(days => ${COMING_UP_DAYS})
    order by at, id limit ${limit}`);
  return rows;
}

import type { DropKind, EndedSeason } from '@waygate/contract/drops/drops.schemas';
import { sql } from 'drizzle-orm';
import { serverIdsOfReward } from '#features/twitch-rewards/twitch-rewards.ts';
import type { Db } from '#platform/db/database.ts';
import { claimUntil, isEndedClaimable } from './seasons.queries.ts';

/** Times as PostgreSQL writes them. */
export type EndedSeasonRow = EndedSeason;

/** The seasons in their claim period in which the account earned something, with what it earned. */
export async function selectEndedSeasons(
  db: Db,
  { accountId, kind }: { accountId: number; kind: DropKind },
): Promise<EndedSeasonRow[]> {
  const { rows } = await db.execute<EndedSeasonRow>(sql`
    select s.id, s.name, s.ends_at as "endsAt", ${claimUntil} as "claimUntil", t.minutes + t.adjusted as minutes,
           json_agg(json_build_object(
             'rewardId', r.id, 'title', r.title, 'description', r.description, 'imageUrl', r.image_url,
             'requiredMinutes', r.required_minutes, 'serverIds', ${serverIdsOfReward(sql`r`)}, 'delivery', null,
             'isClaimed', exists (select from drop_claims c where c.account_id = t.account_id and c.reward_id = r.id)
           ) order by r.required_minutes, r.id) as rewards
    from twitch_seasons s
    join drop_totals t on t.season_id = s.id and t.account_id = ${accountId} and t.kind = ${kind}
    join twitch_rewards r on r.season = s.id and r.type = t.kind and r.deleted_at is null
      and r.required_minutes <= t.minutes + t.adjusted
    where ${isEndedClaimable}
    group by s.id, t.account_id, t.kind, t.season_id
    order by "claimUntil", s.id`);
  return rows;
}

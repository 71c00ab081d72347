import type { SeasonRules } from '@waygate/contract/drops/drop-rules.schemas';
import { sql } from 'drizzle-orm';
import { LONGEST_GAP } from '#features/drops/sampling.rules.ts';
import { startOf } from '#features/drops/samples.queries.ts';
import type { Db } from '#platform/db/database.ts';

/** SQL: the rules of a row of `twitch_seasons`, by their names. */
export const ruleColumns = sql`
  title_word as "titleWord", min_viewers as "minViewers", min_twitch_days as "minTwitchDays",
  needs_confirmed_email as "needsConfirmedEmail", min_character_level as "minCharacterLevel",
  max_accounts_per_address as "maxAccountsPerAddress"`;

/**
 * The rules of the season at the start of the minute, or of the one that ended so lately before it that a gap in its last
 * minutes can be closed.
 *
 * @returns undefined when there is no such season
 */
export async function selectRulesAt(
  db: Db,
  { minute, tickSeconds }: { minute: number; tickSeconds: number },
): Promise<SeasonRules | undefined> {
  const { rows } = await db.execute<SeasonRules>(sql`
    select ${ruleColumns} from twitch_seasons
    where starts_at <= ${startOf({ minute, tickSeconds })}
      and (ends_at is null or ends_at > ${startOf({ minute: minute - LONGEST_GAP, tickSeconds })})
    order by starts_at desc limit 1`);
  return rows[0];
}

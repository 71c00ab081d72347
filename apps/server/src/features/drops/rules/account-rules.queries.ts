import type { SeasonRules } from '@waygate/contract/drops/drop-rules.schemas';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import type { UnmetChannel } from './stream-rules.ts';

/** Whether a rule about accounts is on. Without one, credits run the same statement as ever. */
export function hasAccountRules(rules: SeasonRules): boolean {
  const { minTwitchDays, needsConfirmedEmail, minCharacterLevel, maxAccountsPerAddress } = rules;
  return (
    needsConfirmedEmail ||
    [minTwitchDays, minCharacterLevel, maxAccountsPerAddress].some((rule) => rule !== null)
  );
}

/**
 * CTEs `judged`, `refused` and `present` from the CTE `linked`: `present` are those who meet the rules about accounts, and the
 * others are stored with the first rule that they don't meet, once for each minute. An account whose age at Twitch isn't known
 * yet isn't held back.
 */
export function judgedByRules(
  rules: SeasonRules,
  { seasonId, minute }: { seasonId: number; minute: number },
): SQL {
  return sql`
    judged as (
      select linked.*, ${firstUnmet(rules)} as unmet
      from linked
      join accounts a on a.id = linked.account_id
      join account_activity activity on activity.account_id = linked.account_id
      join twitch_links l on l.account_id = linked.account_id
    ), refused as (
      ${upsertFailures(sql`select distinct on (account_id) account_id, unmet from judged where unmet is not null order by account_id`, { seasonId, minute })}
    ), present as (
      select account_id, channel_id, since from judged where unmet is null
    )`;
}

function firstUnmet({
  minTwitchDays,
  needsConfirmedEmail,
  minCharacterLevel,
  maxAccountsPerAddress,
}: SeasonRules): SQL {
  const rules: SQL[] = [];
  if (minTwitchDays !== null)
    rules.push(
      sql`when l.twitch_created_at > now() - make_interval(days => ${minTwitchDays}::int) then 'twitch_age'`,
    );
  if (needsConfirmedEmail) rules.push(sql`when a.email_confirmed_at is null then 'email'`);
  if (minCharacterLevel !== null)
    rules.push(sql`
      when not exists (
        select from characters c where c.account_id = a.id and c.level >= ${minCharacterLevel}::int) then 'character'`);
  if (maxAccountsPerAddress !== null)
    // Those that linked first keep the places, so that it doesn't change from minute to minute who counts.
    rules.push(sql`
      when (
        select count(*) from (
          select from account_activity o join twitch_links ol on ol.account_id = o.account_id
          where o.last_ip is not null and address_network(o.last_ip) = address_network(activity.last_ip)
            and (ol.linked_at, ol.account_id) < (l.linked_at, l.account_id)
          limit ${maxAccountsPerAddress}::int
        ) earlier
      ) >= ${maxAccountsPerAddress}::int then 'address'`);
  return sql`case ${sql.join(rules, sql` `)} end`;
}

/** SQL condition: a rule about accounts has cost the account no minute after that one. */
export function keptRulesSince(accountId: SQL, minute: SQL): SQL {
  return sql`not exists (
    select from drop_rule_failures f
    where f.account_id = ${accountId} and f.rule not in ('title', 'viewers') and f.last_minute > ${minute})`;
}

const FAILURES_KEPT_DAYS = 35;

/** Forgets who didn't meet a rule long ago. */
export async function deleteOldFailures(db: Db): Promise<void> {
  await db.execute(sql`
    delete from drop_rule_failures
    where season_id in (select id from twitch_seasons)
      and last_at < now() - make_interval(days => ${FAILURES_KEPT_DAYS}::int)`);
}

/** Stores that these streams didn't meet a rule, for their streamers. */
export async function upsertStreamFailures(
  db: Db,
  { seasonId, minute, unmet }: { seasonId: number; minute: number; unmet: UnmetChannel[] },
): Promise<void> {
  if (unmet.length === 0) return;
  const streamers = sql`
    select a.id as account_id, s.unmet
    from unnest(
      ${sql.param(unmet.map(({ accountId }) => accountId))}::int[],
      ${sql.param(unmet.map(({ unmetRule }) => unmetRule))}::text[]
    ) as s (account_id, unmet)
    join accounts a on a.id = s.account_id order by a.id`;
  await db.execute(upsertFailures(streamers, { seasonId, minute }));
}

/** @param failures rows of account_id and unmet, one for each account */
function upsertFailures(failures: SQL, { seasonId, minute }: { seasonId: number; minute: number }): SQL {
  return sql`
    insert into drop_rule_failures as f (season_id, account_id, rule, last_minute)
    select ${seasonId}::int, account_id, unmet, ${minute}::int from (${failures}) unmet_rules
    on conflict (season_id, account_id, rule) do update set
      minutes = f.minutes + 1, last_minute = excluded.last_minute, last_at = now()
    where f.last_minute < excluded.last_minute`;
}

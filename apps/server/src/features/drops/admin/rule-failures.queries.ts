import { type DropRule, dropRuleSchema } from '@waygate/contract/drops/drop-rules.schemas';
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { readBranchedPage } from '#platform/db/paging/branches.ts';
import { countRows, limited, type Page, type PageRequest } from '#platform/db/paging/read-page.ts';
import { idIn } from '#platform/db/search-text.ts';

export type RuleFailureRow = {
  accountId: number;
  userName: string;
  rule: DropRule;
  minutes: number;
  lastAt: string;
};

type RuleFailureFilter = { search: string; season?: number | undefined; rule?: DropRule | undefined };

type RuleFailureQuery = RuleFailureFilter & { isAscending: boolean } & PageRequest;

/**
 * Accounts that lost minutes to a rule of the season, or of the newest one that has begun. `search` is an id or a name.
 * Each rule's are read along its part of the index.
 */
export async function selectRuleFailures(
  db: Db,
  { search, season, rule, isAscending, ...request }: RuleFailureQuery,
): Promise<Page<RuleFailureRow>> {
  const order = isAscending ? sql`last_at, account_id desc, rule desc` : sql`last_at desc, account_id, rule`;
  const rules = rule === undefined ? dropRuleSchema.options : [rule];
  return readBranchedPage(db, request, {
    branches: rules.map((one) => sql`select f.* ${failuresOf({ search, season, rule: one })}`),
    order,
    countTo: 'limit',
    select: async (page) => {
      // The names are read for the rows of the page only.
      const { rows } = await db.execute<RuleFailureRow>(sql`
        select account_id as "accountId", user_name as "userName", rule, minutes, last_at as "lastAt"
        from (${page}) as page join accounts on accounts.id = account_id order by ${order}`);
      return rows;
    },
  });
}

/** The next ones after one of them, or the first, by account and rule: an order in which none moves. */
export async function selectRuleFailuresAfter(
  db: Db,
  filter: RuleFailureFilter,
  { after, limit }: { after: RuleFailureRow | undefined; limit: number },
): Promise<RuleFailureRow[]> {
  const isNext = after ? sql`(f.account_id, f.rule) > (${after.accountId}, ${after.rule})` : sql`true`;
  const { rows } = await db.execute<RuleFailureRow>(sql`
    select f.account_id as "accountId", a.user_name as "userName", f.rule, f.minutes, f.last_at as "lastAt"
    from (select f.* ${failuresOf(filter)} and ${isNext} order by f.account_id, f.rule limit ${limit}) f
    join accounts a on a.id = f.account_id order by f.account_id, f.rule`);
  return rows;
}

/** How many there are, up to a number. */
export function countRuleFailures(db: Db, filter: RuleFailureFilter, most: number): Promise<number> {
  return countRows(db, limited(sql`select ${failuresOf(filter)}`, most));
}

/** The newest season that has begun; undefined when none has. */
export async function selectNewestSeason(db: Db): Promise<number | undefined> {
  const { rows } = await db.execute<{ id: number }>(NEWEST_SEASON);
  return rows[0]?.id;
}

const NEWEST_SEASON = sql`select id from twitch_seasons where starts_at <= now() order by starts_at desc limit 1`;

function failuresOf({ search, season, rule }: RuleFailureFilter): SQL {
  const inSeason = season === undefined ? sql`(${NEWEST_SEASON})` : sql`${season}::int`;
  const ofAccount =
    search === ''
      ? sql`true`
      : sql`f.account_id in (
        select id from accounts where id = ${idIn(search) ?? null}::int or lower(user_name) = lower(${search}))`;
  return sql`
    from drop_rule_failures f
    where f.season_id = ${inSeason} and ${ofAccount} and ${rule === undefined ? sql`true` : sql`f.rule = ${rule}`}`;
}

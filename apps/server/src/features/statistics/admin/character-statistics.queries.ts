import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { isWithin, type Period } from './period.ts';

export type LevelCount = { level: number; characters: number };
export type ClassCount = { class: string; characters: number; averageLevel: number };

type Group = { level: number | null; class: string | null; characters: number; averageLevel: number };

/** Characters that the game last reported in the period, by level and by class. */
export async function selectCharacterCounts(
  db: Db,
  period: Period,
): Promise<{ levels: LevelCount[]; classes: ClassCount[] }> {
  const { rows } = await db.execute<Group>(sql`
    select level, class, count(*)::int as characters, avg(level)::float8 as "averageLevel" from characters
    where ${isWithin(sql`reported_at`, period)}
    group by grouping sets ((level), (class))
    order by level, characters desc, class`);
  return {
    levels: rows.flatMap(({ level, characters }) => (level === null ? [] : [{ level, characters }])),
    classes: rows.flatMap(({ class: name, characters, averageLevel }) =>
      name === null ? [] : [{ class: name, characters, averageLevel }],
    ),
  };
}

export async function countAccountsWithCharacters(db: Db, period: Period): Promise<number> {
  const { rows } = await db.execute<{ accounts: number }>(sql`
    select count(*)::int as accounts from (
      select from characters where ${isWithin(sql`reported_at`, period)} group by account_id
    ) players`);
  return rows[0]?.accounts ?? 0;
}

/** When the game reported anything at all. */
export async function selectLastReport(db: Db): Promise<Date | null> {
  const { rows } = await db.execute<{ at: string | null }>(
    sql`select max(reported_at) as at from characters`,
  );
  const at = rows[0]?.at ?? null;
  return at === null ? null : new Date(at);
}

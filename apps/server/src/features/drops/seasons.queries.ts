import type { SeasonRules } from '@waygate/contract/drops/drop-rules.schemas';
import { desc, eq, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import { type SeasonRow, twitchSeasons } from './drops.tables.ts';

/** SQL condition: a row of `twitch_seasons` is running now. */
export const isRunning = sql<boolean>`(starts_at <= now() and (ends_at is null or ends_at > now()))`;

/**
 * SQL of type timestamptz: until when rewards of a row of `twitch_seasons` can be claimed; null while it has no end. The
 * default is seven days after the end, and no time is after the last one that can be written with four digits of the year.
 */
export const claimUntil = sql<Date | null>`case when ends_at is not null
  then least(greatest(ends_at, coalesce(claim_until, ends_at + interval '7 days')), '9999-12-31 23:59:59.999Z') end`;

/** SQL condition: a row of `twitch_seasons` has ended, and what was earned in it can still be claimed. */
export const isEndedClaimable = sql<boolean>`(ends_at <= now() and ${claimUntil} > now())`;

export type ListedSeason = SeasonRow & { isCurrent: boolean; rewards: number };

/** Newest first. Not paged: there are a few per year. */
export async function selectSeasons(db: Db): Promise<ListedSeason[]> {
  return db.select(listed).from(twitchSeasons).orderBy(desc(twitchSeasons.startsAt));
}

const listed = {
  id: twitchSeasons.id,
  name: twitchSeasons.name,
  startsAt: twitchSeasons.startsAt,
  endsAt: twitchSeasons.endsAt,
  claimUntil: claimUntil.mapWith(twitchSeasons.claimUntil).as('resolved_claim_until'),
  titleWord: twitchSeasons.titleWord,
  minViewers: twitchSeasons.minViewers,
  minTwitchDays: twitchSeasons.minTwitchDays,
  needsConfirmedEmail: twitchSeasons.needsConfirmedEmail,
  minCharacterLevel: twitchSeasons.minCharacterLevel,
  maxAccountsPerAddress: twitchSeasons.maxAccountsPerAddress,
  revision: twitchSeasons.revision,
  createdAt: twitchSeasons.createdAt,
  isCurrent: isRunning,
  // Qualified, because twitch_rewards also has an id.
  rewards: sql<number>`(
    select count(*)::int from twitch_rewards r where r.season = ${twitchSeasons}.id and r.deleted_at is null)`,
};

export async function selectSeason(db: Db, id: number): Promise<ListedSeason | undefined> {
  const [row] = await db.select(listed).from(twitchSeasons).where(eq(twitchSeasons.id, id));
  return row;
}

export async function selectHasSeasons(db: Db): Promise<boolean> {
  const found = await db.select({ id: twitchSeasons.id }).from(twitchSeasons).limit(1);
  return found.length > 0;
}

/** Locks the season until the transaction ends. */
export async function selectSeasonLocked(tx: Transaction, id: number): Promise<ListedSeason | undefined> {
  const [row] = await tx
    .select(listed)
    .from(twitchSeasons)
    .where(eq(twitchSeasons.id, id))
    .for('no key update');
  return row;
}

/** `claimUntil` is null for seven days after the end, or while there is no end. */
export type NewSeason = Partial<SeasonRules> & {
  name: string;
  startsAt: Date;
  endsAt: Date | null;
  claimUntil: Date | null;
};

export async function insertSeason(tx: Transaction, season: NewSeason): Promise<number> {
  const [row] = await tx.insert(twitchSeasons).values(season).returning({ id: twitchSeasons.id });
  if (!row) throw new Error('The database returned no id for a season.');
  return row.id;
}

export async function updateSeasonRow(tx: Transaction, id: number, season: NewSeason): Promise<void> {
  await tx
    .update(twitchSeasons)
    .set({ ...season, revision: sql`${twitchSeasons.revision} + 1` })
    .where(eq(twitchSeasons.id, id));
}

import { createHash } from 'node:crypto';
import type { ReferralHit } from '@waygate/contract/referrals/referrals.schemas';
import { asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { referrals } from './referrals.tables.ts';

/** Records a visit, once per viewer, page and day. */
export async function insertReferral(db: Db, hit: ReferralHit): Promise<void> {
  await db
    .insert(referrals)
    .values({
      viewerId: hit.viewerId,
      landingUrl: hit.landingUrl,
      landingHash: createHash('sha256').update(hit.landingUrl).digest(),
      visitedAt: plausibleTime(hit.timestamp),
      source: hit.source,
      medium: hit.medium ?? null,
      campaign: hit.campaign ?? null,
      content: hit.content,
      term: hit.term ?? null,
    })
    .onConflictDoNothing();
}

const KEPT_DAYS = 400;
/** A run deletes at most this many, so that it stays short; the next one goes on. */
const DELETED_AT_ONCE = 20_000;

/** Deletes visits of more than 400 days ago that no account came from. */
export async function deleteOldReferrals(db: Db): Promise<void> {
  await db.execute(sql`
    delete from referrals where id in (
      select id from referrals
      where recorded_on < current_date - ${KEPT_DAYS}::int
        and not exists (select from accounts where referral_id = referrals.id)
      limit ${DELETED_AT_ONCE})`);
}

/** The viewer's first referral by time of arrival, because browsers' times are unreliable. */
export async function selectFirstReferralId(db: Db, viewerId: string): Promise<number | undefined> {
  const [first] = await db
    .select({ id: referrals.id })
    .from(referrals)
    .where(eq(referrals.viewerId, viewerId))
    .orderBy(asc(referrals.id))
    .limit(1);
  return first?.id;
}

/** Clamps a browser's time between the year 2000 and now, because its clock can be wrong. */
function plausibleTime(timestamp: string): SQL {
  const seconds = Date.parse(timestamp) / 1000;
  return sql`greatest(least(to_timestamp(${seconds}), now()), timestamptz '2000-01-01 00:00:00+00')`;
}

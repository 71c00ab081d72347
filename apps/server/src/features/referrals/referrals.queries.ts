import { createHash } from 'node:crypto';
import type { ReferralHit } from '@waygate/contract/referrals/referrals.schemas';
import { asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { referrals } from './referrals.tables.ts';

/** Does nothing when the viewer's visit to the page was recorded today. */
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

/** The first that arrived; the times that browsers name are not to be trusted. */
export async function selectFirstReferralId(db: Db, viewerId: string): Promise<number | undefined> {
  const [first] = await db
    .select({ id: referrals.id })
    .from(referrals)
    .where(eq(referrals.viewerId, viewerId))
    .orderBy(asc(referrals.id))
    .limit(1);
  return first?.id;
}

/** A browser can name any year, and a clock can be wrong: nobody came from the future, or before the web. */
function plausibleTime(timestamp: string): SQL {
  const seconds = Date.parse(timestamp) / 1000;
  return sql`greatest(least(to_timestamp(${seconds}), now()), timestamptz '2000-01-01 00:00:00+00')`;
}

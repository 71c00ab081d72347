import { and, eq, isNull, sql } from 'drizzle-orm';
import { createToken, hashToken } from '#platform/auth/tokens.ts';
import type { Db } from '#platform/db/database.ts';
import { passkeyChallenges } from '#features/factors/factors.ts';

/** How long an authenticator has to answer. */
const CHALLENGE_MINUTES = 5;

/** What the answer is for. Only a sign-in by a passkey alone is for no account. */
export type ChallengeFor =
  | { purpose: 'register' | 'second_factor' | 'sudo'; accountId: number }
  | { purpose: 'sign_in'; accountId: null };

/** @returns the challenge: 256 random bits in base64url */
export async function insertChallenge(db: Db, { purpose, accountId }: ChallengeFor): Promise<string> {
  const challenge = createToken();
  await db.insert(passkeyChallenges).values({
    challengeHash: hashToken(challenge),
    purpose,
    accountId,
    expiresAt: sql`now() + make_interval(mins => ${CHALLENGE_MINUTES})`,
  });
  return challenge;
}

/**
 * Deletes the challenge, so that of any number of answers one finds it.
 *
 * @returns whether it was one for this purpose and account, and not expired
 */
export async function deleteChallenge(
  db: Db,
  { challenge, purpose, accountId }: ChallengeFor & { challenge: string },
): Promise<boolean> {
  const { rowCount } = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challengeHash, hashToken(challenge)),
        eq(passkeyChallenges.purpose, purpose),
        accountId === null ? isNull(passkeyChallenges.accountId) : eq(passkeyChallenges.accountId, accountId),
        sql`${passkeyChallenges.expiresAt} > now()`,
      ),
    );
  return rowCount === 1;
}

/** Skips locked rows, because waiting for them could deadlock. */
export async function deleteExpiredChallenges(db: Db): Promise<void> {
  await db.execute(sql`
    delete from passkey_challenges where challenge_hash in (
      select challenge_hash from passkey_challenges where expires_at <= now() for update skip locked)`);
}

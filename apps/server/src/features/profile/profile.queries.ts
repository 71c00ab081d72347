import { eq, sql } from 'drizzle-orm';
import { accountActivity, accounts } from '#features/identity/identity.ts';
import { balanceOf } from '#features/ledger/ledger.ts';
import { areSessionsUsable, sessions, viewerColumns } from '#features/sessions/sessions.ts';
import { twitchLinks } from '#features/twitch-links/twitch-links.ts';
import { prepared } from '#platform/db/database.ts';

export type ProfileRow = Awaited<ReturnType<ReturnType<typeof profilesOfSessions>['execute']>>[number];

/** One statement for sessions and all that their profiles show: they are read on every page. */
export const profilesOfSessions = prepared((db) =>
  db
    .select({
      ...viewerColumns,
      email: accounts.email,
      emailConfirmedAt: accounts.emailConfirmedAt,
      avatarUrl: accounts.avatarUrl,
      registeredAt: accounts.registeredAt,
      lastLoginAt: accountActivity.lastLoginAt,
      premiumCoins: balanceOf(accounts.id, 'premium'),
      secondCoins: balanceOf(accounts.id, 'second'),
      clubExpiresAt: accounts.agaiaClubExpiresAt,
      hasClaimedVeteranPackage: accounts.hasClaimedVeteranPackage,
      hasClaimedFounderPackage: accounts.hasClaimedFounderPackage,
      twitchId: sql<string | null>`(
        select ${twitchLinks.twitchUserId} from ${twitchLinks} where ${twitchLinks.accountId} = ${accounts.id})`,
      // Its table is another feature's, which stands above this one.
      erasureDueAtMs: sql<number | null>`(
        select extract(epoch from due_at)::float8 * 1000 from account_erasures
        where account_id = ${accounts.id} and erased_at is null)`,
    })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .innerJoin(accountActivity, eq(accountActivity.accountId, sessions.accountId))
    .where(areSessionsUsable)
    .prepare('profiles_of_sessions'),
);

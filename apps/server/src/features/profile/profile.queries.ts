import { eq } from 'drizzle-orm';
import { accounts } from '#features/identity/identity.ts';
import { balanceOf } from '#features/ledger/ledger.ts';
import { isSessionUsable, sessions, viewerColumns } from '#features/sessions/sessions.ts';
import { twitchLinks } from '#features/twitch-links/twitch-links.ts';
import { prepared } from '#platform/db/database.ts';

export type ProfileRow = Awaited<ReturnType<ReturnType<typeof profileOfSession>['execute']>>[number];

/** One statement for the session and all that the profile shows: it is read on every page. */
export const profileOfSession = prepared((db) =>
  db
    .select({
      ...viewerColumns,
      email: accounts.email,
      emailConfirmedAt: accounts.emailConfirmedAt,
      avatarUrl: accounts.avatarUrl,
      registeredAt: accounts.registeredAt,
      lastLoginAt: accounts.lastLoginAt,
      premiumCoins: balanceOf(accounts.id, 'premium'),
      hasClaimedVeteranPackage: accounts.hasClaimedVeteranPackage,
      hasClaimedFounderPackage: accounts.hasClaimedFounderPackage,
      twitchId: twitchLinks.twitchUserId,
    })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .leftJoin(twitchLinks, eq(twitchLinks.accountId, accounts.id))
    .where(isSessionUsable)
    .prepare('profile_of_session'),
);

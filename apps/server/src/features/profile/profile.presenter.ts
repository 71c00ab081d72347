import type { Profile } from '@waygate/contract/accounts/accounts.schemas';
import type { ProfileRow } from './profile.queries.ts';

export function presentProfile(account: ProfileRow): Profile {
  return {
    userName: account.userName,
    email: account.email,
    isEmailConfirmed: account.emailConfirmedAt !== null,
    avatarUrl: account.avatarUrl,
    accountDBID: account.accountId,
    registerTime: account.registeredAt.toISOString(),
    lastLoginTime: account.lastLoginAt?.toISOString() ?? null,
    agaiaCoins: account.premiumCoins,
    astrumCoins: account.secondCoins,
    agaiaClubExpiry: account.clubExpiresAt?.toISOString() ?? null,
    hasClaimedVeteranPackage: account.hasClaimedVeteranPackage,
    hasClaimedFounderPackage: account.hasClaimedFounderPackage,
    twitchId: account.twitchId,
    webMgt: account.webMgt,
    sections: account.sections,
    privilege: account.permission,
    ...(account.erasureDueAtMs !== null && {
      erasureDueAt: new Date(account.erasureDueAtMs).toISOString(),
    }),
  };
}

import type { Profile } from '@waygate/contract/accounts/accounts.schemas';
import type { AccountRow } from '#features/identity/identity.ts';
import type { Balances } from '#features/ledger/ledger.ts';

export function presentProfile(
  account: AccountRow,
  { balances, twitchId }: { balances: Balances; twitchId: string | null },
): Profile {
  return {
    userName: account.userName,
    email: account.email,
    isEmailConfirmed: account.emailConfirmedAt !== null,
    avatarUrl: account.avatarUrl,
    accountDBID: account.id,
    registerTime: account.registeredAt.toISOString(),
    lastLoginTime: account.lastLoginAt?.toISOString() ?? null,
    agaiaCoins: balances.premium,
    hasClaimedVeteranPackage: account.hasClaimedVeteranPackage,
    hasClaimedFounderPackage: account.hasClaimedFounderPackage,
    twitchId,
    webMgt: account.webMgt,
    sections: account.sections,
    privilege: account.permission,
  };
}

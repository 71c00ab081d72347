import type { Profile, Session } from '@waygate/contract/accounts/accounts.schemas';
import type { Balances } from '#features/ledger/ledger.service.ts';
import type { AccountRow } from './accounts.queries.ts';

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
    privilege: account.permission,
  };
}

export function presentSession({
  account,
  accessToken,
  expiresAt,
}: {
  account: Pick<AccountRow, 'id' | 'userName' | 'email' | 'permission' | 'webMgt'>;
  accessToken: string;
  expiresAt: Date;
}): Session {
  return {
    accessToken,
    privilege: account.permission,
    webMgt: account.webMgt,
    accountDBID: account.id,
    userName: account.userName,
    email: account.email,
    expiresAt: expiresAt.toISOString(),
  };
}

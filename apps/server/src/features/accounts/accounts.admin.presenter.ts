import { createHash } from 'node:crypto';
import type { AdminUser } from '@waygate/contract/accounts/accounts.admin.schemas';
import type { AdminAccount } from './admin-accounts.queries.ts';

export function presentAdminUser(account: AdminAccount): AdminUser {
  const { ban, balances } = account;
  return {
    accountDBID: account.id,
    userName: account.userName,
    email: account.email,
    permission: account.permission,
    webMgt: account.webMgt,
    agaiaClubExpiry: account.agaiaClubExpiresAt?.toISOString() ?? null,
    agaiaCoins: balances.premium,
    astrumCoins: balances.second,
    hasClaimedFounderPackage: account.hasClaimedFounderPackage,
    hasClaimedVeteranPackage: account.hasClaimedVeteranPackage,
    isEmailConfirmed: account.emailConfirmedAt !== null,
    registerTime: account.registeredAt.toISOString(),
    lastLoginTime: account.lastLoginAt?.toISOString() ?? null,
    lastLoginIP: account.lastLoginIp,
    lastIP: account.lastIp,
    banned: ban !== null,
    bannedUntil: ban?.endsAt ? new Date(ban.endsAt).toISOString() : null,
    banReason: ban?.description ?? null,
    revision: revisionOf(account),
  };
}

/**
 * Of everything that staff can change: whoever saves an older one is told, and that by a purchase or by the player
 * too, since a form sends back all that it had read. The counter stands for what is not shown, the password.
 */
export function revisionOf(account: AdminAccount): number {
  const { userName, email, permission, webMgt, agaiaClubExpiresAt, emailConfirmedAt, balances } = account;
  const changeable = [
    account.revision,
    userName,
    email,
    permission,
    webMgt,
    agaiaClubExpiresAt,
    emailConfirmedAt !== null,
    account.hasClaimedFounderPackage,
    account.hasClaimedVeteranPackage,
    balances.premium,
    balances.second,
  ];
  // Six bytes, which a JavaScript number holds exactly.
  return createHash('sha256').update(JSON.stringify(changeable)).digest().readUIntBE(0, 6);
}

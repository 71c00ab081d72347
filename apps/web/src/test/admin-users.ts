import type { AdminUser } from '@waygate/contract/accounts/accounts.admin.schemas';

/** An account as staff see it. */
export const ADMIN_USER: AdminUser = {
  accountDBID: 7,
  userName: 'Aria',
  email: 'aria@example.test',
  permission: 0,
  sections: [],
  role: null,
  webMgt: 2,
  agaiaClubExpiry: null,
  agaiaCoins: 500,
  astrumCoins: 5,
  hasClaimedFounderPackage: false,
  hasClaimedVeteranPackage: false,
  isEmailConfirmed: true,
  registerTime: '2026-01-01T00:00:00.000Z',
  lastLoginTime: null,
  lastLoginIP: null,
  lastIP: null,
  banned: false,
  bannedUntil: null,
  banReason: null,
  revision: 3,
};

import { bans } from '#features/identity/accounts.tables.ts';
import { registerPlayer, uniqueName } from '#test/account-journeys.ts';
import type { Shop } from '#test/shop-journeys.ts';
import { ofPlayer, onAccount, type StaffWriteCase } from '#test/staff-writes.ts';

const ban = { endTime: '2099-12-03 14:05:00', description: 'Used a bot', ip: null };

export const STAFF_WRITES: StaffWriteCase[] = [
  onAccount('updateUser', 'renames an account', {
    givesValue: false,
    prepare: ofPlayer((id) => ({ id, body: { userName: uniqueName() } })),
  }),
  onAccount('updateUser', 'marks a package as claimed', {
    givesValue: true,
    prepare: ofPlayer((id) => ({ id, body: { hasClaimedFounderPackage: true } })),
  }),
  onAccount('updateUser', 'gives coins', {
    givesValue: true,
    prepare: ofPlayer((id) => ({ id, body: { agaiaCoins: 500 } })),
  }),
  onAccount('sendResetLink', 'sends a reset link', {
    givesValue: false,
    prepare: ofPlayer((id) => ({ id })),
  }),
  onAccount('endUserSessions', 'signs an account out', {
    givesValue: false,
    prepare: ofPlayer((id) => ({ id })),
  }),
  onAccount('banUser', 'bans an account', {
    givesValue: false,
    prepare: ofPlayer((id) => ({ body: { ...ban, accountDBID: id } })),
  }),
  // A banned account has no session to lift its own ban with.
  onAccount('unbanUser', 'lifts a ban', { givesValue: false, prepare: ofBannedPlayer }),
];

async function ofBannedPlayer(shop: Shop) {
  const { id: accountId } = await registerPlayer(shop);
  await shop.parts.db.insert(bans).values({ accountId, description: 'Used a bot' });
  return { body: { accountDBID: accountId }, accountId };
}

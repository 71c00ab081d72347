import { bans } from '#features/identity/accounts.tables.ts';
import { registerPlayer } from '#test/account-journeys.ts';
import type { Shop } from '#test/shop-journeys.ts';
import { ofPlayer, onAccount, type StaffWriteCase } from '#test/staff-writes.ts';

const ban = { endTime: '2099-12-03 14:05:00', description: 'Used a bot', ip: null };

export const STAFF_WRITES: StaffWriteCase[] = [
  onAccount(
    'updateUser',
    'edits an account',
    ofPlayer((id) => ({ id, body: { hasClaimedFounderPackage: true } })),
  ),
  onAccount(
    'endUserSessions',
    'signs an account out',
    ofPlayer((id) => ({ id })),
  ),
  onAccount(
    'banUser',
    'bans an account',
    ofPlayer((id) => ({ body: { ...ban, accountDBID: id } })),
  ),
  onAccount('unbanUser', 'lifts a ban', ofBannedPlayer),
];

async function ofBannedPlayer(shop: Shop) {
  const { id: accountId } = await registerPlayer(shop);
  await shop.parts.db.insert(bans).values({ accountId, description: 'Used a bot' });
  return { body: { accountDBID: accountId }, accountId };
}

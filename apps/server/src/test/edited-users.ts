import type { AdminUser } from '@waygate/contract/accounts/accounts.admin.schemas';
import { postTransaction } from '#features/ledger/ledger.service.ts';
import { type Portal, uniqueName } from './account-journeys.ts';

type Editor = { token: string };

/** As the form of an account sends it. */
export function updateUser({ call }: Pick<Portal, 'call'>, { token }: Editor, id: number, body: object) {
  return call('PUT', `/admin/users/${id}`, { token, body });
}

/** As the form of an account reads it. */
export async function readUser(
  { call }: Pick<Portal, 'call'>,
  { token }: Editor,
  id: number,
): Promise<AdminUser> {
  return (await call('GET', `/admin/users/${id}`, { token })).json();
}

/** Everything that the form of an account sends, as it was read. */
export function userFormOf({
  userName,
  email,
  permission,
  webMgt,
  sections,
  agaiaClubExpiry,
  agaiaCoins,
  astrumCoins,
  hasClaimedFounderPackage,
  hasClaimedVeteranPackage,
  isEmailConfirmed,
  revision,
}: AdminUser) {
  return {
    userName,
    email,
    permission,
    webMgt,
    sections,
    agaiaClubExpiry,
    agaiaCoins,
    astrumCoins,
    hasClaimedFounderPackage,
    hasClaimedVeteranPackage,
    isEmailConfirmed,
    revision,
  };
}

/** Premium coins out of nowhere, or into it. */
export function giveCoins({ parts }: Portal, accountId: number, amount: number): Promise<boolean> {
  return parts.db.transaction((tx) =>
    postTransaction(tx, {
      idempotencyKey: `test ${uniqueName()}`,
      reason: 'test',
      entries: [{ accountId, currency: 'premium', amount }],
    }),
  );
}

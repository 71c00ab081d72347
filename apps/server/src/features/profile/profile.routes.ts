import * as endpoints from '@waygate/contract/accounts/accounts.endpoints';
import { selectAccount } from '#features/identity/identity.ts';
import { selectBalances } from '#features/ledger/ledger.ts';
import { selectTwitchId } from '#features/twitch-links/twitch-links.ts';
import type { Database } from '#platform/db/database.ts';
import { unauthenticated } from '#platform/errors/app-error.ts';
import type { Route } from '#platform/http/route.ts';
import { presentProfile } from './profile.presenter.ts';

export function profileRoutes(route: Route, { db }: { db: Database }): void {
  route(endpoints.getProfile, async ({ viewer }) => {
    const [account, balances, twitchId] = await Promise.all([
      selectAccount(db, viewer.accountId),
      selectBalances(db, viewer.accountId),
      selectTwitchId(db, viewer.accountId),
    ]);
    if (!account) throw unauthenticated();
    return presentProfile(account, { balances, twitchId });
  });
}

import type { GameAccount } from '@waygate/contract/game-accounts/game-accounts.schemas';
import type { ShownAccount } from './game-accounts.queries.ts';
import type { ManagedServer } from './servers.queries.ts';

/** An account in a game as its player sees it; undefined: there is none. */
export function presentGameAccount(
  { serverId, serverName, policy, rules }: ManagedServer,
  account: ShownAccount | undefined,
): GameAccount {
  return {
    serverId,
    serverName,
    policy,
    rules,
    login: account?.login ?? null,
    state: account ? shownState(account) : 'none',
    isLocked: account?.isLocked ?? false,
    ...(account?.message && { message: account.message }),
  };
}

/** A change of an active account shows as pending, although the account stays active for deliveries. */
export function shownState({
  state,
  isChanging,
}: Pick<ShownAccount, 'state' | 'isChanging'>): GameAccount['state'] {
  return state === 'active' && isChanging ? 'pending' : state;
}

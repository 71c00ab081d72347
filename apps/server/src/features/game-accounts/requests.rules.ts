import type { gameAccountCommands, gameAccounts } from './game-accounts.tables.ts';

type CommandRow = typeof gameAccountCommands.$inferSelect;
export type AccountRow = typeof gameAccounts.$inferSelect;
/** A command that isn't settled. */
export type OpenCommand = Pick<CommandRow, 'id' | 'kind' | 'state' | 'newLogin'>;

/** What the player wants, and what that needs to know. */
export type AccountRequest = { kind: 'set' | 'claim'; login: string };

/**
 * What follows from a request. `supersedes` are ids of commands that it replaces.
 * - `refused`: `cannot_rename`, because the game allows no other login; `renaming`, because a rename is on its way;
 *   `exists`, because there is nothing to claim
 */
export type RequestPlan =
  | {
      commands: ('create' | 'set_password' | 'rename' | 'claim')[];
      supersedes: number[];
      becomesPending: boolean;
    }
  | { refused: 'cannot_rename' | 'renaming' | 'exists' };

/**
 * Plans the commands for a request. The newest one wins over those that wait.
 *
 * @param wasSent whether the bridge ever had a command to create or claim this account: the game may have it, with an
 *   older password that a repeated `create` leaves as it is
 */
export function planRequest(
  {
    account,
    open,
    wasSent,
  }: { account: Pick<AccountRow, 'state' | 'login'>; open: OpenCommand[]; wasSent: boolean },
  { kind, login }: AccountRequest,
  { canRename }: { canRename: boolean },
): RequestPlan {
  if (account.state === 'active') {
    if (kind === 'claim') return { refused: 'exists' };
    return planChange({ account, open }, { login, canRename });
  }
  const supersedes = open.filter((command) => !isLock(command)).map(({ id }) => id);
  if (kind === 'claim') return { commands: ['claim'], supersedes, becomesPending: true };
  return { commands: wasSent ? ['create', 'set_password'] : ['create'], supersedes, becomesPending: true };
}

function planChange(
  { account, open }: { account: Pick<AccountRow, 'login'>; open: OpenCommand[] },
  { login, canRename }: { login: string; canRename: boolean },
): RequestPlan {
  // A rename that the bridge has may be done already, so it can't be replaced.
  const sentRename = open.find((command) => command.kind === 'rename' && command.state === 'leased');
  const isSame = isSameLogin(sentRename?.newLogin ?? account.login ?? '', login);
  if (!isSame && !canRename) return { refused: 'cannot_rename' };
  if (!isSame && sentRename) return { refused: 'renaming' };
  const supersedes = open.filter((command) => !isLock(command) && command !== sentRename).map(({ id }) => id);
  return {
    commands: isSame ? ['set_password'] : ['rename', 'set_password'],
    supersedes,
    becomesPending: false,
  };
}

/** As the unique index compares them. */
export function isSameLogin(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function isLock({ kind }: OpenCommand): boolean {
  return kind === 'lock' || kind === 'unlock';
}

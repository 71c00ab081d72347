import type { GameAccount } from '@waygate/contract/game-accounts/game-accounts.schemas';

/** The name of a dialog's form in what is kept while its player signs in again. */
export function keptName(kind: 'set' | 'claim', { serverId }: Pick<GameAccount, 'serverId'>): string {
  return `game-account ${kind} ${serverId}`;
}

/** How the game account is, in a few words. */
export function describeState({ state, isLocked }: Pick<GameAccount, 'state' | 'isLocked'>): string {
  if (isLocked) return 'Banned';
  switch (state) {
    case 'none':
      return 'No account yet';
    case 'pending':
      return 'Waiting for the game';
    case 'active':
      return 'Ready to play';
    case 'taken':
      return 'Login taken';
    case 'failed':
      return 'Not set up';
  }
}

/** What the player can do next, where the server doesn't say it. */
export function describeNextStep({ state, login, policy, isLocked }: GameAccount): string {
  if (isLocked) return 'The game refuses your sign-in until your ban ends.';
  const withPassword = policy === 'same_password' ? "this site's password" : 'your game password';
  switch (state) {
    case 'none':
      return policy === 'same_password'
        ? 'Your game account is created at your next sign-in here, or right now with a password of its own.'
        : 'Set a game password to create your account in the game.';
    case 'pending':
      return 'The game usually answers within a minute.';
    case 'active':
      return `Sign in to the game as ${login ?? 'this account'} with ${withPassword}.`;
    case 'taken':
      return 'Choose another login, or claim the existing account.';
    case 'failed':
      return 'Choose a login and a password for the game.';
  }
}

/** Why the player can't sign in to a game yet, and what helps; undefined when nothing needs them. */
export function describeCall(accounts: GameAccount[]): { text: string; action: string } | undefined {
  const refused = accounts.find(({ state }) => state === 'taken' || state === 'failed');
  if (refused)
    return { text: `Your game account on ${refused.serverName} isn't ready.`, action: 'See what to do' };
  if (accounts.length === 0 || accounts.some(({ state }) => state !== 'none')) return undefined;
  return { text: 'You have no account in the game yet.', action: 'Create it' };
}

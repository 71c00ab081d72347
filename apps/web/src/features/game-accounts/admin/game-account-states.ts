import type { GameAccountState } from '@waygate/contract/game-accounts/game-accounts.schemas';
import type { BadgeTone } from '#ui/admin/Badge.tsx';

/** What staff read about an account's state on a game server. */
export const GAME_ACCOUNT_STATES: Record<GameAccountState, { text: string; tone: BadgeTone }> = {
  none: { text: 'None', tone: 'neutral' },
  pending: { text: 'Waiting for the game', tone: 'info' },
  active: { text: 'Active', tone: 'success' },
  taken: { text: 'Login taken', tone: 'error' },
  failed: { text: 'Failed', tone: 'error' },
};

import type { AccountPolicy } from '@waygate/contract/game-accounts/credential-rules.schemas';
import type { GameServer, Guarantee } from '@waygate/contract/game-servers/game-servers.schemas';
import type { BadgeTone } from '#ui/admin/Badge.tsx';
import { countText } from '#ui/admin/count-text.ts';

/** What the bridge promises, for those who decide about deliveries. */
export const GUARANTEE_TEXTS: Record<Guarantee, { text: string; meaning: string }> = {
  exactly_once: { text: 'Exactly once', meaning: 'Each delivery arrives, and none arrives twice.' },
  at_most_once: {
    text: 'At most once',
    meaning: 'No delivery arrives twice. Where the game gives no answer, you decide.',
  },
};

export const POLICY_TEXTS: Record<AccountPolicy, string> = {
  own_password: 'A password of their own, which the player sets',
  same_password: "The portal's password",
};

type Status = Pick<GameServer, 'status' | 'offlineSince'>;

export function statusLabel({ status, offlineSince }: Status): { text: string; tone: BadgeTone } {
  switch (status) {
    case 'online':
      return { text: 'Online', tone: 'success' };
    case 'offline':
      return { text: 'Offline', tone: 'error' };
    case 'unknown':
      return offlineSince === null
        ? { text: 'No bridge yet', tone: 'neutral' }
        : { text: 'Bridge is silent', tone: 'warning' };
  }
}

/** '12 of 500 players'. */
export function playersText({
  playersOnline,
  capacity,
}: Pick<GameServer, 'playersOnline' | 'capacity'>): string {
  if (capacity === null) return countText(playersOnline, 'player');
  return `${playersOnline.toLocaleString()} of ${capacity.toLocaleString()} players`;
}

import type { Player } from '@waygate/contract/players/players.schemas';
import { countText } from '#ui/admin/count-text.ts';

/** What an account has: 'Authenticator app', '2 passkeys'. */
export function factorNames({ hasTotp, passkeys }: NonNullable<Player['factors']>): string[] {
  return [
    ...(hasTotp ? ['Authenticator app'] : []),
    ...(passkeys > 0 ? [countText(passkeys, 'passkey')] : []),
  ];
}

import type { Delivery } from '@waygate/contract/deliveries/deliveries.schemas';
import type { AccountCommand } from '@waygate/contract/game-accounts/game-accounts.schemas';
import { makeCommand, makeGrant } from './deliveries.ts';

/** A grant of two of an item for Hero, a player of games that no preset knows. */
export function createDelivery(changes: Partial<Delivery> = {}): Delivery {
  return makeGrant({
    login: 'hero',
    gameAccountId: '70',
    characterId: '700',
    characterName: 'Kara',
    itemId: 7001,
    quantity: 2,
    ...changes,
  });
}

export function createCommand({ kind = 'create', ...changes }: Partial<AccountCommand>): AccountCommand {
  return makeCommand(kind, {
    accountDBID: 5,
    login: 'hero',
    email: null,
    credential: { scheme: 'sha1', verifier: 'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3' },
    ...changes,
  });
}

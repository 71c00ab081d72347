import type { Delivery } from '@waygate/contract/deliveries/deliveries.schemas';
import type { AccountCommand } from '@waygate/contract/game-accounts/game-accounts.schemas';

let ids = 0;

/** A grant of two of an item; each with its own id and key. */
export function createDelivery(changes: Partial<Delivery> = {}): Delivery {
  ids += 1;
  return {
    id: ids,
    idempotencyKey: `order:${ids}:line:1`,
    effect: 'grant',
    revokesKey: null,
    accountDBID: 5,
    login: 'hero',
    gameAccountId: '70',
    characterId: '700',
    characterName: 'Kara',
    kind: 'item',
    itemId: 7001,
    quantity: 2,
    availableUntil: null,
    createdAt: '2026-11-20T00:00:00.000Z',
    ...changes,
  };
}

export function revocationOf(grant: Delivery): Delivery {
  ids += 1;
  return {
    ...grant,
    id: ids,
    idempotencyKey: `${grant.idempotencyKey}:revoke`,
    effect: 'revoke',
    revokesKey: grant.idempotencyKey,
  };
}

export function createCommand(changes: Partial<AccountCommand>): AccountCommand {
  ids += 1;
  return {
    id: ids,
    kind: 'create',
    accountDBID: 5,
    login: 'hero',
    newLogin: null,
    email: null,
    credential: { scheme: 'sha1', verifier: 'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3' },
    proof: null,
    lockedUntil: null,
    createdAt: '2026-11-20T00:00:00.000Z',
    ...changes,
  };
}

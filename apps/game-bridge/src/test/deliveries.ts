import type { Delivery } from '@waygate/contract/deliveries/deliveries.schemas';
import type { AccountCommand } from '@waygate/contract/game-accounts/game-accounts.schemas';

let lastId = 0;

/** A grant of an item as the portal leases it. */
export function makeGrant(changes: Partial<Delivery> = {}): Delivery {
  lastId += 1;
  return {
    id: lastId,
    idempotencyKey: `order:${lastId}:line:1`,
    effect: 'grant',
    revokesKey: null,
    accountDBID: 5,
    login: 'player5',
    gameAccountId: '2000005',
    characterId: '150005',
    characterName: 'Aria',
    kind: 'item',
    itemId: 501,
    quantity: 3,
    availableUntil: null,
    createdAt: '2026-11-20T00:00:00.000Z',
    ...changes,
  };
}

/** The revocation of a grant. */
export function makeRevocation(grant: Delivery): Delivery {
  lastId += 1;
  const idempotencyKey = `${grant.idempotencyKey}:revoke`;
  return { ...grant, id: lastId, idempotencyKey, effect: 'revoke', revokesKey: grant.idempotencyKey };
}

export function makeCommand(
  kind: AccountCommand['kind'],
  changes: Partial<AccountCommand> = {},
): AccountCommand {
  lastId += 1;
  return {
    id: lastId,
    kind,
    accountDBID: 77,
    login: 'newcomer',
    newLogin: null,
    email: 'newcomer@example.com',
    credential: null,
    proof: null,
    lockedUntil: null,
    createdAt: '2026-11-20T00:00:00.000Z',
    ...changes,
  };
}

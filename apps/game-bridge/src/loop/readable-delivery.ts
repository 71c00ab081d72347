import type { Delivery } from '@waygate/contract/deliveries/deliveries.schemas';

/** The kinds that a game can get. */
export const DELIVERY_KINDS = [
  'premium_coins',
  'second_coins',
  'item',
  'club_days',
  'founder_package',
  'veteran_package',
  'benefit',
  'content_creator_package',
  'staff_package',
] as const satisfies Delivery['kind'][];
const KINDS: readonly string[] = DELIVERY_KINDS;
const MAX_KEY_LENGTH = 100;

/** Why the game can never apply this delivery, as a sentence for the portal's staff; undefined when it can. */
export function findFault(delivery: Partial<Record<keyof Delivery, unknown>>): string | undefined {
  const { idempotencyKey, effect, revokesKey, accountDBID, kind, itemId, quantity, availableUntil } =
    delivery;
  if (typeof idempotencyKey !== 'string' || idempotencyKey === '') return 'There is no idempotency key.';
  // A longer one would be cut off in a receipt, and be the key of another delivery.
  if (idempotencyKey.length > MAX_KEY_LENGTH) return 'The idempotency key is too long.';
  if (effect !== 'grant' && effect !== 'revoke') return `The effect '${String(effect)}' is not known.`;
  if (effect === 'revoke' && typeof revokesKey !== 'string') return 'The revocation names no grant.';
  if (String(revokesKey).length > MAX_KEY_LENGTH) return 'The key of the revoked grant is too long.';
  if (!isCount(accountDBID)) return 'There is no account.';
  if (typeof kind !== 'string' || !KINDS.includes(kind)) return `The kind '${String(kind)}' is not known.`;
  if (kind === 'item' && !isCount(itemId)) return 'The item has no id.';
  if (kind === 'benefit' && !isCount(itemId)) return 'The benefit has no id.';
  if (!isCount(quantity)) return 'The quantity is not a positive number.';
  if (!isTimeOrNone(availableUntil)) return 'The time until which it lasts cannot be read.';
  return undefined;
}

function isTimeOrNone(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) > 0;
}

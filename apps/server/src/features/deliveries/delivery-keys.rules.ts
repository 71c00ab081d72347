import { randomBytes } from 'node:crypto';

// Idempotency keys of grants. Each is made of something random, because the game keeps its receipts when the portal's
// database is new or restored, and then ids begin again. At most 57 characters: the game stores 64, and ':revoke' is added.

/** Of one line of an order, which may be granted again after a reversal. The end of an order's reference is random. */
export function orderLineKey(of: { reference: string; position: number; round: number }): string {
  const suffix = of.round === 1 ? '' : `:${of.round}`;
  return `order:${of.reference.slice(-32)}:line:${of.position}${suffix}`;
}

/** Of the one claim of a reward by an account. Both references are UUIDs. */
export function dropKey(of: { accountReference: string; rewardReference: string }): string {
  return `drop:${compact(of.accountReference)}:${compact(of.rewardReference)}`;
}

/** Another one each time: a benefit that is revoked and granted again is another grant. */
export function createBenefitKey({ accountId, benefitId }: { accountId: number; benefitId: number }): string {
  return `benefit:${accountId}:${benefitId}:${randomPart()}`;
}

/** Another one each time. */
export function createPackKey({ accountId, pack }: { accountId: number; pack: string }): string {
  return `pack:${accountId}:${pack}:${randomPart()}`;
}

/** Of one grant of an item by staff. The request's id is a UUID. */
export function itemGrantKey(of: { accountId: number; requestId: string }): string {
  return `item:${of.accountId}:${compact(of.requestId)}`;
}

/** 128 bits in 22 characters. */
function randomPart(): string {
  return randomBytes(16).toString('base64url');
}

function compact(uuid: string): string {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex').toString('base64url');
}

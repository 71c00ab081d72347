import type { DeliveryFailure } from '@waygate/contract/deliveries/deliveries.admin.schemas';
import { type Acknowledgement, deliveryKindSchema } from '@waygate/contract/deliveries/deliveries.schemas';
import type { Db } from '#platform/db/database.ts';
import type { Logger } from '#platform/logging/logger.ts';
import { type AcknowledgedRow, updateDeliveriesAcknowledged } from './acknowledgements.queries.ts';
import { updateDeliveriesCollected } from './collections.queries.ts';
import { type LeasedRow, updateDeliveriesLeased } from './leases.queries.ts';

const MAX_DETAIL_LENGTH = 500;

type Parts = { db: Pick<Db, 'execute'>; log: Logger };

/** Leases due deliveries of a game server to its bridge for `leaseSeconds`. */
export async function leaseDeliveries(
  { db, log }: Parts,
  lease: { serverId: number; limit: number; leaseSeconds: number },
): Promise<LeasedRow[]> {
  for (;;) {
    const rows = await updateDeliveriesLeased(db, lease);
    warnOfDead(
      log,
      rows.filter(({ state }) => state === 'dead'),
    );
    const leased = rows.filter(({ state }) => state === 'leased');
    // A game that gets nothing pauses, although more may be due behind those that were given up.
    if (leased.length > 0 || rows.length === 0) return leased;
  }
}

export type Acknowledged = { id: number; outcome: AcknowledgedRow['outcome'] | 'unknown' };

/**
 * Records the game's acknowledgements. Idempotent.
 *
 * @returns one outcome per acknowledgement, in the same order
 */
export async function acknowledgeDeliveries(
  { db, log }: Parts,
  serverId: number,
  acknowledgements: Acknowledgement[],
): Promise<Acknowledged[]> {
  if (acknowledgements.length === 0) return [];
  const decisive = chooseDecisive(acknowledgements);
  const rows = await updateDeliveriesAcknowledged(db, {
    serverId,
    acknowledgements: [...decisive.values()].map(withPlainTexts),
  });
  warnOfDead(
    log,
    rows.filter(({ outcome }) => outcome === 'dead'),
  );
  const outcomes = new Map(rows.map(({ id, outcome }) => [id, outcome]));
  return acknowledgements.map((acknowledgement) => {
    const { id } = acknowledgement;
    const outcome = outcomes.get(id) ?? 'unknown';
    const counts = outcome === 'unknown' || decisive.get(id) === acknowledgement;
    return { id, outcome: counts ? outcome : 'unchanged' };
  });
}

/**
 * Records what players collected in the game. Idempotent.
 *
 * @returns how many were new
 */
export function recordCollections(
  db: Pick<Db, 'execute'>,
  serverId: number,
  reported: { idempotencyKey: string; collectedAt: string }[],
): Promise<number> {
  const collections = reported
    // A key that the database can't store is of no delivery.
    .filter(({ idempotencyKey }) => idempotencyKey.isWellFormed() && !idempotencyKey.includes('\0'))
    .map(({ idempotencyKey, collectedAt }) => ({
      idempotencyKey,
      collectedAt: storableTime(collectedAt) ?? new Date(),
    }));
  return updateDeliveriesCollected(db, { serverId, collections });
}

/** Of several acknowledgements of one delivery, the first of this order wins. */
function chooseDecisive(acknowledgements: Acknowledgement[]): Map<number, Acknowledgement> {
  const weights = { applied: 6, duplicate: 5, unknown: 4, reject: 3, character_missing: 2, retry: 1 };
  const decisive = new Map<number, Acknowledgement>();
  for (const acknowledgement of acknowledgements) {
    const known = decisive.get(acknowledgement.id);
    if (!known || weights[acknowledgement.result] > weights[known.result]) {
      decisive.set(acknowledgement.id, acknowledgement);
    }
  }
  return decisive;
}

/** Cleans texts instead of refusing them: a bad error message must not lose the acknowledgement. */
function withPlainTexts({
  detail,
  receipt,
  collectBy,
  ...acknowledgement
}: Acknowledgement): Acknowledgement {
  const plain = detail
    ?.replace(/\p{Cc}+/gu, ' ')
    .slice(0, MAX_DETAIL_LENGTH)
    .toWellFormed()
    .trim();
  const end = collectBy === undefined ? undefined : storableTime(collectBy);
  return {
    ...acknowledgement,
    ...(plain && { detail: plain }),
    ...(end && { collectBy: end.toISOString() }),
    ...(receipt && { receipt: { ...receipt, kind: knownKind(receipt.kind) } }),
  };
}

/** The game's clock may be wrong: a time that the database can't store is none. */
export function storableTime(text: string): Date | undefined {
  const time = new Date(text);
  const year = time.getUTCFullYear();
  return year >= 2000 && year <= 9999 ? time : undefined;
}

/** A kind that matches no delivery may be any text, also one that the database can't store. */
function knownKind(kind: string): string {
  return deliveryKindSchema.safeParse(kind).success ? kind : 'unknown';
}

type DeadDelivery = {
  id: number;
  accountId: number;
  idempotencyKey: string;
  failure: DeliveryFailure | 'unknown' | null;
  lastDetail: string | null;
};

function warnOfDead(log: Logger, rows: DeadDelivery[]): void {
  if (rows.length === 0) return;
  const dead = rows.map(({ id, accountId, idempotencyKey, failure, lastDetail }) => ({
    id,
    accountId,
    idempotencyKey,
    failure,
    lastDetail,
  }));
  log.warn({ deliveries: dead }, 'deliveries failed permanently and wait for staff');
}

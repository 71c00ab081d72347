import { sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import { conflict, notFound } from '#platform/errors/app-error.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import {
  type DeliveryCounts,
  selectDeadCounts,
  selectDeliveryCounts,
  selectDeliveryState,
  updateDeliveryDecided,
  updateDeliveryWithdrawn,
} from './deliveries.queries.ts';

const STATE_LABELS = {
  pending: 'is waiting for the game',
  leased: 'is with the game right now',
  applied: 'has reached the game',
  dead: 'was given up',
  cancelled: 'was cancelled',
  superseded: 'was replaced by another one',
  unknown: 'may or may not have reached the game',
  awaiting_character: 'waits until the player chooses a character',
};

/** Registers the gauges for deliveries. They read the database, so every process reports the same numbers. */
export function observeDeliveries(metrics: Metrics, db: Db): void {
  const count = (name: keyof DeliveryCounts) => async () => (await selectDeliveryCounts(db))[name];
  metrics.gauge(
    'waygate_deliveries_dead',
    'Deliveries that were given up and wait for staff.',
    count('dead'),
  );
  metrics.gauge(
    'waygate_deliveries_unknown',
    'Deliveries that may or may not have been applied, and wait for staff.',
    count('unknown'),
  );
  metrics.gauge(
    'waygate_deliveries_awaiting_character',
    'Deliveries that wait until their player chooses a character.',
    count('awaitingCharacter'),
  );
  metrics.gauge(
    'waygate_deliveries_waiting',
    'Deliveries that the game has not applied yet, without those on hold for a dispute.',
    count('waiting'),
  );
  metrics.gaugesByLabel(
    'failure',
    { waygate_deliveries_dead_by_failure: 'Deliveries that were given up, by reason.' },
    () => selectDeadCounts(db),
  );
}

/**
 * Queues a dead delivery again, immediately and with eleven failures left. So is one whose outcome isn't known: the game may
 * then have it twice.
 */
export async function retryDeadDelivery(tx: Transaction, id: number): Promise<void> {
  // `failure` stays: what was suspicious is still, and what exhausted its attempts is leased alone.
  const again = {
    state: 'pending',
    attempts: 1,
    availableAt: sql`now()`,
    settledAt: null,
    problem: null,
    // A game that can't tell by itself needs to know that this was decided.
    sendAgain: sql`send_again + (state = 'unknown')::int`,
  } as const;
  const isQueued = await updateDeliveryDecided(tx, id, again, {
    from: ['dead', 'unknown'],
    mustBeFree: true,
  });
  if (!isQueued) await refuse(tx, id, 'retried');
}

/**
 * Marks a delivery as applied that the game doesn't get any more: staff granted it by hand, or saw that the game has it.
 */
export async function markDelivered(tx: Transaction, id: number): Promise<void> {
  const delivered = {
    state: 'applied',
    settledAt: sql`now()`,
    // The game may still have something else under the key, which a revocation must not take away.
    failure: sql`case when failure in ('mismatch', 'suspicious_duplicate') then failure end`,
    isMarkedDelivered: true,
    problem: null,
    lastDetail: 'delivered by staff',
  } as const;
  const isMarked = await updateDeliveryDecided(tx, id, delivered, {
    from: ['dead', 'unknown', 'awaiting_character'],
  });
  if (!isMarked) await refuse(tx, id, 'marked as delivered');
}

/** Cancels a delivery. Queues a revocation if the game may have applied it without confirming. */
export async function cancelDelivery(tx: Transaction, id: number): Promise<void> {
  if (!(await updateDeliveryWithdrawn(tx, id, 'cancelled by staff'))) await refuse(tx, id, 'cancelled');
}

async function refuse(tx: Transaction, id: number, asked: string): Promise<never> {
  const found = await selectDeliveryState(tx, id);
  if (!found) throw notFound('There is no such delivery.');
  const state = found.isOnHold ? 'is on hold while the payment is disputed' : STATE_LABELS[found.state];
  throw conflict(`This delivery ${state} and cannot be ${asked}.`);
}

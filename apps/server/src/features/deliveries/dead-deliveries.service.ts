import { sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import { conflict, notFound } from '#platform/errors/app-error.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import {
  selectDeadCounts,
  selectDeliveryCounts,
  selectDeliveryState,
  updateDeadDelivery,
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
  const count = (name: 'dead' | 'waiting') => async () => (await selectDeliveryCounts(db))[name];
  metrics.gauge(
    'waygate_deliveries_dead',
    'Deliveries that were given up and wait for staff.',
    count('dead'),
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

/** Queues a dead delivery again, immediately and with eleven failures left. */
export async function retryDeadDelivery(tx: Transaction, id: number): Promise<void> {
  // `failure` stays: what was suspicious is still, and what exhausted its attempts is leased alone.
  const again = { state: 'pending', attempts: 1, availableAt: sql`now()`, settledAt: null } as const;
  if (!(await updateDeadDelivery(tx, id, again, { mustBeFree: true }))) await refuse(tx, id, 'retried');
}

/** Marks a dead delivery as applied, because staff granted it by hand. */
export async function markDelivered(tx: Transaction, id: number): Promise<void> {
  const delivered = {
    state: 'applied',
    settledAt: sql`now()`,
    // The game may still have something else under the key, which a revocation must not take away.
    failure: sql`case when failure in ('mismatch', 'suspicious_duplicate') then failure end`,
    isMarkedDelivered: true,
    lastDetail: 'delivered by staff',
  } as const;
  if (!(await updateDeadDelivery(tx, id, delivered))) await refuse(tx, id, 'marked as delivered');
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

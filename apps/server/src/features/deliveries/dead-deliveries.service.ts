import { sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import { conflict, notFound } from '#platform/errors/app-error.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import {
  selectDeliveryCounts,
  selectDeliveryState,
  updateDeadDelivery,
  updateDeliveryWithdrawn,
} from './deliveries.queries.ts';

const STATE_WORDS = {
  pending: 'is waiting for the game',
  leased: 'is with the game right now',
  applied: 'has reached the game',
  dead: 'was given up',
  cancelled: 'was cancelled',
};

/** What the metrics say of deliveries, whichever process is asked. */
export function observeDeliveries(metrics: Metrics, db: Db): void {
  const count = (name: 'dead' | 'waiting') => async () => (await selectDeliveryCounts(db))[name];
  metrics.gauge(
    'waygate_deliveries_dead',
    'Deliveries that were given up and wait for staff.',
    count('dead'),
  );
  metrics.gauge(
    'waygate_deliveries_waiting',
    'Deliveries that the game has not applied yet.',
    count('waiting'),
  );
}

/** Has the game try a dead delivery again, at once and with eleven failures to go. */
export async function retryDeadDelivery(tx: Transaction, id: number): Promise<void> {
  // One attempt stays: it says that the game has seen the delivery, so that a withdrawal takes it back.
  const again = { state: 'pending', attempts: 1, availableAt: sql`now()`, settledAt: null } as const;
  if (!(await updateDeadDelivery(tx, id, again))) await refuse(tx, id, 'retried');
}

/** For what staff gave the player by hand. */
export async function markDelivered(tx: Transaction, id: number): Promise<void> {
  const delivered = { state: 'applied', settledAt: sql`now()`, lastDetail: 'delivered by staff' } as const;
  if (!(await updateDeadDelivery(tx, id, delivered))) await refuse(tx, id, 'marked as delivered');
}

/** Cancels a delivery that was not applied; the game takes back what it may have applied unheard. */
export async function cancelDelivery(tx: Transaction, id: number): Promise<void> {
  if (!(await updateDeliveryWithdrawn(tx, id, 'cancelled by staff'))) await refuse(tx, id, 'cancelled');
}

async function refuse(tx: Transaction, id: number, asked: string): Promise<never> {
  const state = await selectDeliveryState(tx, id);
  if (state === undefined) throw notFound('There is no such delivery.');
  throw conflict(`This delivery ${STATE_WORDS[state]} and cannot be ${asked}.`);
}

import { collectTransactionsJob } from '#features/orders/job-definitions.ts';
import { type OpenShop, type OrderParts, requireOpenShop } from '#features/orders/order-parts.ts';
import type { Payout } from '#platform/payments/payment-transactions.ts';
import {
  insertPayoutRead,
  insertTransactions,
  openWindow,
  selectPayoutsFrom,
  selectUnreadPayouts,
  updateCursorCompleted,
  updateTransactionsPaidOut,
  updateWindowRead,
} from './transactions.queries.ts';

/** Pages of a hundred that one run reads, before another run goes on. */
const PAGES_OF_A_RUN = 50;

/**
 * Reads from the provider what payments moved on its balance: fees, refunds, disputes and payouts. A run is bounded, keeps
 * its position after each page, and queues another run for the rest. No transaction is open while the provider is asked.
 *
 * @throws PaymentUnavailable, PaymentRefused; the next run goes on where this one stopped
 */
export async function collectTransactions(parts: OrderParts): Promise<void> {
  if (!parts.payments) return;
  const shop = requireOpenShop(parts);
  const budget = { pages: PAGES_OF_A_RUN };
  const isCurrent = await readTransactions(shop, budget);
  if (isCurrent && (await readPayouts(shop, budget)))
    return updateCursorCompleted(shop.db, shop.payments.name);
  if (budget.pages <= 0) await shop.db.transaction((tx) => shop.jobs.enqueue(tx, collectTransactionsJob, {}));
}

type Budget = { pages: number };

/** @returns whether everything up to now was read */
async function readTransactions({ db, payments }: OpenShop, budget: Budget): Promise<boolean> {
  const { name } = payments;
  while (budget.pages > 0) {
    budget.pages -= 1;
    const window = await openWindow(db, name);
    const { rows, next } = await payments.listTransactions({
      from: window.readFrom,
      to: window.toAt,
      after: window.after,
    });
    const position = await db.transaction(async (tx) => {
      await insertTransactions(tx, name, rows);
      return updateWindowRead(tx, window, next);
    });
    if (position === 'overtaken') return false;
    if (position === 'done') return true;
  }
  return false;
}

/** @returns whether every payout was read */
async function readPayouts(shop: OpenShop, budget: Budget): Promise<boolean> {
  const { db, payments } = shop;
  const from = await selectPayoutsFrom(db, payments.name);
  if (!from) return false;
  let after: string | undefined;
  while (budget.pages > 0) {
    budget.pages -= 1;
    const { rows, next } = await payments.listPayouts({ from, after });
    for (const payout of await selectUnreadPayouts(db, rows))
      if (!(await readPayout(shop, payout, budget))) return false;
    if (next === undefined) return true;
    after = next;
  }
  return false;
}

/** A payout counts as read after its last page. Until then another run reads it from the beginning. */
async function readPayout({ db, payments }: OpenShop, payout: Payout, budget: Budget): Promise<boolean> {
  let after: string | undefined;
  // At least one whole payout in each run, or a large one would never be read.
  do {
    budget.pages -= 1;
    const { rows, next } = await payments.listPaidOut({ payoutId: payout.id, after });
    await updateTransactionsPaidOut(db, payout.id, rows);
    after = next;
  } while (after !== undefined);
  await insertPayoutRead(db, payments.name, payout);
  return budget.pages > 0;
}

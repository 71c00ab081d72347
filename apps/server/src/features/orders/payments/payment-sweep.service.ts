import { PaymentRefused, type SweepSubject, type SweptPage } from '#platform/payments/payment-provider.ts';
import {
  settleReversedOrder,
  settleSeenPaymentJob,
  sweepPaymentsJob,
} from '#features/orders/job-definitions.ts';
import { type OpenShop, type OrderParts, requireOpenShop } from '#features/orders/order-parts.ts';
import {
  selectSweptWork,
  type SweepRun,
  updateSweepBegun,
  updateSweepDropped,
  updateSweepPaged,
} from './payment-sweep.queries.ts';

const PAGES_OF_A_RUN = 20;
/**
 * Stripe fails a pending refund after 45 days, and a bank can send a refund back late.
 * Source: https://support.stripe.com/questions/fix-your-pending-refund. A dispute can take a bank months.
 * A checkout changes after its hour only while its payment is on its way, which the run before has seen.
 */
const LOOK_BACK_DAYS: Record<SweepSubject, number> = { refunds: 45, disputes: 120, sessions: 0 };

/**
 * Lists refunds, disputes and completed checkouts at the provider and wakes the orders that they are about, so that a webhook
 * endpoint that is missing, disabled or misconfigured costs hours. Payments of this installation without an order become
 * unmatched: after the restore of a backup nobody sends their webhooks again. Runs once a day, resumes where it was interrupted, and queues itself for
 * the rest of a long list. No transaction is open while the provider is asked.
 *
 * @throws PaymentUnavailable, PaymentNotPermitted, PaymentKeySpent; what was listed so far is kept
 */
export async function sweepPayments(parts: OrderParts): Promise<void> {
  // The sandbox repeats its webhooks until they are received.
  if (parts.payments?.name !== 'stripe') return;
  const shop = requireOpenShop(parts);
  const account = { provider: shop.payments.name, isLive: shop.payments.isLive };
  // A key may lack the permission for one of them alone.
  const results = await Promise.allSettled(
    (['refunds', 'disputes', 'sessions'] as const).map(async (subject) => {
      const run = await updateSweepBegun(shop.db, { ...account, subject }, LOOK_BACK_DAYS[subject]);
      return run === undefined || takePages(shop, run);
    }),
  );
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  if (results.some((result) => result.status === 'fulfilled' && !result.value))
    await shop.db.transaction((tx) => shop.jobs.enqueue(tx, sweepPaymentsJob, {}));
}

/** @returns whether the run needs no other job */
async function takePages(shop: OpenShop, run: SweepRun): Promise<boolean> {
  let cursor = run.cursor;
  for (let count = 0; count < PAGES_OF_A_RUN; count += 1) {
    const page = await listPage(shop, { ...run, cursor });
    if (!page || !(await storePage(shop, { ...run, cursor }, page))) return true;
    cursor = page.next;
    if (cursor === undefined) return true;
  }
  return false;
}

/** @returns undefined when the provider no longer knows the cursor; the next run starts again */
async function listPage(shop: OpenShop, run: SweepRun): Promise<SweptPage | undefined> {
  const { subject, listFrom: createdFrom, cursor: after } = run;
  try {
    return await shop.payments.listForSweep(subject, { createdFrom, after });
  } catch (error) {
    if (!(error instanceof PaymentRefused) || after === undefined) throw error;
    shop.log.warn({ err: error, subject }, 'the sweep of payments starts again');
    await updateSweepDropped(shop.db, run);
    return undefined;
  }
}

/** @returns false if another process was faster with this page */
async function storePage(
  { db, jobs }: OpenShop,
  run: SweepRun,
  { payments, next }: SweptPage,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await updateSweepPaged(tx, run, { next, openSince: oldestOpen(run, payments) }))) return false;
    const concerning = payments.filter(
      ({ isSettled, createdAt }) => run.subject !== 'refunds' || !isSettled || createdAt >= run.wakeFrom,
    );
    const { reversed, seen } = await selectSweptWork(tx, run, concerning);
    await jobs.enqueueAll(tx, settleReversedOrder, reversed);
    await jobs.enqueueAll(tx, settleSeenPaymentJob, seen);
    return true;
  });
}

function oldestOpen({ subject, ownPrefix }: SweepRun, payments: SweptPage['payments']): Date | undefined {
  // A checkout of another shop on the account may stay unpaid for ever.
  const isOurs = (reference = '') => subject !== 'sessions' || reference.startsWith(ownPrefix);
  return payments.findLast(({ isSettled, reference }) => !isSettled && isOurs(reference))?.createdAt;
}

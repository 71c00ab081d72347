import * as z from 'zod';
import { defineJob } from '#platform/jobs/jobs.ts';

const id = z.int().positive();

export const settleOrderJob = defineJob({
  name: 'orders.settle',
  payload: z.object({ orderId: id }),
  retry: { limit: 5, delaySeconds: 2, maxDelaySeconds: 60 },
  expireSeconds: 120,
});

export const carryOutRefundJob = defineJob({
  name: 'orders.refund',
  payload: z.object({ refundId: id }),
  expireSeconds: 120,
});

export const checkUnmatchedJob = defineJob({
  name: 'orders.unmatched',
  payload: z.object({ unmatchedId: id }),
  expireSeconds: 120,
});

export const handleWebhook = defineJob({
  name: 'orders.webhook',
  payload: z.object({ eventRowId: id }),
  retry: { limit: 10, delaySeconds: 2, maxDelaySeconds: 300 },
  expireSeconds: 120,
});

export const recoverWebhooks = defineJob({
  name: 'orders.recover_webhooks',
  payload: z.object({ after: z.string().optional(), page: z.int().optional() }),
  expireSeconds: 300,
});

export const reconcileOrders = defineJob({
  name: 'orders.reconcile',
  payload: z.object({}),
  expireSeconds: 300,
});

export const sweepPaymentsJob = defineJob({
  name: 'orders.sweep_payments',
  payload: z.object({}),
  retry: { limit: 3, delaySeconds: 60, maxDelaySeconds: 600 },
  expireSeconds: 900,
});

/** Patient, because the sweep doesn't ask for the same order again before the next day. */
export const settleReversedOrder = defineJob({
  name: 'orders.settle_reversed',
  payload: z.object({ orderId: id, otherSessionId: z.string().nullable() }),
  retry: { limit: 10, delaySeconds: 30, maxDelaySeconds: 7200 },
  expireSeconds: 120,
});

/** As patient. A payment whose order was missing when it was listed: the order is there by now, or it is recorded as unmatched. */
export const settleSeenPaymentJob = defineJob({
  name: 'orders.settle_seen',
  payload: z.object({
    reference: z.string().nullable(),
    sessionId: z.string().nullable(),
    paymentIntentId: z.string().nullable(),
  }),
  retry: { limit: 10, delaySeconds: 30, maxDelaySeconds: 7200 },
  expireSeconds: 120,
});

export const checkPaymentSetupJob = defineJob({
  name: 'orders.check_payment_setup',
  payload: z.object({ isStart: z.boolean() }),
  expireSeconds: 300,
});

export const collectTransactionsJob = defineJob({
  name: 'orders.collect_transactions',
  payload: z.object({}),
  expireSeconds: 600,
});

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

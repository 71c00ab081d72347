import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { idParam, limitQuery } from '../text.ts';
import {
  RECEIPT_LIST_LIMIT,
  receiptDecisionSchema,
  unmatchedReceiptListSchema,
  unmatchedReceiptSchema,
  unmatchedReceiptStateSchema,
} from './receipts.schemas.ts';

const access = { section: 'orders' } as const;
const params = z.object({ id: idParam });
const filters = {
  state: z._default(z.enum([...unmatchedReceiptStateSchema.options, 'all']), 'open'),
  account: z.optional(idParam),
};

export const listUnmatchedReceipts = endpoint({
  method: 'GET',
  path: '/admin/unmatched-receipts',
  access,
  summary:
    'What games have receipts of and the restored portal has no deliveries of, newest first; what waits for staff by default.',
  query: z.object({ limit: limitQuery(RECEIPT_LIST_LIMIT), before: z.optional(idParam), ...filters }),
  response: unmatchedReceiptListSchema,
});

export const exportUnmatchedReceipts = endpoint({
  method: 'GET',
  path: '/admin/unmatched-receipts/export',
  access,
  sudo: true,
  summary: 'Receipts without deliveries as the list finds them, as CSV. One export at a time.',
  query: z.object(filters),
  response: 'csv',
});

export const keepReceipt = endpoint({
  method: 'POST',
  path: '/admin/unmatched-receipts/:id/keep',
  access,
  summary: 'Leave what a receipt without a delivery says as it is in the game.',
  params,
  body: receiptDecisionSchema,
  response: unmatchedReceiptSchema,
});

export const revokeReceipt = endpoint({
  method: 'POST',
  path: '/admin/unmatched-receipts/:id/revoke',
  access,
  summary: 'Revoke in the game what a receipt without a delivery says it was granted.',
  params,
  body: receiptDecisionSchema,
  response: unmatchedReceiptSchema,
});

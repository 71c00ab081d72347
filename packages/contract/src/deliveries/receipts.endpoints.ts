import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { receiptReportSchema } from './receipts.schemas.ts';

export const reportReceipts = endpoint({
  method: 'POST',
  path: '/bridge/v1/receipts',
  access: 'bridge',
  summary:
    "Report the game's receipts since a restored backup, as the status asked for them. Safe to repeat.",
  body: receiptReportSchema,
  /** How many of them this portal has no deliveries of. */
  response: z.object({ unmatched: z.int() }),
});

import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { periodQuery } from '../lists.ts';
import { idParam } from '../text.ts';
import { adminCoinHistorySchema, coinPageQuery, coinReasonSchema, currencySchema } from './coins.schemas.ts';

const access = { section: 'users' } as const;
const params = z.object({ id: idParam });

const COINS_MESSAGE = 'Please give a whole number of coins.';
const coins = z.pipe(z.string(COINS_MESSAGE).check(z.regex(/^\d{1,9}$/, COINS_MESSAGE)), z.transform(Number));

/** What the history is narrowed by. */
const filters = {
  currency: z.optional(currencySchema),
  reason: z.optional(coinReasonSchema),
  ...periodQuery,
  /** Coins that came or went. */
  atLeast: z.optional(coins),
  atMost: z.optional(coins),
};

export const listAdminCoinHistory = endpoint({
  method: 'GET',
  path: '/admin/users/:id/coins',
  access,
  summary:
    "An account's coin history, newest first. The order only with the section Orders, the member of staff only for accounts that the viewer may edit.",
  params,
  query: z.object({ ...coinPageQuery, ...filters }),
  response: adminCoinHistorySchema,
});

export const exportCoinHistory = endpoint({
  method: 'GET',
  path: '/admin/users/:id/coins/export',
  access,
  sudo: true,
  summary: "An account's coin history with the same filters, as CSV. One export at a time.",
  params,
  query: z.object(filters),
  response: 'csv',
});

import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { idParam, limitQuery } from '../text.ts';
import {
  adminCoinHistorySchema,
  COIN_HISTORY_LIMIT,
  coinBalanceSchema,
  coinHistorySchema,
  coinMovedSchema,
  coinMovementSchema,
} from './coins.schemas.ts';

const BEFORE_MESSAGE = 'Please give the number that the last page ended with.';

/** Entries are numbered past 32 bits. */
const entryNumber = z.pipe(
  z.string(BEFORE_MESSAGE).check(z.regex(/^[1-9]\d{0,14}$/, BEFORE_MESSAGE)),
  z.transform(Number),
);

const page = { limit: limitQuery(COIN_HISTORY_LIMIT), before: z.optional(entryNumber) };

export const debitCoins = endpoint({
  method: 'POST',
  path: '/bridge/v1/coins/debits',
  access: 'bridge',
  summary:
    "Take coins that a player spends in the game, once per key and never below zero. 409 for another movement's key.",
  body: coinMovementSchema,
  response: coinMovedSchema,
});

export const creditCoins = endpoint({
  method: 'POST',
  path: '/bridge/v1/coins/credits',
  access: 'bridge',
  summary: 'Return coins that this game server debited, once per key. 409 for a key of another movement.',
  body: coinMovementSchema,
  response: coinMovedSchema,
});

const IDS_MESSAGE = 'Please give up to 200 account ids, separated by commas.';

export const listCoinBalances = endpoint({
  method: 'GET',
  path: '/bridge/v1/coins/balances',
  access: 'bridge',
  summary: 'The balances of up to 200 accounts; unknown ids are left out.',
  query: z.object({
    accountDBID: z.string(IDS_MESSAGE).check(z.regex(/^[1-9]\d{0,9}(,[1-9]\d{0,9}){0,199}$/, IDS_MESSAGE)),
  }),
  response: z.object({ balances: z.array(coinBalanceSchema) }),
});

export const listCoinHistory = endpoint({
  method: 'GET',
  path: '/user/coins',
  access: 'player',
  summary: "The signed-in account's coin history, newest first.",
  query: z.object(page),
  response: coinHistorySchema,
});

export const listAdminCoinHistory = endpoint({
  method: 'GET',
  path: '/admin/users/:id/coins',
  access: { section: 'users' },
  summary:
    "An account's coin history, newest first. The order only with the section Orders, the member of staff only for accounts that the viewer may edit.",
  params: z.object({ id: idParam }),
  query: z.object(page),
  response: adminCoinHistorySchema,
});

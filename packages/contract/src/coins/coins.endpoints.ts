import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import {
  coinBalanceSchema,
  coinHistorySchema,
  coinMovedSchema,
  coinMovementSchema,
  coinPageQuery,
} from './coins.schemas.ts';

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
  query: z.object(coinPageQuery),
  response: coinHistorySchema,
});

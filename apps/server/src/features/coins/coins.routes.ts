import * as endpoints from '@waygate/contract/coins/coins.endpoints';
import type { CoinMoved } from '@waygate/contract/coins/coins.schemas';
import type { Database } from '#platform/db/database.ts';
import { AppError } from '#platform/errors/app-error.ts';
import type { Route } from '#platform/http/route.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import { selectBalancesOf } from './balances.queries.ts';
import { readCoinHistory } from './history.service.ts';
import { creditCoins, debitCoins } from './movements.service.ts';

export function coinRoutes(route: Route, { db, metrics }: { db: Database; metrics: Metrics }): void {
  const countDebit = metrics.counter(
    'waygate_coin_debits_total',
    'Coins that games asked for, by outcome.',
    'outcome',
  );
  const countCredit = metrics.counter(
    'waygate_coin_credits_total',
    'Coins that games returned, by outcome.',
    'outcome',
  );

  route(endpoints.debitCoins, ({ body, serverId }) =>
    counted(countDebit, () => debitCoins(db, { ...body, serverId })),
  );

  route(endpoints.creditCoins, ({ body, serverId }) =>
    counted(countCredit, () => creditCoins(db, { ...body, serverId })),
  );

  route(endpoints.listCoinBalances, async ({ query }) => ({
    balances: await selectBalancesOf(db, query.accountDBID.split(',').map(Number)),
  }));

  route(endpoints.listCoinHistory, ({ viewer, query }) =>
    readCoinHistory(db, { accountId: viewer.accountId, ...query }),
  );
}

async function counted(count: (outcome: string) => void, move: () => Promise<CoinMoved>): Promise<CoinMoved> {
  try {
    const moved = await move();
    count(moved.outcome);
    return moved;
  } catch (error) {
    if (error instanceof AppError) count(error.code);
    throw error;
  }
}

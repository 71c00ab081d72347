import type { CoinHistory } from '@waygate/contract/coins/coins.schemas';
import { selectEntries } from '#features/ledger/ledger.ts';
import type { Db } from '#platform/db/database.ts';
import { presentCoinHistory } from './history.presenter.ts';
import { selectServerNames } from './history.queries.ts';

/** A page of an account's coin history, newest first. */
export async function readCoinHistory(
  db: Db,
  { accountId, before, limit }: { accountId: number; before?: number | undefined; limit: number },
): Promise<CoinHistory> {
  const [rows, serverNames] = await Promise.all([
    selectEntries(db, { accountId, before, limit: limit + 1 }),
    selectServerNames(db),
  ]);
  return presentCoinHistory(rows, { limit, serverNames });
}

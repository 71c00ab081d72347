import type { CoinHistory } from '@waygate/contract/coins/coins.schemas';
import { selectServerNames } from '#features/game-servers/game-servers.ts';
import { selectEntries } from '#features/ledger/ledger.ts';
import type { Db } from '#platform/db/database.ts';
import { presentCoinHistory } from './history.presenter.ts';

/** A page of an account's coin history, newest first. */
export async function readCoinHistory(
  db: Db,
  { accountId, before, limit }: { accountId: number; before?: number | undefined; limit: number },
): Promise<CoinHistory> {
  const [rows, servers] = await Promise.all([
    selectEntries(db, { accountId, before, limit: limit + 1 }),
    selectServerNames(db),
  ]);
  const serverNames = new Map(servers.map(({ id, name }) => [id, name]));
  return presentCoinHistory(rows, { limit, serverNames });
}

import type { CoinHistory, CoinReason } from '@waygate/contract/coins/coins.schemas';
import { selectServerNames } from '#features/game-servers/game-servers.ts';
import { type EntryFilter, selectEntries, selectFilteredEntries } from '#features/ledger/ledger.ts';
import type { Db } from '#platform/db/database.ts';
import { presentCoinHistory } from './history.presenter.ts';
import { ledgerReasonsOf } from './reasons.rules.ts';

export type CoinPage = { before?: number | undefined; limit: number };

/** What a history is narrowed by. */
export type CoinFilter = Omit<EntryFilter, 'reasons'> & { reason?: CoinReason | undefined };

/** A page of an account's coin history, newest first. */
export async function readCoinHistory(
  db: Db,
  { accountId, before, limit }: CoinPage & { accountId: number },
): Promise<CoinHistory> {
  const rows = await selectEntries(db, { accountId, before, limit: limit + 1 });
  return presentCoinHistory(rows, { limit, serverNames: await readServerNames(db) });
}

/** The same for some of the entries. */
export async function readFilteredCoinHistory(
  db: Db,
  filter: CoinFilter,
  { before, limit }: CoinPage,
): Promise<CoinHistory> {
  const rows = await selectFilteredEntries(db, entryFilterOf(filter), { before, limit: limit + 1 });
  return presentCoinHistory(rows, { limit, serverNames: await readServerNames(db) });
}

export function entryFilterOf({ reason, ...filter }: CoinFilter): EntryFilter {
  return { ...filter, reasons: reason && ledgerReasonsOf(reason) };
}

/** By their ids. */
export async function readServerNames(db: Db): Promise<Map<number, string>> {
  return new Map((await selectServerNames(db)).map(({ id, name }) => [id, name]));
}

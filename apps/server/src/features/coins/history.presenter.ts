import type { CoinEntry, CoinHistory } from '@waygate/contract/coins/coins.schemas';
import type { LedgerRecord } from '#features/ledger/ledger.ts';
import { reasonOf } from './reasons.rules.ts';

/** @param rows a page, and one entry more if there are more */
export function presentCoinHistory(
  rows: LedgerRecord[],
  { limit, serverNames }: { limit: number; serverNames: Map<number, string> },
): CoinHistory {
  const shown = rows.slice(0, limit);
  const hasMore = rows.length > shown.length;
  return {
    entries: shown.map((row) => presentCoinEntry(row, serverNames)),
    before: hasMore ? (shown.at(-1)?.id ?? null) : null,
  };
}

export function presentCoinEntry(
  { id, currency, amount, balance, reason, detail, serverId, createdAt }: LedgerRecord,
  serverNames: Map<number, string>,
): CoinEntry {
  return {
    entryId: id,
    currency,
    amount,
    balance,
    reason: reasonOf(reason),
    detail,
    serverName: serverId === null ? null : (serverNames.get(serverId) ?? null),
    createdAt: createdAt.toISOString(),
  };
}

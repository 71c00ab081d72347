import type { exportCoinHistory as endpoint } from '@waygate/contract/coins/coins.admin.endpoints';
import type { CoinEntry } from '@waygate/contract/coins/coins.schemas';
import type { CsvColumn } from '@waygate/contract/csv';
import type { CsvFile, ParsedInput } from '@waygate/contract/endpoint';
import { presentCoinEntry } from '#features/coins/history.presenter.ts';
import { entryFilterOf, readServerNames } from '#features/coins/history.service.ts';
import { countFilteredEntries, selectFilteredEntries } from '#features/ledger/ledger.ts';
import type { ExportList, Staff } from '#features/staff/staff.ts';

type History = { accountId: number; query: ParsedInput<typeof endpoint>['query'] };

/** An account's coin history, in its order. */
export function exportCoinHistory(
  exportList: ExportList,
  staff: Staff,
  { accountId, query }: History,
): Promise<CsvFile> {
  const filter = entryFilterOf({ ...query, accountId });
  return exportList<CoinEntry, CoinEntry, Map<number, string>>(staff, {
    list: 'coins',
    fileName: `coins-of-${accountId}`,
    columns: COLUMNS,
    present: (entry) => entry,
    query: { account: accountId, ...query },
    begin: readServerNames,
    readAfter: async (tx, { after, limit }, serverNames) => {
      const rows = await selectFilteredEntries(tx, filter, { before: after?.entryId, limit });
      return rows.map((row) => presentCoinEntry(row, serverNames));
    },
    count: (tx, most) => countFilteredEntries(tx, filter, most),
  });
}

const COLUMNS: CsvColumn<CoinEntry>[] = [
  { label: 'entryId', value: ({ entryId }) => entryId },
  { label: 'createdAt', value: ({ createdAt }) => createdAt },
  { label: 'currency', value: ({ currency }) => currency },
  { label: 'amount', value: ({ amount }) => amount },
  { label: 'balance', value: ({ balance }) => balance },
  { label: 'reason', value: ({ reason }) => reason },
  { label: 'detail', value: ({ detail }) => detail },
  { label: 'serverName', value: ({ serverName }) => serverName },
];

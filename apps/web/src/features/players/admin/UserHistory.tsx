import { RecordTable } from '#features/admin/lists/RecordTable.tsx';
import { HISTORY_TABLES, type HistoryKind, type HistoryTable } from './history-tables.tsx';
import { useUserHistory } from '#features/accounts/admin/use-user.ts';

/** One kind of record from an account's history. */
export function UserHistory({ accountId, kind }: { accountId: string; kind: HistoryKind }) {
  const { data, error, refetch } = useUserHistory(accountId);
  // Table and rows are of one kind, which TypeScript cannot follow through a union.
  const table = HISTORY_TABLES[kind] as HistoryTable<unknown>;
  return <RecordTable {...table} rows={data?.[kind]} error={error} onRetry={() => void refetch()} />;
}

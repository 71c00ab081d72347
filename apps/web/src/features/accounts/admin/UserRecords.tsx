import { useQuery } from '@tanstack/react-query';
import { RecordTable } from '#features/admin/lists/RecordTable.tsx';
import { RECORD_TABLES, type RecordTable as Table } from './record-tables.tsx';

type UserRecordsProps = { accountId: string; kind: keyof typeof RECORD_TABLES };

/** An account's records from another section. */
export function UserRecords({ accountId, kind }: UserRecordsProps) {
  // Columns and rows are of one kind, which TypeScript cannot follow through a union.
  const { load, ...table } = RECORD_TABLES[kind] as Table<unknown>;
  const { data, error, refetch } = useQuery({
    queryKey: [kind, 'of account', accountId],
    queryFn: ({ signal }) => load(accountId, signal),
  });
  return <RecordTable {...table} rows={data} error={error} onRetry={() => void refetch()} />;
}

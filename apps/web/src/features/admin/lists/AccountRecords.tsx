import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { RecordTable } from './RecordTable.tsx';

type AccountRecordsProps<Row> = Omit<
  ComponentProps<typeof RecordTable<Row>>,
  'rows' | 'error' | 'onRetry'
> & {
  /** The first part of the records' query keys. */
  kind: string;
  accountId: string;
  /** The newest records of the account. */
  load: (account: string, signal: AbortSignal) => Promise<Row[]>;
};

/** An account's newest records of one kind. */
export function AccountRecords<Row>({ kind, accountId, load, ...table }: AccountRecordsProps<Row>) {
  const { data, error, refetch } = useQuery({
    queryKey: [kind, 'of account', accountId],
    queryFn: ({ signal }) => load(accountId, signal),
  });
  return <RecordTable {...table} rows={data} error={error} onRetry={() => void refetch()} />;
}

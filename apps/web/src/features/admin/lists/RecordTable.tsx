import type { ReactNode } from 'react';
import { messageOf } from '#api/api-error.ts';
import type { Column } from '#ui/admin/table/columns.ts';
import { DataTable } from '#ui/admin/table/DataTable.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Failure } from '#ui/Failure.tsx';
import { ListSkeleton } from './ListSkeleton.tsx';

type RecordTableProps<Row> = {
  caption: string;
  /** Undefined until loaded. */
  rows: Row[] | undefined;
  error: Error | null;
  onRetry: () => void;
  /** When the server gives no reason. */
  failure?: string;
  columns: Column<Row>[];
  rowKey: (row: Row) => string | number;
  /** Whether other rows are loading in place of these. */
  isBusy?: boolean;
  /** Shown when there are no rows: a sentence, or what stands in its place. */
  nothing: ReactNode;
};

/** A table of records that were fetched at once, or what stands in its place. */
export function RecordTable<Row>({
  caption,
  rows,
  error,
  onRetry,
  failure = "These records couldn't be loaded.",
  columns,
  rowKey,
  isBusy = false,
  nothing,
}: RecordTableProps<Row>) {
  if (error && !rows) return <Failure message={messageOf(error, failure)} onRetry={onRetry} />;
  if (!rows) return <ListSkeleton caption={caption} />;
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={rows}
      rowKey={rowKey}
      isBusy={isBusy}
      empty={
        typeof nothing === 'string' ? (
          <EmptyState>
            <p>{nothing}</p>
          </EmptyState>
        ) : (
          nothing
        )
      }
    />
  );
}

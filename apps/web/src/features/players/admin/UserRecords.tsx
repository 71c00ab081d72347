import { AccountRecords } from '#features/admin/lists/AccountRecords.tsx';
import { WithFile } from '#features/admin/lists/WithFile.tsx';
import { RECORD_TABLES, type RecordTable } from './record-tables.tsx';

type UserRecordsProps = { accountId: string; kind: keyof typeof RECORD_TABLES };

/** An account's records from another section. */
export function UserRecords({ accountId, kind }: UserRecordsProps) {
  // Columns and rows are of one kind, which TypeScript cannot follow through a union.
  const { csv, ...table } = RECORD_TABLES[kind] as RecordTable<unknown>;
  return (
    <WithFile endpoint={csv.endpoint} caption={table.caption} query={{ ...csv.query, account: accountId }}>
      <AccountRecords {...table} kind={kind} accountId={accountId} />
    </WithFile>
  );
}

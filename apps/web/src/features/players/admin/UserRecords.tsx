import { AccountRecords } from '#features/admin/lists/AccountRecords.tsx';
import { RECORD_TABLES, type RecordTable } from './record-tables.tsx';

type UserRecordsProps = { accountId: string; kind: keyof typeof RECORD_TABLES };

/** An account's records from another section. */
export function UserRecords({ accountId, kind }: UserRecordsProps) {
  // Columns and rows are of one kind, which TypeScript cannot follow through a union.
  const table = RECORD_TABLES[kind] as RecordTable<unknown>;
  return <AccountRecords {...table} kind={kind} accountId={accountId} />;
}

import {
  exportUserBans,
  exportUserMails,
  exportUserSessions,
} from '@waygate/contract/accounts/accounts.admin.endpoints';
import type { CsvEndpoint } from '#features/admin/lists/CsvButton.tsx';
import { RecordTable } from '#features/admin/lists/RecordTable.tsx';
import { WithFile } from '#features/admin/lists/WithFile.tsx';
import { HISTORY_TABLES, type HistoryKind, type HistoryTable } from './history-tables.tsx';
import { useUserHistory } from '#features/accounts/admin/use-user.ts';

const FILES: Record<HistoryKind, CsvEndpoint> = {
  bans: exportUserBans,
  sessions: exportUserSessions,
  mails: exportUserMails,
};

/** One kind of record from an account's history. */
export function UserHistory({ accountId, kind }: { accountId: string; kind: HistoryKind }) {
  const { data, error, refetch } = useUserHistory(accountId);
  // Table and rows are of one kind, which TypeScript cannot follow through a union.
  const table = HISTORY_TABLES[kind] as HistoryTable<unknown>;
  return (
    <WithFile endpoint={FILES[kind]} caption={table.caption} params={{ id: accountId }}>
      <RecordTable {...table} rows={data?.[kind]} error={error} onRetry={() => void refetch()} />
    </WithFile>
  );
}

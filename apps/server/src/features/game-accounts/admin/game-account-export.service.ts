import type { CsvColumn } from '@waygate/contract/csv';
import type { CsvFile } from '@waygate/contract/endpoint';
import type { AdminGameAccount } from '@waygate/contract/game-accounts/game-accounts.admin.schemas';
import { allAtOnce, type ExportList, type Staff } from '#features/staff/staff.ts';
import { selectAdminGameAccounts } from './game-accounts.admin.queries.ts';

/** The account's accounts in games, in the order of the servers. */
export function exportUserGameAccounts(
  exportList: ExportList,
  staff: Staff,
  accountId: number,
): Promise<CsvFile> {
  return exportList(staff, {
    list: 'game accounts',
    fileName: `game-accounts-of-${accountId}`,
    columns: COLUMNS,
    present: (account) => account,
    query: { account: accountId },
    ...allAtOnce((tx) => selectAdminGameAccounts(tx, accountId)),
  });
}

const COLUMNS: CsvColumn<AdminGameAccount>[] = [
  { label: 'serverId', value: ({ serverId }) => serverId },
  { label: 'serverName', value: ({ serverName }) => serverName },
  { label: 'login', value: ({ login }) => login },
  { label: 'gameAccountId', value: ({ gameAccountId }) => gameAccountId },
  { label: 'state', value: ({ state }) => state },
  { label: 'isLocked', value: ({ isLocked }) => isLocked },
  { label: 'message', value: ({ message }) => message },
  { label: 'lastCommand', value: ({ lastAnswer }) => lastAnswer?.kind },
  { label: 'lastResult', value: ({ lastAnswer }) => lastAnswer?.result },
  { label: 'lastDetail', value: ({ lastAnswer }) => lastAnswer?.detail },
  { label: 'nextCommand', value: ({ waiting }) => waiting?.kind },
  { label: 'nextAt', value: ({ waiting }) => waiting?.nextAt },
  { label: 'updatedAt', value: ({ updatedAt }) => updatedAt },
];

import type { CsvColumn } from '@waygate/contract/csv';
import type { CsvFile } from '@waygate/contract/endpoint';
import type { AdminGameServer } from '@waygate/contract/game-servers/game-servers.admin.schemas';
import { allAtOnce, type ExportList, type Staff } from '#features/staff/staff.ts';
import { presentAdminGameServer } from './game-servers.admin.presenter.ts';
import { selectAdminGameServers } from './game-servers.admin.queries.ts';

/** The game servers with what their bridges report; tokens and addresses are not in the file. */
export function exportGameServers(exportList: ExportList, staff: Staff): Promise<CsvFile> {
  return exportList(staff, {
    list: 'game servers',
    fileName: 'game-servers',
    columns: COLUMNS,
    present: presentAdminGameServer,
    query: {},
    ...allAtOnce((tx) => selectAdminGameServers(tx)),
  });
}

const COLUMNS: CsvColumn<AdminGameServer>[] = [
  { label: 'serverId', value: ({ serverId }) => serverId },
  { label: 'name', value: ({ name }) => name },
  { label: 'slug', value: ({ slug }) => slug },
  { label: 'isFirst', value: ({ isFirst }) => isFirst },
  { label: 'isListed', value: ({ isListed }) => isListed },
  { label: 'position', value: ({ position }) => position },
  { label: 'status', value: ({ status }) => status },
  { label: 'playersOnline', value: ({ playersOnline }) => playersOnline },
  { label: 'gameVersion', value: ({ gameVersion }) => gameVersion },
  { label: 'adapter', value: ({ adapter }) => adapter },
  { label: 'bridgeVersion', value: ({ bridgeVersion }) => bridgeVersion },
  { label: 'guarantee', value: ({ guarantee }) => guarantee },
  { label: 'accountPolicy', value: ({ accountPolicy }) => accountPolicy },
  { label: 'effectiveAccountPolicy', value: ({ effectiveAccountPolicy }) => effectiveAccountPolicy },
  { label: 'reportedAt', value: ({ reportedAt }) => reportedAt },
  { label: 'lastLeaseAt', value: ({ lastLeaseAt }) => lastLeaseAt },
  { label: 'waitingDeliveries', value: ({ waitingDeliveries }) => waitingDeliveries },
  { label: 'undecidedDeliveries', value: ({ undecidedDeliveries }) => undecidedDeliveries },
  { label: 'revision', value: ({ revision }) => revision },
];

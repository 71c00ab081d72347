import * as endpoints from '@waygate/contract/deliveries/receipts.admin.endpoints';
import { selectUnmatchedReceipts } from '#features/deliveries/receipts/receipts.queries.ts';
import { keepReceipt, revokeReceipt } from '#features/deliveries/receipts/receipts.service.ts';
import type { ExportList, ReadTraced } from '#features/staff/staff.ts';
import type { Database } from '#platform/db/database.ts';
import type { Route } from '#platform/http/route.ts';
import { exportReceipts } from './receipt-export.service.ts';
import { presentReceipt } from './receipts.presenter.ts';

type Parts = { db: Database; readTraced: ReadTraced; exportList: ExportList };

export function receiptAdminRoutes(route: Route, { db, readTraced, exportList }: Parts): void {
  route(endpoints.listUnmatchedReceipts, async ({ query, ...staff }) => {
    const { rows, totals } = await readTraced(staff, 'unmatched receipts', { search: '', ...query }, (tx) =>
      selectUnmatchedReceipts(tx, query),
    );
    return { receipts: rows.map(presentReceipt), ...totals };
  });

  route(endpoints.exportUnmatchedReceipts, ({ query, ...staff }) => exportReceipts(exportList, staff, query));

  const decisions = [
    [endpoints.keepReceipt, keepReceipt],
    [endpoints.revokeReceipt, revokeReceipt],
  ] as const;
  for (const [endpoint, decide] of decisions)
    route(endpoint, async ({ params: { id }, body: { reason }, viewer, address }) =>
      presentReceipt(await decide(db, { viewer, address }, { id, reason })),
    );
}

import * as endpoints from '@waygate/contract/deliveries/receipts.admin.endpoints';
import { readUnmatchedReceipts } from '#features/deliveries/receipts/receipts.queries.ts';
import { keepReceipt, revokeReceipt } from '#features/deliveries/receipts/receipts.service.ts';
import type { ExportList, ReadTraced } from '#features/staff/staff.ts';
import type { Database } from '#platform/db/database.ts';
import type { Route } from '#platform/http/route.ts';
import { exportReceipts } from './receipt-export.service.ts';
import { presentReceipt } from './receipts.presenter.ts';

type Parts = { db: Database; readTraced: ReadTraced; exportList: ExportList };

/** It goes on from a receipt, not by numbers. */
const FIRST_PAGE = { search: '', page: 1, pageSize: '10' } as const;

export function receiptAdminRoutes(route: Route, { db, readTraced, exportList }: Parts): void {
  route(endpoints.listUnmatchedReceipts, async ({ query: { limit, before, ...filter }, ...staff }) => {
    const page = await readTraced(staff, 'unmatched receipts', { ...FIRST_PAGE, ...filter }, (tx) =>
      readUnmatchedReceipts(tx, filter, { before, limit }),
    );
    return { receipts: page.rows.map(presentReceipt), ...page.totals, before: page.before };
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

import { centsOf } from '@waygate/contract/money';
import * as endpoints from '@waygate/contract/orders/unmatched.admin.endpoints';
import { type ExportList, type ReadTraced, traceRecord } from '#features/staff/staff.ts';
import type { Route } from '#platform/http/route.ts';
import type { OrderParts } from '#features/orders/order-parts.ts';
import { attachUnmatched, previewAttach } from './attach-unmatched.service.ts';
import { exportUnmatched } from './unmatched-export.service.ts';
import { refundUnmatched } from './staff-unmatched.service.ts';
import { presentUnmatched, presentUnmatchedDetail } from './unmatched.admin.presenter.ts';
import { getUnmatchedDetails, selectUnmatchedPage } from './unmatched.admin.queries.ts';

export function unmatchedAdminRoutes(
  route: Route,
  parts: OrderParts & { readTraced: ReadTraced; exportList: ExportList },
): void {
  const { db } = parts;
  const readDetail = async (id: number) => presentUnmatchedDetail(await getUnmatchedDetails(db, id));

  route(endpoints.listUnmatchedPayments, async ({ query, ...staff }) => {
    const { rows, totals } = await parts.readTraced(staff, 'unmatched payments', query, (tx) =>
      selectUnmatchedPage(tx, query),
    );
    return { payments: rows.map(presentUnmatched), ...totals };
  });

  route(endpoints.exportUnmatchedPayments, ({ query, ...staff }) =>
    exportUnmatched(parts.exportList, staff, query),
  );

  route(endpoints.getUnmatchedPayment, async ({ params: { id }, ...staff }) => {
    const details = await readDetail(id);
    await traceRecord(db, staff, { list: 'unmatched payments', id });
    return details;
  });

  route(endpoints.refundUnmatchedPayment, async ({ params: { id }, body, viewer, address }) => {
    const { refundedSeen, reason } = body;
    const seen = refundedSeen === undefined ? {} : { seenRefundedCents: centsOf(refundedSeen) };
    await refundUnmatched(parts, { viewer, address }, { id, reason, ...seen });
    return readDetail(id);
  });

  route(endpoints.previewAttach, async ({ params: { id }, query, ...staff }) => {
    const { accountDBID: accountId, productId } = query;
    const effects = await previewAttach(parts, staff, { id, accountId, productId });
    await traceRecord(db, staff, { list: 'users', id: accountId });
    return effects;
  });

  route(endpoints.attachUnmatchedPayment, async ({ params: { id }, body, viewer, address }) => {
    const { accountDBID: accountId, ...attachment } = body;
    await attachUnmatched(parts, { viewer, address }, { id, accountId, ...attachment });
    return readDetail(id);
  });
}

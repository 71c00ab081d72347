import * as endpoints from '@waygate/contract/audit/audit.endpoints';
import { type ExportList, type ReadTraced, traceRecord } from '#features/staff/staff.ts';
import type { Database } from '#platform/db/database.ts';
import { notFound } from '#platform/errors/app-error.ts';
import type { Route } from '#platform/http/route.ts';
import { exportAuditLog } from './audit-export.service.ts';
import { selectAuditEntries, selectAuditEntry, selectAuditStaff } from './audit-list.queries.ts';
import { presentAuditEntry } from './audit.presenter.ts';

type Parts = { db: Database; exportList: ExportList; readTraced: ReadTraced };

export function auditAdminRoutes(route: Route, parts: Parts): void {
  const { db, readTraced, exportList } = parts;

  route(endpoints.listAuditEntries, async ({ query, ...staff }) => {
    const { viewer } = staff;
    const { rows, totals } = await readTraced(staff, 'audit', query, (tx) =>
      selectAuditEntries(tx, viewer, query),
    );
    return { entries: rows.map((row) => presentAuditEntry(row, viewer)), ...totals };
  });

  route(endpoints.exportAuditEntries, ({ query, ...staff }) => exportAuditLog(exportList, staff, query));

  route(endpoints.listAuditStaff, async () => {
    const staff = await selectAuditStaff(db);
    return { staff: staff.map(({ id, userName }) => ({ accountDBID: id, userName })) };
  });

  route(endpoints.getAuditEntry, async ({ params, ...staff }) => {
    const { viewer } = staff;
    const entry = await selectAuditEntry(db, viewer, params.id);
    if (!entry) throw notFound('There is no such entry.');
    await traceRecord(db, staff, { list: 'audit', id: entry.id });
    return presentAuditEntry(entry, viewer);
  });
}

import { getAuditEntry, listAuditEntries } from '@waygate/contract/audit/audit.endpoints';
import type { Db } from '#platform/db/database.ts';
import type { ReadList } from '#platform/db/paging/read-list.ts';
import { notFound } from '#platform/errors/app-error.ts';
import type { Route } from '#platform/http/route.ts';
import { presentAuditEntry } from './audit.presenter.ts';
import { selectAuditEntries, selectAuditEntry } from './audit-list.queries.ts';

export function auditAdminRoutes(route: Route, { db, readList }: { db: Db; readList: ReadList }): void {
  route(listAuditEntries, async ({ viewer, query }) => {
    const { rows, totals } = await readList(query, (tx) => selectAuditEntries(tx, viewer, query));
    return { entries: rows.map((row) => presentAuditEntry(row, viewer)), ...totals };
  });

  route(getAuditEntry, async ({ viewer, params }) => {
    const entry = await selectAuditEntry(db, viewer, params.id);
    if (!entry) throw notFound('There is no such entry.');
    return presentAuditEntry(entry, viewer);
  });
}

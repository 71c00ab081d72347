import { listAuditEntries } from '@waygate/contract/audit/audit.endpoints';
import type { Db } from '#platform/db/database.ts';
import type { Route } from '#platform/http/route.ts';
import { presentAuditEntry } from './audit.presenter.ts';
import { selectAuditEntries } from './audit-list.queries.ts';

export function auditAdminRoutes(route: Route, { db }: { db: Db }): void {
  route(listAuditEntries, async ({ viewer, query }) => {
    const { entries, ...totals } = await selectAuditEntries(db, viewer, query);
    return { entries: entries.map(presentAuditEntry), ...totals };
  });
}

import { searchAdmin } from '@waygate/contract/admin-search/admin-search.endpoints';
import { type Staff, traceRows } from '#features/staff/staff.ts';
import type { Database } from '#platform/db/database.ts';
import { readSnapshot } from '#platform/db/read-snapshot.ts';
import { forbidden } from '#platform/errors/app-error.ts';
import type { Route } from '#platform/http/route.ts';
import { presentHits } from './admin-search.presenter.ts';
import { type HitRows, selectHits } from './admin-search.queries.ts';
import { foundKinds, mayFind, mayPick } from './admin-search.rules.ts';
import { searchTermsOf } from './search-terms.ts';

/** Far more than a search takes, whose lookups all follow an index. */
const STATEMENT_TIMEOUT_MS = 5000;

/** One box over the records of all features. */
export function adminSearchRoutes(route: Route, { db }: { db: Database }): void {
  route(searchAdmin, async ({ query: { q, kind, server }, ...staff }) => {
    const { viewer } = staff;
    if (kind && !mayPick(viewer, kind)) throw forbidden();
    const hasContacts = mayFind(viewer, 'account');
    const search = {
      terms: searchTermsOf(q),
      viewer,
      kinds: kind ? [kind] : foundKinds(viewer),
      hasContacts,
      serverId: server,
    };
    const options = { statementTimeoutMs: STATEMENT_TIMEOUT_MS, keepsPlans: true };
    const rows = await readSnapshot(db, options, (tx) => selectHits(tx, search));
    await traceHits(db, staff, rows);
    return { hits: presentHits(rows, viewer, hasContacts) };
  });
}

/** Records of players count as rows that were read, so that a search leaves the same trace as a list. */
async function traceHits(db: Database, staff: Staff, { account, order, character }: HitRows): Promise<void> {
  const rows = [account, order, character].reduce((sum, found) => sum + (found?.length ?? 0), 0);
  if (rows > 0) await traceRows(db, staff, { list: 'search', rows });
}

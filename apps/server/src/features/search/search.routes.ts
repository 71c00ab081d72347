import { searchContent } from '@waygate/contract/search/search.endpoints';
import type { Database } from '#platform/db/database.ts';
import { createReadGate } from '#platform/db/paging/read-gate.ts';
import type { Route } from '#platform/http/route.ts';
import { markedText } from './marked-text.ts';
import { beginningsOf } from './search.rules.ts';
import { selectHits } from './search.queries.ts';

const STATEMENT_TIMEOUT_MS = 2000;
const TOO_LONG = 'The search took too long. Try again, or use fewer words.';

export function searchRoutes(route: Route, { db }: { db: Database }): void {
  // Separate from the staff's gate, so that visitors cannot hold up staff.
  const searchGate = createReadGate(db, { statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  route(searchContent, async ({ query }) => {
    const asked = { words: query.q, beginnings: beginningsOf(query.q) };
    const rows = await searchGate((tx) => selectHits(tx, asked), TOO_LONG);
    const hits = rows.map(({ kind, id, label, date, title, excerpt }) => ({
      kind,
      id,
      label,
      date: date.toISOString(),
      title: markedText(title),
      excerpt: markedText(excerpt),
    }));
    return { hits, total: rows[0]?.total ?? 0 };
  });
}

import { searchContent } from '@waygate/contract/search/search.endpoints';
import type { Database } from '#platform/db/database.ts';
import type { Route } from '#platform/http/route.ts';
import { markedText } from './marked-text.ts';
import { beginningsOf } from './search.rules.ts';
import { selectHits } from './search.queries.ts';

export function searchRoutes(route: Route, { db }: { db: Database }): void {
  route(searchContent, async ({ query }) => {
    const rows = await selectHits(db, { words: query.q, beginnings: beginningsOf(query.q) });
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

import * as endpoints from '@waygate/contract/deliveries/deliveries.admin.endpoints';
import type { ReadList } from '#platform/db/paging/read-list.ts';
import type { Route } from '#platform/http/route.ts';
import { selectCharacterList } from './character-list.queries.ts';
import { presentCharacter, presentInventoryEntry } from './game.presenter.ts';
import { selectInventory } from './inventory.queries.ts';

/** The game as staff see it: characters that the bridge reported, and delivered items. */
export function gameAdminRoutes(route: Route, { readList }: { readList: ReadList }): void {
  route(endpoints.listAdminCharacters, async ({ query }) => {
    const { rows, totals } = await readList(query, (tx) => selectCharacterList(tx, query));
    return { characters: rows.map(presentCharacter), ...totals };
  });

  route(endpoints.listInventory, async ({ query }) => {
    const { rows, totals } = await readList(query, (tx) => selectInventory(tx, query));
    return { inventory: rows.map(presentInventoryEntry), ...totals };
  });
}

import * as endpoints from '@waygate/contract/deliveries/deliveries.admin.endpoints';
import type { ReadTraced } from '#features/staff/staff.ts';
import type { Route } from '#platform/http/route.ts';
import { selectCharacterList } from './character-list.queries.ts';
import { presentCharacter, presentInventoryEntry } from './game.presenter.ts';
import { selectInventory } from './inventory.queries.ts';

/** The game as staff see it: characters that the bridge reported, and delivered items. */
export function gameAdminRoutes(route: Route, { readTraced }: { readTraced: ReadTraced }): void {
  route(endpoints.listAdminCharacters, async ({ query, ...staff }) => {
    const { rows, totals } = await readTraced(staff, 'characters', query, (tx) =>
      selectCharacterList(tx, query),
    );
    return { characters: rows.map(presentCharacter), ...totals };
  });

  route(endpoints.listInventory, async ({ query, ...staff }) => {
    const { rows, totals } = await readTraced(staff, 'inventory', query, (tx) => selectInventory(tx, query));
    return { inventory: rows.map(presentInventoryEntry), ...totals };
  });
}

import * as endpoints from '@waygate/contract/deliveries/deliveries.admin.endpoints';
import type { ExportList, ReadTraced } from '#features/staff/staff.ts';
import type { Route } from '#platform/http/route.ts';
import { exportCharacters } from './character-export.service.ts';
import { exportInventory } from './inventory-export.service.ts';
import { selectCharacterList } from './character-list.queries.ts';
import { presentCharacter, presentInventoryEntry } from './game.presenter.ts';
import { selectInventory } from './inventory.queries.ts';

/** The game as staff see it: characters that the bridge reported, and delivered items. */
export function gameAdminRoutes(
  route: Route,
  { readTraced, exportList }: { readTraced: ReadTraced; exportList: ExportList },
): void {
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

  route(endpoints.exportCharacters, ({ query, ...staff }) => exportCharacters(exportList, staff, query));

  route(endpoints.exportInventory, ({ query, ...staff }) => exportInventory(exportList, staff, query));
}

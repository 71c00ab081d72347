import type { GameConnection } from '#database/game-database.ts';
import type { ItemTemplate } from './send-items.rules.ts';

/** What the game's own table says of an item; undefined if it doesn't know it. */
export async function findItemTemplate(
  world: GameConnection,
  itemId: number,
): Promise<ItemTemplate | undefined> {
  const [row] = await world.query<ItemTemplate>(
    'select stackable as stackSize, maxcount as maxCount from item_template where entry = :itemId',
    { itemId },
  );
  return row;
}

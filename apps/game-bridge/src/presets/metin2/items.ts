import type { GameConnection } from '#database/game-database.ts';

// Weapons and armour: as a number, or as a name.
const SINGLE = ['1', '2', 'item_weapon', 'item_armor'];

/** Looks an item up where the game keeps `item_proto` in the database; many read it from a file. */
export async function findItem(
  connection: GameConnection,
  itemId: number,
): Promise<'unknown' | 'single' | 'stackable' | 'no_table'> {
  if (!(await hasItemTable(connection))) return 'no_table';
  const [row] = await connection.query<{ type: string | number }>(
    'select type from item_proto where vnum = :itemId',
    { itemId },
  );
  if (!row) return 'unknown';
  return SINGLE.includes(String(row.type).toLowerCase()) ? 'single' : 'stackable';
}

export async function hasItemTable(connection: GameConnection): Promise<boolean> {
  const columns = await connection.query(
    `select column_name as col from information_schema.columns
     where table_schema = database() and table_name = 'item_proto' and column_name in ('vnum', 'type')`,
  );
  if (columns.length < 2) return false;
  const rows = await connection.query('select vnum from item_proto limit 1');
  return rows.length > 0;
}

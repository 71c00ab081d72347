import type { GameConnection } from '#database/game-database.ts';

/** `single`: only one fits in a slot. `no_tables`: the game reads its items from files, so nobody here knows. */
export type KnownItem = 'unknown' | 'single' | 'stackable' | 'no_tables';

export type ItemTables = {
  find: (connection: GameConnection, itemId: number) => Promise<KnownItem>;
  /** The tables that are used; none where the game reads its items from files. */
  tables: (connection: GameConnection) => Promise<string[]>;
  /** Looks for the tables again. */
  reset: () => void;
};

const CANDIDATES = ['item_db', 'item_db2', 'item_db_re', 'item_db2_re'];
// Weapons, armour, pet eggs, pet armour and shadow gear: names in new schemas, numbers in old ones.
const SINGLE = ['weapon', 'armor', 'petegg', 'petarmor', 'shadowgear', '4', '5', '7', '8', '12'];
const MAX_CACHED = 5_000;

/** The game's items as far as they are in its database: with `use_sql_db` they are. */
export function createItemTables(): ItemTables {
  let found: string[] | undefined;
  const known = new Map<number, KnownItem>();

  async function tables(connection: GameConnection): Promise<string[]> {
    if (found) return found;
    const rows = await connection.query<{ name: string }>(
      `select table_name as name from information_schema.tables
       where table_schema = database() and table_name in ('${CANDIDATES.join("', '")}')`,
    );
    const filled: string[] = [];
    for (const { name } of rows) {
      const first = await connection.query(`select id from \`${name}\` limit 1`);
      if (first.length > 0) filled.push(name);
    }
    found = filled;
    return filled;
  }

  async function find(connection: GameConnection, itemId: number): Promise<KnownItem> {
    const cached = known.get(itemId);
    if (cached) return cached;
    const names = await tables(connection);
    if (names.length === 0) return 'no_tables';
    const all = names.map((name) => `select type from \`${name}\` where id = :itemId`).join(' union all ');
    const rows = await connection.query<{ type: string | number }>(all, { itemId });
    if (rows.length === 0) return 'unknown';
    const isSingle = rows.some(({ type }) => SINGLE.includes(String(type).toLowerCase()));
    const item = isSingle ? 'single' : 'stackable';
    if (known.size >= MAX_CACHED) known.clear();
    known.set(itemId, item);
    return item;
  }

  return {
    find,
    tables,
    reset: () => {
      found = undefined;
      known.clear();
    },
  };
}

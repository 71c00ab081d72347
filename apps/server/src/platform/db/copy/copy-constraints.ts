import { type Client, type CopiedTable, nameOf } from './copied-tables.ts';

/** A foreign key: its table as written in SQL, its name, and what follows `add constraint`. */
export type ForeignKey = { table: string; name: string; definition: string };

/**
 * Drops the foreign keys between the portal's tables, so that these can be loaded in any order, and by a role that is no
 * superuser.
 *
 * @returns what `createForeignKeys` takes
 */
export async function dropForeignKeys(client: Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
     order by 1, 2`,
  );
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`);
  return rows;
}

/** Fails if a row names another one that isn't there. */
export async function createForeignKeys(client: Client, keys: ForeignKey[]): Promise<void> {
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
}

/** Rows are loaded as they were: no trigger may derive, refuse or announce anything. */
export async function switchTriggers(
  client: Client,
  tables: CopiedTable[],
  to: 'enable' | 'disable',
): Promise<void> {
  for (const table of tables) await client.query(`alter table ${nameOf(table)} ${to} trigger user`);
}

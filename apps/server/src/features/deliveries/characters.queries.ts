import { asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import { characters } from './deliveries.tables.ts';

export type CharacterRow = Pick<typeof characters.$inferSelect, 'accountId' | 'name' | 'level' | 'class'>;

/**
 * Selects and locks those of the accounts that exist, so that concurrent reports about one account are serialised.
 * Lock order: account id. Another order deadlocks two reports.
 */
export async function selectAccountsLocked(tx: Transaction, accountIds: number[]): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select id from accounts where id = any(${sql.param(accountIds)}::int[]) order by id for no key update`);
  return rows.map(({ id }) => id);
}

export async function deleteCharactersOf(tx: Transaction, accountIds: number[]): Promise<void> {
  await tx.delete(characters).where(inArray(characters.accountId, accountIds));
}

/** One statement with four array parameters, for any number of rows. */
export async function insertCharacters(tx: Transaction, rows: CharacterRow[]): Promise<void> {
  const column = (name: keyof CharacterRow) => sql.param(rows.map((row) => row[name]));
  await tx.execute(sql`
    insert into characters (account_id, name, level, class)
    select * from unnest(
      ${column('accountId')}::int[], ${column('name')}::text[], ${column('level')}::int[], ${column('class')}::text[])`);
}

export async function selectCharacters(db: Db, accountId: number) {
  return db
    .select({ name: characters.name, level: characters.level, class: characters.class })
    .from(characters)
    .where(eq(characters.accountId, accountId))
    .orderBy(desc(characters.level), asc(characters.name));
}

import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/db/database.ts';
import { characters } from './deliveries.tables.ts';

export type CharacterRow = Omit<typeof characters.$inferSelect, 'serverId' | 'reportedAt'>;

/**
 * Selects and locks those of the accounts that exist and were not erased, so that concurrent reports about one account are serialised.
 * Lock order: account id. Another order deadlocks two reports.
 */
export async function selectAccountsLocked(tx: Transaction, accountIds: number[]): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select id from accounts where id = any(${sql.param(accountIds)}::int[]) and erased_at is null
    order by id for no key update`);
  return rows.map(({ id }) => id);
}

export async function deleteCharactersOf(
  tx: Transaction,
  { serverId, accountIds }: { serverId: number; accountIds: number[] },
): Promise<void> {
  await tx
    .delete(characters)
    .where(and(inArray(characters.accountId, accountIds), eq(characters.serverId, serverId)));
}

/** One statement with an array for each column, for any number of rows. */
export async function insertCharacters(
  tx: Transaction,
  { serverId, rows }: { serverId: number; rows: CharacterRow[] },
): Promise<void> {
  const column = (name: keyof CharacterRow) => sql.param(rows.map((row) => row[name]));
  await tx.execute(sql`
    insert into characters (server_id, account_id, character_id, is_online, name, level, class)
    select ${serverId}, * from unnest(
      ${column('accountId')}::int[], ${column('characterId')}::text[], ${column('isOnline')}::bool[],
      ${column('name')}::text[], ${column('level')}::int[], ${column('class')}::text[])`);
}

export async function selectCharacters(db: Db, accountId: number) {
  return db
    .select({
      characterId: characters.characterId,
      serverId: characters.serverId,
      name: characters.name,
      level: characters.level,
      class: characters.class,
      online: characters.isOnline,
    })
    .from(characters)
    .where(eq(characters.accountId, accountId))
    .orderBy(desc(characters.level), asc(characters.name), asc(characters.serverId));
}

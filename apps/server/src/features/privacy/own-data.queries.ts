import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { PERSONAL_DATA } from './personal-data.ts';
import type { Person, PersonalTable } from './personal-table.ts';

/** Who of the staff did something is about them, and not about the player. */
const OF_STAFF = ['author_id', 'staff_id', 'refund_staff_id'];

/** The tables of the player's file. */
export const EXPORTED = Object.entries(PERSONAL_DATA).filter(([, { isUnexported }]) => !isUnexported);

export function exportedColumns({ columns, others, secrets = [] }: PersonalTable): string[] {
  const left = [...secrets, ...OF_STAFF];
  return [...Object.keys(columns), ...others.split(' ')].filter((column) => !left.includes(column));
}

/** Names of the tables that have rows of the person. */
export async function selectTablesWithRows(db: Db, person: Person): Promise<string[]> {
  const found = EXPORTED.map(
    ([name, { rows }]) =>
      sql`select ${name}::text as name where exists (select from ${sql.identifier(name)} where ${rows(person)})`,
  );
  const { rows } = await db.execute<{ name: string }>(
    sql`${sql.join(found, sql` union all `)} order by name`,
  );
  return rows.map(({ name }) => name);
}

export type ExportedRow = { place: string; fields: Record<string, unknown> };

/** The next rows of a table that are about the person, after one of them or from the first. */
export async function selectRowsAfter(
  db: Db,
  {
    name,
    table,
    person,
    after,
    limit,
  }: {
    name: string;
    table: PersonalTable;
    person: Person;
    after: string | undefined;
    limit: number;
  },
): Promise<ExportedRow[]> {
  const kept = sql.join(
    exportedColumns(table).map((column) => sql.identifier(column)),
    sql`, `,
  );
  const isNext = after === undefined ? sql`true` : sql`ctid > ${after}::tid`;
  const { rows } = await db.execute<ExportedRow>(sql`
    select place::text, to_jsonb(exported) - 'place' as fields from (
      select ctid as place, ${kept} from ${sql.identifier(name)}
      where ${table.rows(person)} and ${isNext} order by ctid limit ${limit}
    ) as exported`);
  return rows;
}

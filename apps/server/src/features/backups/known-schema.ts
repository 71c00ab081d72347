import type { CopiedTable } from '#platform/db/copy/copied-tables.ts';
import { readMigrationTexts } from '#platform/db/migrate.ts';
import { describeJobTables } from '#platform/jobs/jobs.ts';
import { BackupFault } from './backup-fault.ts';

const CREATED =
  /create (?:or replace )?(?:unlogged )?(?:table|function) (?:if not exists )?(?:public\.)?(\w+)/gi;

/** What this release knows of a database. The rest belongs to other programs, or was added by hand. */
export type KnownSchema = {
  /** Tables and functions in `public` that a migration creates. */
  objects: ReadonlySet<string>;
  /** Every name that a migration or the job queue's own one mentions, columns among them. */
  names: ReadonlySet<string>;
};

/** @param migrations the folder with those of this release */
export async function readKnownSchema(migrations: string): Promise<KnownSchema> {
  const text = (await readMigrationTexts(migrations)).join('\n');
  const created = [...text.matchAll(CREATED)].map(([, name = '']) => name);
  return {
    objects: new Set([...created, 'schema_migrations']),
    names: new Set(`${text}\n${describeJobTables()}`.match(/\w+/g)),
  };
}

/** Of these tables and functions in `public`, those that no migration creates. */
export function findForeign(known: KnownSchema, names: string[]): string[] {
  return names.filter((name) => !known.objects.has(name));
}

/** Divides tables into the portal's, without the columns that no migration creates, and the names of what was left out. */
export function withoutForeign(
  known: KnownSchema,
  tables: CopiedTable[],
): { tables: CopiedTable[]; leftOut: string[] } {
  const ours = tables.filter((table) => !isForeign(known, table));
  const leftOut = tables.filter((table) => isForeign(known, table)).map(({ name }) => name);
  for (const table of ours)
    leftOut.push(...addedColumnsOf(known, table).map((column) => `${table.name}.${column}`));
  return {
    tables: ours.map((table) => {
      const added = addedColumnsOf(known, table);
      return { ...table, columns: table.columns.filter((column) => !added.includes(column)) };
    }),
    leftOut,
  };
}

/** The job queue's columns are those of its version, which a person doesn't change. */
function addedColumnsOf(known: KnownSchema, table: CopiedTable): string[] {
  return table.schema === 'public' ? foreignColumnsOf(known, table) : [];
}

export function isForeign(
  known: KnownSchema,
  { schema, name }: Pick<CopiedTable, 'schema' | 'name'>,
): boolean {
  return schema === 'public' && !known.objects.has(name);
}

function foreignColumnsOf(known: KnownSchema, { columns }: CopiedTable): string[] {
  return columns.filter((column) => !known.names.has(column));
}

/**
 * Finds what can't be loaded, before anything is dropped.
 *
 * @throws BackupFault for a column of the portal's tables that this release doesn't know
 */
export function requireKnownColumns(known: KnownSchema, tables: CopiedTable[]): void {
  for (const table of tables.filter((listed) => !isForeign(known, listed)))
    for (const column of foreignColumnsOf(known, table)) throw unknownColumn(table, column);
}

export function unknownColumn(
  { schema, name }: Pick<CopiedTable, 'schema' | 'name'>,
  column: string,
): BackupFault {
  return new BackupFault(
    `This release has no column ${schema}.${name}.${column}. Use the release that this comes from, then update.`,
  );
}

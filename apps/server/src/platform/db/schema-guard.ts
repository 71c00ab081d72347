import type pg from 'pg';

/** The beginning of a migration that takes away what releases before it use, such as a column. */
const CONTRACT = /^-- Contract:/;

/** A newer release has changed the database in a way that this release must not write to. */
export class SchemaTooNew extends Error {
  constructor(migration: string) {
    super(
      `A newer release has changed the database (${migration}), and this one must not write to it. Start the newer release, or restore a backup from before it.`,
    );
    this.name = 'SchemaTooNew';
  }
}

export function isContract(text: string): boolean {
  return CONTRACT.test(text);
}

/**
 * Requires that every migration after `newest` only adds. Those leave a release before them running, so that an update can
 * be rolled back; a contract doesn't.
 *
 * @param newest the name of this release's newest migration
 * @throws SchemaTooNew
 */
export async function requireWritableSchema(
  client: Pick<pg.ClientBase, 'query'>,
  newest: string,
): Promise<void> {
  const [contract] = await selectContractsAfter(client, newest);
  if (contract !== undefined) throw new SchemaTooNew(contract);
}

/** @returns the names of contracts that a newer release has applied, in order. None before 0080 has a mark */
export async function selectContractsAfter(
  client: Pick<pg.ClientBase, 'query'>,
  newest: string,
): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select name from schema_migrations as migration
     where (to_jsonb(migration) ->> 'breaks_older')::boolean and name > $1 order by name`,
    [newest],
  );
  return rows.map(({ name }) => name);
}

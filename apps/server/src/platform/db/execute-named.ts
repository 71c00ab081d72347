import { createHash } from 'node:crypto';
import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { QueryResultRow } from 'pg';
import type { SnapshotDb } from './read-snapshot.ts';

const dialect = new PgDialect();

/**
 * Runs a statement that is put together from parts, prepared by a name that its text gives it.
 *
 * @param query of few different texts, each of which every connection keeps: what differs is in its parameters
 */
export async function executeNamed<Row extends QueryResultRow>(
  { $client: client }: Pick<SnapshotDb, '$client'>,
  query: SQL,
): Promise<Row[]> {
  const { sql: text, params } = dialect.sqlToQuery(query);
  const name = createHash('sha256').update(text).digest('base64url');
  const { rows } = await client.query<Row>({ name, text }, params);
  return rows;
}

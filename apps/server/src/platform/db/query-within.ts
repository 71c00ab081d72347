import type { QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { Database } from './database.ts';

/**
 * Runs a statement with a limit of this process: `statement_timeout` is the server's, and a server that hangs keeps none.
 *
 * @throws what the pool throws, and an error after `ms`
 */
export function queryWithin<Row extends QueryResultRow>(
  { $client: pool }: Pick<Database, '$client'>,
  ms: number,
  query: QueryConfig,
): Promise<QueryResult<Row>> {
  // The types don't know this option.
  const limited: QueryConfig & { query_timeout: number } = { ...query, query_timeout: ms };
  return pool.query<Row>(limited);
}

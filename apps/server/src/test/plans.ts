import { type SQLWrapper, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Db } from '#platform/db/database.ts';
import type { TestDatabase } from './database.ts';

type Plan = {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  Plans?: Plan[];
};

/** How PostgreSQL reads each table for this query: `Index Scan products_pkey`, `Seq Scan products`. */
export async function scansOf(db: Pick<Db, 'execute'>, query: SQLWrapper): Promise<string[]> {
  const answer = await db.execute<{ 'QUERY PLAN': { Plan: Plan }[] }>(
    sql`explain (analyze, format json) ${query}`,
  );
  return scansIn(answer.rows);
}

/** The same for every statement that the work sends, of whatever make; each is explained and then run. */
export async function scansDuring(
  { pool }: Pick<TestDatabase, 'pool'>,
  work: (db: Db) => Promise<unknown>,
): Promise<string[]> {
  const scans: string[] = [];
  const query = async (statement: pg.QueryConfig, values: unknown[]) => {
    const { rows } = await pool.query(`explain (analyze, format json) ${statement.text}`, values);
    scans.push(...scansIn(rows));
    return pool.query(statement, values);
  };
  // Drizzle asks nothing else of a client.
  await work(drizzle({ query } as unknown as pg.Pool));
  return scans.toSorted();
}

function scansIn(rows: { 'QUERY PLAN': { Plan: Plan }[] }[]): string[] {
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  if (!plan) throw new Error('There is no plan.');
  const scans = flatten(plan).filter((node) => node['Node Type'].includes('Scan'));
  return scans
    .filter((node) => node['Index Name'] ?? node['Node Type'] === 'Seq Scan')
    .map((node) => `${node['Node Type']} ${node['Index Name'] ?? node['Relation Name']}`)
    .toSorted();
}

/** Runs statements that write many rows, without the checks that would take most of the time. */
export async function fill({ pool, db }: TestDatabase, ...statements: string[]): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0; set session_replication_role = replica');
    for (const statement of statements) await client.query(statement);
  } finally {
    client.release(true);
  }
  // As autovacuum does in time: statistics, and the trigrams that wait to be sorted in.
  await db.execute(sql`vacuum analyze`);
}

function flatten(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(flatten)];
}

import { type SQLWrapper, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { type Database, type Db, openConnection } from '#platform/db/database.ts';
import type { SnapshotDb } from '#platform/db/read-snapshot.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

/** A statement as PostgreSQL ran it, or a step of it. */
export type Plan = {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Plan[];
};

type Explained = { 'QUERY PLAN': { Plan: Plan }[] };

const EXPLAIN = 'explain (analyze, buffers, format json)';

/** How PostgreSQL reads each table for this query: `Index Scan products_pkey`, `Seq Scan products`. */
export async function scansOf(db: Pick<Db, 'execute'>, query: SQLWrapper): Promise<string[]> {
  const { rows } = await db.execute<Explained>(sql`${sql.raw(EXPLAIN)} ${query}`);
  return scansIn(planIn(rows)).toSorted();
}

/** The same for every statement that the work sends. */
export async function scansDuring(
  database: Pick<TestDatabase, 'pool'>,
  work: (db: SnapshotDb) => Promise<unknown>,
): Promise<string[]> {
  return (await plansDuring(database, work)).flatMap(scansIn).toSorted();
}

/** The plan of every statement that the work sends, of whatever make; each is explained and then run. */
export async function plansDuring(
  { pool }: Pick<TestDatabase, 'pool'>,
  work: (db: SnapshotDb) => Promise<unknown>,
): Promise<Plan[]> {
  const plans: Plan[] = [];
  const query = async (statement: pg.QueryConfig, values: unknown[]) => {
    const { rows } = await pool.query<Explained>(`${EXPLAIN} ${statement.text}`, values);
    plans.push(planIn(rows));
    return pool.query(statement, values);
  };
  // Drizzle asks nothing else of a client.
  await work(drizzle({ query } as unknown as pg.PoolClient));
  return plans;
}

/**
 * The plan of a prepared statement for any values, which PostgreSQL keeps after the first few executions. These are its
 * values for this run.
 */
export async function keptPlanOf(
  { db }: Pick<TestDatabase, 'db'>,
  work: (db: SnapshotDb) => Promise<unknown>,
): Promise<Plan> {
  const client = await openConnection(db);
  const plans: Plan[] = [];
  const query = async ({ text }: pg.QueryConfig, values: unknown[]) => {
    await client.query(`set plan_cache_mode = force_generic_plan; prepare kept as ${text}`);
    const literalOf = (value: unknown) =>
      client.escapeLiteral(Array.isArray(value) ? `{${value.join(',')}}` : String(value));
    const given = values.map(literalOf).join(', ');
    const { rows } = await client.query<Explained>(`${EXPLAIN} execute kept (${given})`);
    plans.push(planIn(rows));
    return { rows: [] };
  };
  try {
    await work(drizzle({ query } as unknown as pg.PoolClient));
  } finally {
    await client.end();
  }
  const [plan] = plans;
  if (!plan) throw new Error('There is one statement.');
  return plan;
}

/** A handle on the same database, and every statement that is sent by it. */
export function recordStatements({ pool }: Pick<TestDatabase, 'pool'>): {
  db: Database;
  statements: string[];
} {
  const statements: string[] = [];
  const db = drizzle(pool, { logger: { logQuery: (statement) => void statements.push(statement) } });
  return { db, statements };
}

/** The plan and all of its steps. */
export function stepsOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(stepsOf)];
}

/** Rows that the scans of a plan looked at, each as often as one did. */
export function rowsReadBy(plan: Plan): number {
  const scans = stepsOf(plan).filter((step) => step['Node Type'].includes('Scan'));
  return scans.reduce(
    (sum, step) =>
      sum +
      step['Actual Loops'] *
        (step['Actual Rows'] +
          (step['Rows Removed by Filter'] ?? 0) +
          (step['Rows Removed by Index Recheck'] ?? 0)),
    0,
  );
}

function planIn(rows: Explained[]): Plan {
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  if (!plan) throw new Error('There is no plan.');
  return plan;
}

function scansIn(plan: Plan): string[] {
  return stepsOf(plan)
    .filter((step) => step['Node Type'].includes('Scan'))
    .filter((step) => step['Index Name'] ?? step['Node Type'] === 'Seq Scan')
    .map((step) => `${step['Node Type']} ${step['Index Name'] ?? step['Relation Name']}`);
}

/** A database that these statements filled. The caller drops it. */
export async function createFilledDatabase(...statements: string[]): Promise<TestDatabase> {
  const database = await createTestDatabase();
  await fill(database, ...statements);
  return database;
}

/** Runs statements that write many rows, and has the database look at them. */
export async function fill(database: TestDatabase, ...statements: string[]): Promise<void> {
  await writeUnchecked(database, ...statements);
  // As autovacuum does in time: statistics, and the trigrams that wait to be sorted in.
  await database.db.execute(sql`vacuum analyze`);
}

/** Runs statements without the checks that would take most of the time. */
export async function writeUnchecked(
  { db }: Pick<TestDatabase, 'db'>,
  ...statements: string[]
): Promise<void> {
  const client = await openConnection(db);
  try {
    await client.query('set statement_timeout = 0; set session_replication_role = replica');
    for (const statement of statements) await client.query(statement);
    // As the trigger does.
    await client.query(
      `insert into account_activity (account_id, last_active_on, previous_active_on, last_login_at, last_login_ip, last_ip)
       select id, last_active_on, previous_active_on, last_login_at, last_login_ip, last_ip from accounts
       on conflict do nothing`,
    );
  } finally {
    await client.end();
  }
}

/** So many accounts, by the names hero_1, hero_2 …, which staff can search for. */
export function heroes(count: number): string[] {
  return [
    `insert into accounts (user_name, email, password_hash)
     select 'hero_' || n, 'hero_' || n || '@example.com', 'none' from generate_series(1, ${count}) n`,
    'insert into account_search select id, lower(user_name), lower(email), registered_at from accounts',
  ];
}

/** Twenty thousand accounts with names like Hero_1f3a, of which the first are staff for users. */
export function heroesWithStaff(staff: number): string[] {
  return [
    `insert into accounts (user_name, email, password_hash, web_mgt)
     select 'Hero_' || to_hex(n * 7919), n || '@example.com', 'none', case when n <= ${staff} then 2 else 1 end
     from generate_series(1, 20000) n`,
    'insert into account_search select id, lower(user_name), lower(email), registered_at from accounts',
  ];
}

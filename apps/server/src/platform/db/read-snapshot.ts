import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Database, Db } from './database.ts';

/** The handle of a snapshot, with its connection. */
export type SnapshotDb = Db & { $client: pg.PoolClient };

/** One for each connection: statements prepared by name are then compiled once, and not again in each transaction. */
const handles = new WeakMap<pg.PoolClient, SnapshotDb>();

type SnapshotOptions = {
  /** How long each statement may take. */
  statementTimeoutMs: number;
  /** Statements prepared by name are planned once for any values, where planning takes longer than reading. */
  keepsPlans?: boolean;
};

/** Reads on one connection and as of one moment. */
export async function readSnapshot<T>(
  { $client: pool }: Database,
  { statementTimeoutMs, keepsPlans = false }: SnapshotOptions,
  read: (tx: SnapshotDb) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let isBroken = false;
  try {
    await client.query(
      `begin isolation level repeatable read read only; set local statement_timeout = ${statementTimeoutMs}${
        keepsPlans ? '; set local plan_cache_mode = force_generic_plan' : ''
      }`,
    );
    const found = await read(handleOf(client));
    await client.query('commit');
    return found;
  } catch (error) {
    isBroken = await client.query('rollback').then(
      () => false,
      () => true,
    );
    throw error;
  } finally {
    client.release(isBroken);
  }
}

function handleOf(client: pg.PoolClient): SnapshotDb {
  const known = handles.get(client);
  if (known) return known;
  const handle = drizzle(client);
  handles.set(client, handle);
  return handle;
}

import { sql } from 'drizzle-orm';
import { onTestFinished } from 'vitest';
import { type Database, openDatabase } from '#platform/db/database.ts';
import { createLogger } from '#platform/logging/logger.ts';
import type { TestDatabase } from './database.ts';

export type DatabaseClock = {
  /** Runs on from this moment. */
  set: (now: Date) => Promise<void>;
  /** A separate pool, as another process has, that uses this clock; closed when the running test ends. */
  usePool: () => Database;
};

/** Gives the database a clock that a test sets. Connections that were opened before keep the true one. */
export async function createDatabaseClock({
  db,
  connection,
}: Pick<TestDatabase, 'db' | 'connection'>): Promise<DatabaseClock> {
  await db.execute(sql`
    create schema set_clock;
    create table set_clock.ahead (by interval not null);
    insert into set_clock.ahead values ('0');
    create function set_clock.clock_timestamp() returns timestamptz language sql volatile
      as 'select pg_catalog.clock_timestamp() + by from set_clock.ahead';
    create function set_clock.now() returns timestamptz language sql stable
      as 'select pg_catalog.now() + by from set_clock.ahead';
    do $$ begin
      execute format('alter database %I set search_path = set_clock, pg_catalog, public', current_database());
    end $$`);
  return {
    set: async (now) => {
      await db.execute(sql`
        update set_clock.ahead set by = ${now.toISOString()}::timestamptz - pg_catalog.clock_timestamp()`);
    },
    usePool: () => {
      const pool = openDatabase({ connection, log: createLogger({ level: 'silent' }) });
      onTestFinished(pool.close);
      return pool.db;
    },
  };
}

import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { ADVISORY_LOCKS } from '#platform/db/advisory-locks.ts';
import { type Connection, LONG_ANSWERS } from '#platform/db/database.ts';
import { type Client, selectSequences } from './copied-tables.ts';
import { deleteLoad, insertLoad, isAway, type Load, LoadUnfinished, selectLoad } from './unfinished-load.ts';

const ALONE_TRIES = 8;
const ALONE_PAUSE_MS = 250;

/** Longer than any process of the portal waits before it connects again. */
const RECONNECT_MS = 3500;

/** Rows must look the same on both sides, and a table may take hours. */
const SETTINGS =
  '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres';

/** Why a database can't be loaded: a sentence for the operator. */
export class LoadRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'LoadRefused';
  }
}

/** A dedicated connection for a copy. The caller ends it. */
export async function connectForCopy(connection: Connection): Promise<pg.Client> {
  const { connectionTimeoutMillis, copyMs } = LONG_ANSWERS;
  const limits = { connectionTimeoutMillis, query_timeout: copyMs };
  const client = new pg.Client({ ...connection, ...limits, options: SETTINGS, keepAlive: true });
  // The failing statement reports a lost connection; an unhandled 'error' event would end the process.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** What a database holds before it is loaded. */
export type TargetState = {
  /** Another program's tables, so that it may not be replaced. */
  isForeign: boolean;
  /** Tables, views and functions in `public`, without those of extensions. */
  names: string[];
  /** A portal's accounts and orders; undefined: there is no portal. */
  portal: { installationId: string | null; accounts: number; orders: number } | undefined;
  unfinished: Load | undefined;
};

export async function selectTargetState(client: Client): Promise<TargetState> {
  const { rows } = await client.query<{ tables: number; names: string[]; isPortal: boolean }>(
    `select (select count(*)::int from pg_tables where schemaname = 'public') as tables,
       array(
         select relname::text from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
           and not relispartition and not exists (select from pg_depend where classid = 'pg_class'::regclass
             and objid = pg_class.oid and deptype = 'e')
         union
         select proname::text from pg_proc where pronamespace = 'public'::regnamespace
           and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
         order by 1
       ) as names,
       to_regclass('public.schema_migrations') is not null and to_regclass('public.orders') is not null
         and to_regclass('public.installation') is not null as "isPortal"`,
  );
  const { tables = 0, names = [], isPortal = false } = rows[0] ?? {};
  const unfinished = await selectLoad(client);
  if (!isPortal) return { isForeign: tables > 0 && !unfinished, names, portal: undefined, unfinished };
  const counted = await client.query<NonNullable<TargetState['portal']>>(
    `select (select count(*)::int from accounts) as accounts, (select count(*)::int from orders) as orders,
       (select id from installation) as "installationId"`,
  );
  return { isForeign: false, names, portal: counted.rows[0], unfinished };
}

/**
 * Reserves a database for a load, or the source of a move: from now on no process starts on it, until `deleteLoad` is committed.
 *
 * @throws LoadRefused while others are connected, or another load runs; LoadUnfinished for a database that was moved away
 */
export async function reserve(client: Client, load: Pick<Load, 'kind' | 'source'>): Promise<Load> {
  await requireLoadLock(client);
  await requireAlone(client);
  const before = await selectLoad(client);
  // The portal lives elsewhere: only the move itself, or cancelling it, may use this database.
  if (before && isAway(before) && load.kind !== 'moving') throw new LoadUnfinished(before);
  // Sequences of an interrupted load are half loaded; what it replaced counts.
  const reserved = { ...load, sequences: before ? before.sequences : await selectSequences(client) };
  // A process that starts has this lock until it has migrated, and then it is connected.
  await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.migration]);
  await client.query('begin');
  await insertLoad(client, reserved);
  await client.query('commit');
  await client.query('select pg_advisory_unlock($1)', [ADVISORY_LOCKS.migration]);
  try {
    await requireAlone(client);
  } catch (error) {
    if (!before) await deleteLoad(client);
    throw error;
  }
  return reserved;
}

/** @throws LoadRefused when another load works with the database. Kept until the connection ends. */
export async function requireLoadLock(client: Client): Promise<void> {
  const { rows } = await client.query<{ isOurs: boolean }>(`select pg_try_advisory_lock($1) as "isOurs"`, [
    ADVISORY_LOCKS.load,
  ]);
  if (!rows[0]?.isOurs) throw new LoadRefused('Another restore or move works with this database.');
}

/** @throws LoadRefused while anybody else is connected to the database */
export async function requireAlone(client: Client): Promise<void> {
  let found = await selectOthers(client);
  // A connection that was closed just now may take a moment to disappear.
  for (let tries = 1; tries < ALONE_TRIES && found.others > 0; tries += 1) {
    await pause(ALONE_PAUSE_MS);
    found = await selectOthers(client);
  }
  if (found.others === 0) return;
  const names = found.names === null ? '' : `, of ${found.names}`;
  throw new LoadRefused(
    `Other programs use this database (connections: ${found.others}${names}). Stop every api, worker and start, then try again.`,
  );
}

/**
 * The same at the end of a load, for a process that had lost its connection when the load began.
 *
 * @param reservedAt milliseconds since 1970. Looks no sooner than a process has had time to connect again.
 */
export async function requireStillAlone(
  client: Client,
  reservedAt: number,
  reconnectMs: number = RECONNECT_MS,
): Promise<void> {
  await pause(Math.max(0, reservedAt + reconnectMs - Date.now()));
  await requireAlone(client);
}

async function selectOthers(client: Client): Promise<{ others: number; names: string | null }> {
  // A transaction sees the sessions as of when it first looked.
  await client.query('select pg_stat_clear_snapshot()');
  const { rows } = await client.query<{ others: number; names: string | null }>(
    `select count(*)::int as others, string_agg(distinct nullif(application_name, ''), ', ') as names
     from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()
       -- Other roles' sessions have no type for one that may not monitor. Those of the server have no user.
       and (backend_type = 'client backend' or backend_type is null and usesysid is not null)`,
  );
  return rows[0] ?? { others: 0, names: null };
}

/** Drops everything in the portal's schemas but what extensions brought. The schemas stay, with their privileges. */
export async function clearTarget(client: Client): Promise<void> {
  // Named before anything is dropped: dropping one thing may drop another with it.
  await client.query(`
    do $$ declare
      statement text;
    begin
      drop schema if exists pgboss cascade;
      foreach statement in array (
        select coalesce(array_agg(found.statement), '{}') from (
          select format('drop table if exists %s cascade', oid::regclass) as statement, oid, 'pg_class'::regclass as class
          from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
          union all
          select format('drop routine if exists %s cascade', oid::regprocedure), oid, 'pg_proc'::regclass
          from pg_proc where pronamespace = 'public'::regnamespace
        ) found
        where not exists (
          select from pg_depend where classid = found.class and objid = found.oid and deptype = 'e')
      )
      loop
        execute statement;
      end loop;
    end $$`);
}

/** Nobody but the caller writes to them until the transaction ends. Everybody may read. */
export async function lockForCopy(client: Client, names: string[]): Promise<void> {
  await client.query(`lock table ${names.join(', ')} in exclusive mode`);
}

/** Empties every table, those that migrating has filled as well. */
export async function truncateTables(client: Client, names: string[]): Promise<void> {
  await client.query(`truncate ${names.join(', ')} cascade`);
}

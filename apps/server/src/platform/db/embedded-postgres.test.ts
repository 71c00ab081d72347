import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { findPostmaster } from './embedded-postgres-lock.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import {
  canPlayOthers,
  installCopy,
  isRoot,
  makeFolder,
  NOBODY,
  onCleanup,
  query,
  type Owner,
  type Report,
  startOwner,
} from './embedded-postgres.test-support.ts';

vi.setConfig({ testTimeout: 60_000 });

const WRITE = [
  'create table if not exists note (id serial, text text)',
  `insert into note (text) values ('kept')`,
];
const COUNT = 'select count(*)::int as notes from note';

test('a cluster is created once, keeps its rows over a restart, and is small but durable', async () => {
  const dataDir = join(makeFolder(), 'data');
  const first = await startEmbeddedPostgres({ dataDir });
  expect(first).toMatchObject({ fresh: true, joined: false, directory: join(dataDir, 'postgres') });
  await query(first, ...WRITE);
  await first.stop();
  expect(findPostmaster(first.directory)).toBeUndefined();

  const second = await startEmbeddedPostgres({ dataDir, settings: { shared_buffers: '16MB' } });
  onCleanup(() => rmSync(second.connection.host, { recursive: true, force: true }));
  onCleanup(() => second.stop());
  expect(second).toMatchObject({ fresh: false, joined: false });
  expect(await query(second, COUNT)).toEqual([{ notes: 1 }]);
  expect(await query(second, 'show shared_buffers')).toEqual([{ shared_buffers: '16MB' }]);
  expect(await query(second, 'show fsync')).toEqual([{ fsync: 'on' }]);
  expect(await query(second, 'show synchronous_commit')).toEqual([{ synchronous_commit: 'on' }]);
  expect(await query(second, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
});

test.skipIf(!isRoot)('as root, the server runs as an unprivileged user', async () => {
  const report = await startOwner(join(makeFolder(), 'data')).report;
  const status = readFileSync(`/proc/${findPostmaster(report.directory)?.pid}/status`, 'utf8');
  expect(status).toMatch(/^Uid:\t65534\t65534\t65534\t65534$/m);
  expect(statSync(report.connection.host).mode & 0o777).toBe(0o700);
});

test.skipIf(!isRoot)(
  'as root, a data folder nobody else can enter gets its cluster elsewhere and finds it again',
  async () => {
    const dataDir = join(makeFolder({ mode: 0o700 }), 'data');
    const first = startOwner(dataDir);
    const report = await first.report;
    onCleanup(() => rmSync(dirname(report.directory), { recursive: true, force: true }));
    expect(report.directory).not.toContain(dataDir);
    expect(report.progress.join()).toContain(report.directory);
    await query(report, ...WRITE);
    await first.stop();

    chmodSync(dirname(dataDir), 0o755);
    const second = await startOwner(dataDir).report;
    expect(second).toMatchObject({ fresh: false, directory: report.directory });
    expect(await query(second, COUNT)).toEqual([{ notes: 1 }]);
  },
);

test.skipIf(!isRoot)(
  'as root, a cluster that its user can no longer enter is not replaced by an empty one',
  async () => {
    const folder = makeFolder();
    const first = startOwner(join(folder, 'data'));
    await first.report;
    await first.stop();
    chmodSync(folder, 0o700);
    await expect(startOwner(join(folder, 'data')).report).rejects.toThrow(
      /cannot be entered by user 65534.*DATABASE_URL/s,
    );
  },
);

test.skipIf(!canPlayOthers)('an ordinary user runs the server in their own folder', async () => {
  const dataDir = join(makeFolder({ owner: NOBODY }), 'data');
  const report = await startOwner(dataDir, { user: NOBODY }).report;
  expect(report).toMatchObject({ fresh: true, directory: join(dataDir, 'postgres') });
  expect(await query(report, ...WRITE, COUNT)).toEqual([{ notes: 1 }]);
});

test.skipIf(!canPlayOthers)(
  'an ordinary user below a closed folder of another user gets the cluster elsewhere',
  async () => {
    const closed = makeFolder({ mode: 0o700 });
    mkdirSync(join(closed, 'data'), { mode: 0o777 });
    const home = makeFolder({ owner: NOBODY });
    const report = await startOwner(join(closed, 'data'), { user: NOBODY, env: { HOME: home } }).report;
    expect(report.directory).toContain(join(home, '.local/state/waygate/data-'));
    expect(report.progress.join()).toContain(report.directory);
  },
);

test.skipIf(!canPlayOthers)('a cluster of another user is refused in words', async () => {
  const dataDir = join(makeFolder(), 'data');
  const owner = startOwner(dataDir);
  await owner.report;
  await owner.stop();
  const other = { uid: 65_533, gid: 65_533 };
  await expect(startOwner(dataDir, { user: other }).report).rejects.toThrow(
    /belongs to user 65534.*DATABASE_URL/s,
  );
});

test.skipIf(!isRoot)('as root, programs that nobody else can enter are copied', async () => {
  const module = installCopy({ mode: 0o700 });
  const report = await startOwner(join(makeFolder(), 'data'), { module }).report;
  onCleanup(() => rmSync('/var/lib/waygate/postgresql-0.0.0-test', { recursive: true, force: true }));
  expect(report.progress.join()).toContain('copying');
  expect(await query(report, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test.skipIf(!canPlayOthers)('programs without symlinks in a read-only folder are copied', async () => {
  const module = installCopy({ mode: 0o755 });
  const home = makeFolder({ owner: NOBODY });
  const report = await startOwner(join(home, 'data'), { module, user: NOBODY, env: { HOME: home } }).report;
  expect(report.progress.join()).toContain(join(home, '.local/state/waygate/postgresql-0.0.0-test'));
});

test('a platform without a package is asked to set DATABASE_URL', async () => {
  const module = installCopy({ mode: 0o755, isComplete: false });
  await expect(startOwner(join(makeFolder(), 'data'), { module }).report).rejects.toThrow(
    /not installed.*DATABASE_URL/s,
  );
});

test('after kill -9 of all processes the lock is stale and no committed row is lost', async () => {
  const dataDir = join(makeFolder(), 'data');
  for (let round = 1; round <= 3; round++) {
    const owner = startOwner(dataDir);
    const report = await owner.report;
    expect(await query(report, ...WRITE, COUNT)).toEqual([{ notes: round }]);
    await killBoth(owner, report);
    expect(existsSync(join(report.directory, 'postmaster.pid'))).toBe(true);
  }
});

test('locks whose process id now belongs to an unrelated process are taken over', async () => {
  const dataDir = join(makeFolder(), 'data');
  const report = await crash(dataDir);
  // The same account as the server's: PostgreSQL takes only such a process for a living server.
  const stranger = spawn('sleep', ['600'], { ...(isRoot ? NOBODY : {}), stdio: 'ignore' });
  onCleanup(() => stranger.kill());
  for (const lock of [
    join(report.directory, 'postmaster.pid'),
    join(report.connection.host, '.s.PGSQL.5432.lock'),
  ]) {
    const [, ...rest] = readFileSync(lock, 'utf8').split('\n');
    writeFileSync(lock, [stranger.pid, ...rest].join('\n'));
  }
  expect(await startOwner(dataDir).report).toMatchObject({ joined: false });
  expect(stranger.exitCode).toBeNull();
});

test('an empty lock left by a power cut is taken over', async () => {
  const dataDir = join(makeFolder(), 'data');
  const report = await crash(dataDir);
  const lock = join(report.directory, 'postmaster.pid');
  writeFileSync(lock, '');
  utimesSync(lock, new Date(0), new Date(0));
  expect(await startOwner(dataDir).report).toMatchObject({ joined: false });
});

test('the server ends with its killed parent, and a restart right after succeeds', async () => {
  const dataDir = join(makeFolder(), 'data');
  for (let round = 1; round <= 3; round++) {
    const owner = startOwner(dataDir);
    expect(await query(await owner.report, ...WRITE, COUNT)).toEqual([{ notes: round }]);
    await owner.kill();
  }
  const last = startOwner(dataDir);
  const report = await last.report;
  expect(report.joined).toBe(false);
  await last.kill();
  await vi.waitFor(() => expect(findPostmaster(report.directory)).toBeUndefined(), { timeout: 10_000 });
});

test('of concurrent starts on a new folder one owns the server and the others join it', async () => {
  const dataDir = join(makeFolder(), 'data');
  const owners = [startOwner(dataDir), startOwner(dataDir), startOwner(dataDir)];
  const reports = await Promise.all(owners.map((owner) => owner.report));
  expect(reports.filter((report) => report.joined)).toHaveLength(2);
  expect(reports.filter((report) => report.fresh)).toHaveLength(1);
  for (const report of reports) await query(report, ...WRITE);
  for (const report of reports) expect(await query(report, COUNT)).toEqual([{ notes: 3 }]);
});

test('a process that joined sees 57P01 when the owner stops, and reconnects to the next owner', async () => {
  const dataDir = join(makeFolder(), 'data');
  const owner = startOwner(dataDir);
  await owner.report;
  const joined = await startEmbeddedPostgres({ dataDir });
  expect(joined).toMatchObject({ joined: true, fresh: false });
  const client = new pg.Client(joined.connection);
  const failures: Error[] = [];
  client.on('error', (error) => failures.push(error));
  await client.connect();
  await joined.stop();
  expect(await query(joined, 'select 1 as one')).toEqual([{ one: 1 }]);

  await owner.stop();
  await expect.poll(() => failures[0]).toMatchObject({ code: '57P01' });
  await startOwner(dataDir).report;
  expect(await query(joined, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('an interrupted initdb leaves nothing behind', async () => {
  const dataDir = join(makeFolder(), 'data');
  const owner = startOwner(dataDir);
  await vi.waitFor(() => expect(readdirSync(dataDir).join()).toMatch(/postgres\.init-/), {
    timeout: 10_000,
    interval: 5,
  });
  await owner.kill();
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
  const second = startOwner(dataDir);
  expect(await second.report).toMatchObject({ fresh: true, joined: false });
  await second.stop();
  await startOwner(dataDir).report;
  expect(readdirSync(dataDir)).toEqual(['postgres']);
});

test('long paths with spaces, quotes and unicode work, and so does a long TMPDIR', async () => {
  const folder = join(makeFolder(), `Ærø "Tür" o'clock, ${'長い'.repeat(20)}`);
  const temp = join(folder, 'temporary '.repeat(10));
  mkdirSync(temp, { recursive: true });
  const owner = startOwner(join(folder, 'my data'), { env: { TMPDIR: temp } });
  const report = await owner.report;
  expect(report.directory).toBe(join(folder, 'my data', 'postgres'));
  expect(report.connection.host).not.toContain(temp);
  expect(await query(report, ...WRITE, COUNT)).toEqual([{ notes: 1 }]);
  expect(await startOwner(join(folder, 'my data')).report).toMatchObject({ joined: true });
});

test.skipIf(!isRoot)('a socket folder that another user has made first is not used', async () => {
  const dataDir = join(makeFolder(), 'data');
  const { connection } = await crash(dataDir);
  rmSync(connection.host, { recursive: true });
  mkdirSync(connection.host, { mode: 0o777 });
  const report = await startOwner(dataDir).report;
  expect(report.connection.host).not.toBe(connection.host);
  expect(await query(report, 'select 1 as one')).toEqual([{ one: 1 }]);
  rmSync(connection.host, { recursive: true });
});

/** Runs a server on the folder and kills it with its owner, so that its locks stay. */
async function crash(dataDir: string): Promise<Report> {
  const owner = startOwner(dataDir);
  const report = await owner.report;
  const lock = join(report.connection.host, '.s.PGSQL.5432.lock');
  const text = readFileSync(lock, 'utf8');
  await killBoth(owner, report);
  writeFileSync(lock, text);
  return report;
}

/** Kills the server and its owner, which would restart it, and replace the lock, if it were not stopped first. */
async function killBoth(owner: Owner, report: Report): Promise<void> {
  owner.process.kill('SIGSTOP');
  process.kill(getPostmasterPid(report), 'SIGKILL');
  await owner.kill();
}

function getPostmasterPid({ directory }: Report): number {
  const postmaster = findPostmaster(directory);
  if (!postmaster) throw new Error(`No server runs on ${directory}.`);
  return postmaster.pid;
}

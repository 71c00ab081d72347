import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { activate } from '#app/update/activate.ts';
import { resume, resumeAndUpdate, rollBack } from '#app/update/run-update.ts';
import { unpackArchive } from '#app/update/archive.ts';
import { openPortal } from '#app/update/portal.ts';
import { findUnits } from '#app/update/supervisor.ts';
import { lockUpdates } from '#app/update/update-lock.ts';
import { waitUntilRunning } from '#app/update/wait-until-running.ts';
import { SERVER_ROOT } from '#platform/files/package-root.ts';
import { readJournal, writeJournal } from '#platform/releases/installation.ts';
import { nameOf, packRelease, useInstallation, writeRelease } from '#test/updates.ts';
import { contextOf, releaseOf, updateHere } from '#test/updating-portal.ts';

const [OLD, NEW] = [nameOf('0.2.0'), nameOf('0.3.0')];

/** What the operator has afterwards. */
async function stateOf(folder: string) {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('made-'));
  const link = (name: string) => readlink(path.join(folder, name)).catch(() => undefined);
  const running = await readFile(path.join(folder, 'running'), 'utf8').catch(() => '');
  return {
    releases: names.filter((name) => name.startsWith('waygate-')).toSorted(),
    links: [await link('current'), await link('previous')],
    running: running.trim(),
    leftovers: names.filter((name) => name.startsWith('.')),
  };
}

const untouched = { releases: [OLD], links: [OLD, undefined], running: OLD, leftovers: [] };
const updated = { releases: [OLD, NEW], links: [NEW, OLD], running: NEW, leftovers: [] };

test('updates with a backup, goes back by hand and forward again, and keeps two releases', async () => {
  const folder = await useInstallation();
  const archive = await packRelease(folder, NEW);
  expect(await updateHere(folder, archive, { isDryRun: true })).toMatchObject({ outcome: 'would update' });
  expect(await stateOf(folder)).toEqual(untouched);
  expect(await updateHere(folder, archive)).toEqual({
    outcome: 'updated',
    from: OLD,
    to: NEW,
    migrations: ['0002-more.sql'],
    backup: 'backup-1',
    toRestart: 0,
  });
  expect(await stateOf(folder)).toEqual(updated);
  expect(await updateHere(folder, archive)).toMatchObject({ outcome: 'nothing to do' });

  const back = { outcome: 'rolled back', from: NEW, to: OLD };
  expect(await rollBack(contextOf(folder), releaseOf(NEW))).toMatchObject(back);
  expect(await stateOf(folder)).toEqual({ ...updated, links: [OLD, NEW], running: OLD });
  await rollBack(contextOf(folder), releaseOf(OLD));
  const newest = nameOf('0.4.0');
  await updateHere(folder, await packRelease(folder, newest));
  expect(await stateOf(folder)).toEqual({
    ...updated,
    releases: [NEW, newest],
    links: [newest, NEW],
    running: newest,
  });
});

test.each([
  [
    "doesn't become ready",
    { broken: '' },
    /^0\.3\.0 wasn't ready within 0\.3 seconds\. 0\.2\.0 runs again\.$/,
  ],
  ["can't migrate", { unmigratable: '' }, /^The migrations of 0\.3\.0 failed/],
])('puts the old release back when the new one %s', async (_, files, message) => {
  const folder = await useInstallation();
  const archive = await packRelease(folder, NEW, files);
  await expect(updateHere(folder, archive)).rejects.toThrow(message);
  expect(await stateOf(folder)).toEqual({ ...untouched, releases: [OLD, NEW] });
});

const OPTIONS = {
  isDryRun: false,
  ignoresProblems: false,
  acceptsContracts: false,
  backupTo: undefined,
  hasBackup: true,
};

/** Without a way to restart the portal. */
async function updateLinks(folder: string, from: string, to: string) {
  const source = { archive: await packRelease(folder, to), sha256: undefined };
  return resumeAndUpdate(contextOf(folder, { restartables: [] }), releaseOf(from), source, OPTIONS);
}

test('changes the release of a stopped portal without starting it, and says what to restart without a way to', async () => {
  const folder = await useInstallation();
  await rm(path.join(folder, 'running'));
  expect(await updateLinks(folder, OLD, NEW)).toMatchObject({ outcome: 'updated', toRestart: 0 });
  expect(await stateOf(folder)).toEqual({ ...updated, running: '' });
  await writeFile(path.join(folder, 'running'), NEW);
  const result = await rollBack(contextOf(folder, { restartables: [] }), releaseOf(NEW));
  expect(result).toMatchObject({ outcome: 'rolled back', toRestart: 1 });
});

test('restarts units of which no process runs, and goes back if none does afterwards', async () => {
  const folder = await useInstallation();
  await rm(path.join(folder, 'running'));
  const broken = await packRelease(folder, NEW, { broken: '' });
  await expect(updateHere(folder, broken)).rejects.toThrow('0.2.0 is the current release again.');
  expect((await stateOf(folder)).leftovers).toEqual([]);
  await rm(path.join(folder, 'running'));
  expect(await updateHere(folder, await packRelease(folder, NEW))).toMatchObject({ outcome: 'updated' });
  expect(await stateOf(folder)).toEqual(updated);
});

test('keeps the release that still runs after two updates without a restart', async () => {
  const folder = await useInstallation();
  const newest = nameOf('0.4.0');
  await updateLinks(folder, OLD, NEW);
  await updateLinks(folder, NEW, newest);
  await expect(updateLinks(folder, newest, OLD)).rejects.toThrow('0.2.0 still runs');
  expect(await stateOf(folder)).toEqual({
    ...untouched,
    releases: [OLD, NEW, newest],
    links: [newest, NEW],
  });
});

test.each([
  ['moves the link back first when no contract ran', {}, '0.2.0 runs again.', OLD, false],
  [
    'keeps the new release and the journal when a contract ran',
    { 'apps/server/migrations/0002-less.sql': '-- Contract: test\n' },
    'once the database answers: connect ECONNREFUSED',
    NEW,
    true,
  ],
])('while the database is down, %s', async (_, files, message, current, hasJournal) => {
  const folder = await useInstallation();
  await writeRelease(folder, NEW, { broken: '', ...files });
  const portal = { ...contextOf(folder).portal, readSchema: failToConnect };
  const context = contextOf(folder, { portal });
  await expect(activate(context, journalOf(OLD, NEW))).rejects.toThrow(message);
  expect((await stateOf(folder)).links[0]).toBe(current);
  expect((await readJournal(folder)) !== undefined).toBe(hasJournal);
});

async function failToConnect(): Promise<never> {
  throw new Error('connect ECONNREFUSED');
}

function journalOf(from: string, to: string) {
  return { from, to, processes: 1, backup: null, startedAt: new Date().toISOString() };
}

/** Runs an update in a process that is killed at a step. */
function killAt(step: string, folder: string, archive: string): NodeJS.Signals | null {
  const program = `import { updateHere } from '#test/updating-portal.ts';
    await updateHere(${JSON.stringify(folder)}, ${JSON.stringify(archive)});`;
  const env = { ...process.env, KILL_AT: step };
  return spawnSync(process.execPath, ['--input-type=module', '-e', program], { cwd: SERVER_ROOT, env })
    .signal;
}

test.each([
  ['backup', OLD],
  ['migrate', NEW],
  ['restart', NEW],
])('killed at %s, the portal starts, and running it again finishes', async (step, current) => {
  const folder = await useInstallation();
  const archive = await packRelease(folder, NEW);
  expect(killAt(step, folder, archive)).toBe('SIGKILL');
  expect((await stateOf(folder)).links[0]).toBe(current);
  expect(spawnSync(path.join(folder, 'current/waygate'), ['start']).status).toBe(0);
  expect(await updateHere(folder, archive)).toMatchObject({ outcome: 'updated', backup: 'backup-1' });
  expect(await stateOf(folder)).toEqual(updated);
});

test('killed while a broken release is started, running it again goes back', async () => {
  const folder = await useInstallation();
  const archive = await packRelease(folder, NEW, { broken: '' });
  expect(killAt('restart', folder, archive)).toBe('SIGKILL');
  await expect(updateHere(folder, archive)).rejects.toThrow('0.2.0 runs again.');
  expect(await stateOf(folder)).toEqual({ ...untouched, releases: [OLD, NEW] });
  expect(killAt('restart', folder, archive)).toBe('SIGKILL');
  expect(await rollBack(contextOf(folder), releaseOf(NEW))).toMatchObject({ from: NEW, to: OLD });
  expect(await readJournal(folder)).toBeUndefined();
});

test('finishes an interrupted update, and goes on to the release that is asked for', async () => {
  const folder = await useInstallation();
  const newest = nameOf('0.4.0');
  expect(killAt('migrate', folder, await packRelease(folder, NEW))).toBe('SIGKILL');
  const source = { archive: await packRelease(folder, newest), sha256: undefined };
  const result = await resumeAndUpdate(contextOf(folder), releaseOf(NEW), source, OPTIONS);
  expect(result).toMatchObject({ outcome: 'updated', from: NEW, to: newest });
  expect((await stateOf(folder)).links).toEqual([newest, NEW]);

  await writeJournal(folder, journalOf(newest, NEW));
  expect(await resume(contextOf(folder))).toMatchObject({ outcome: 'rolled back', to: NEW });
});

const PROBLEM = JSON.stringify([
  { check: 'disk', state: 'problem', what: 'It is full.' },
  { check: 'schema', state: 'problem', what: 'Migrations are pending.' },
]);
const CONTRACT = { pending: ['0002-less.sql'], pendingContracts: ['0002-less.sql'] };

test.each([
  [
    'another SHA-256',
    {},
    { sha256: '0'.repeat(64) },
    {},
    /^The archive's SHA-256 is [0-9a-f]{64}, and not 0{64}/,
  ],
  ['a problem', { 'findings.json': PROBLEM }, {}, {}, /finds problems.*:\n {2}disk: It is full\.$/],
  ["a program that doesn't start", { 'findings.json': '' }, {}, {}, /^0\.3\.0 doesn't start on this machine/],
  ['a contract', {}, {}, CONTRACT, /0002-less\.sql.* Add --accept-contract/],
  ['a contract while the portal runs', {}, { acceptsContracts: true }, CONTRACT, /Stop every process/],
  [
    'a contract that is newer',
    {},
    {},
    { newerContracts: ['0003-gone.sql'] },
    /can't run on this database: 0003-/,
  ],
  ['edited migrations', {}, {}, { edited: ['0001-first.sql'] }, /other texts of migrations that ran: 0001-/],
])('refuses a release with %s, and changes nothing', async (_, files, options, schema, message) => {
  const folder = await useInstallation();
  await writeFile(path.join(folder, 'schema.json'), JSON.stringify(schema));
  await expect(updateHere(folder, await packRelease(folder, NEW, files), options)).rejects.toThrow(message);
  expect(await stateOf(folder)).toEqual(untouched);
});

test('refuses archives of another machine and of anything else', async () => {
  const folder = await useInstallation();
  const other = process.arch === 'x64' ? 'arm64' : 'x64';
  await expect(updateHere(folder, await packRelease(folder, nameOf('0.3.0', other)))).rejects.toThrow(
    `The archive is for ${other}, and this machine is ${process.arch}.`,
  );
  await expect(updateHere(folder, await packRelease(folder, 'photos'))).rejects.toThrow(
    'no release for Linux',
  );
  await expect(updateHere(folder, path.join(folder, 'nowhere.tar.gz'))).rejects.toThrow(
    'Keep the file .sha256',
  );
  expect(await stateOf(folder)).toEqual(untouched);
});

test('accepts problems and contracts where the operator does', async () => {
  const folder = await useInstallation();
  const archive = await packRelease(folder, NEW, { 'findings.json': PROBLEM });
  await writeFile(path.join(folder, 'schema.json'), JSON.stringify(CONTRACT));
  await rm(path.join(folder, 'running'));
  const options = { ignoresProblems: true, acceptsContracts: true, hasBackup: false };
  expect(await updateHere(folder, archive, options)).toMatchObject({ outcome: 'updated', backup: null });
});

test('goes back by hand only where the old release still runs on the database', async () => {
  const folder = await useInstallation();
  await updateHere(folder, await packRelease(folder, NEW));
  await writeFile(path.join(folder, 'schema.json'), '{"newerContracts":["0003-gone.sql"]}');
  await expect(rollBack(contextOf(folder), releaseOf(NEW))).rejects.toThrow(
    "0.2.0 can't run on this database",
  );
  expect(await stateOf(folder)).toEqual(updated);
  await rm(path.join(folder, OLD), { recursive: true });
  await expect(rollBack(contextOf(folder), releaseOf(NEW))).rejects.toThrow('waygate is missing');
});

test('downloads by https alone, at every redirect, and not without end', async () => {
  const folder = await useInstallation();
  const archive = await packRelease(folder, NEW);
  const file = path.basename(archive);
  const asked: string[] = [];
  const redirects = new Map([
    ['moved.example.com', 'https://cdn.example.com'],
    ['unsafe.example.com', 'http://cdn.example.com'],
    ['loop.example.com', 'https://loop.example.com'],
  ]);
  const download = async (address: string) => {
    asked.push(address);
    const { host, pathname } = new URL(address);
    const location = redirects.get(host);
    if (location !== undefined)
      return new Response(null, { status: 302, headers: { location: location + pathname } });
    const headers = host === 'large.example.com' ? { 'content-length': '500000001' } : {};
    return new Response(readFileSync(path.join(path.dirname(archive), pathname)), { headers });
  };
  const target = path.join(folder, '.incoming-test');
  await mkdir(target);
  const from = (origin: string) =>
    unpackArchive(target, { archive: `${origin}/${file}`, sha256: undefined, download });
  await expect(from('http://cdn.example.com')).rejects.toThrow('must begin with https');
  await expect(from('https://unsafe.example.com')).rejects.toThrow('leads to http://cdn');
  await expect(from('https://loop.example.com')).rejects.toThrow('redirects more than 5 times');
  await expect(from('https://large.example.com')).rejects.toThrow('larger than 500 MB');
  expect(await from('https://moved.example.com')).toMatchObject({ version: '0.3.0' });
  expect(asked.filter((address) => address.startsWith('http:'))).toEqual([]);
});

test('refuses a data folder without a database, and creates none', async () => {
  const dataDir = await useInstallation();
  expect(() => openPortal({ databaseUrl: undefined, dataDir })).toThrow('There is no database in');
  expect(await readdir(dataDir)).not.toContain('postgres');
});

test('only one update of an installation runs at a time', async () => {
  const [folder, other] = ['/opt/waygate-test', '/opt/other-test'];
  const attempts = await Promise.allSettled([lockUpdates(folder), lockUpdates(folder), lockUpdates(other)]);
  const held = attempts.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  expect(held).toHaveLength(2);
  for (const { release } of held) release();
  (await lockUpdates(folder)).release();
});

test('a process that ends right after its start is not ready', async () => {
  const answers = [[1, 2], [2], [2, 3], [2, 3]];
  const readProcesses = async () =>
    (answers.shift() ?? []).map((pid) => ({ version: '0.3.0', pid, isHere: true }));
  const wanted = { version: '0.3.0', count: 2, withinMs: 5000, settleMs: 0, hasFailed: async () => false };
  await waitUntilRunning({ readProcesses }, wanted);
  expect(answers).toEqual([]);
  const crashing = { ...wanted, hasFailed: async () => true };
  await expect(waitUntilRunning({ readProcesses }, crashing)).rejects.toThrow('ends again and again');
});

test('finds the units that start from this installation, workers first', async () => {
  const calls: string[] = [];
  const run = async (_: string, words: string[]) => {
    calls.push(words.join(' '));
    const [verb, name = ''] = words;
    const folder = name.includes('other') ? '/srv/other' : '/opt/waygate';
    const stdout =
      verb === 'list-units'
        ? 'waygate-api@3000.service loaded active running Api\nwaygate-other.service loaded active running\nwaygate-worker.service loaded active running Worker\n'
        : words.includes('--property=ExecStart')
          ? `ExecStart={ path=/usr/bin/env ; argv[]=/usr/bin/env PORT=3000 ${folder}/current/waygate api ; }`
          : 'ActiveState=activating\nNRestarts=2\n';
    return { status: 0, stdout, stderr: '' };
  };
  const units = await findUnits('/opt/waygate', run);
  expect(units.map(({ name }) => name)).toEqual(['waygate-worker.service', 'waygate-api@3000.service']);
  await units[0]?.restart();
  expect(calls.at(-1)).toBe('restart waygate-worker.service');
  expect(await units[0]?.hasFailed()).toBe(true);
  expect(
    await findUnits('/opt/waygate', async () => ({ status: null, stdout: '', stderr: 'ENOENT' })),
  ).toEqual([]);
});

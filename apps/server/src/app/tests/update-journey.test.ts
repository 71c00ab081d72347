import { spawn, spawnSync } from 'node:child_process';
import { cp, mkdir, readlink, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { selectProcesses } from '#features/processes/processes.ts';
import { openDatabase } from '#platform/db/database.ts';
import { SERVER_ROOT } from '#platform/files/package-root.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { useEmptyDatabase, useFolder } from '#test/backups.ts';
import { urlOf } from '#test/database.ts';
import { nameOf, pack } from '#test/updates.ts';

const ROOT = path.resolve(SERVER_ROOT, '../..');
/** Nine programs start, one after the other. */
const TIMEOUT_MS = 300_000;
const [OLD, NEW] = [nameOf('0.2.0'), nameOf('0.3.0')];

/** Stops the worker whose process id is in a file, and starts the current release's. */
const RESTART = `[ ! -e worker.pid ] || { kill $(cat worker.pid); while kill -0 $(cat worker.pid) 2>&-; do sleep 0.05; done; }
nohup current/waygate worker >>worker.log 2>&1 & echo $! >worker.pid`;

/** The programs of these sources, built once. */
async function useBuild(): Promise<string> {
  const folder = await useFolder();
  const build = `import { buildServer } from ${JSON.stringify(path.join(ROOT, 'scripts/build.mjs'))};
    process.exitCode = await buildServer(${JSON.stringify(folder)});`;
  const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', build], { stdio: 'inherit' });
  expect(status).toBe(0);
  return folder;
}

/** A release without pages, on the installed packages. */
async function makeRelease(
  folder: string,
  { version, dist, migrations = {} }: { version: string; dist: string; migrations?: Record<string, string> },
): Promise<void> {
  const root = path.join(folder, nameOf(version));
  const server = path.join(root, 'apps/server');
  for (const part of ['migrations', 'content'])
    await cp(path.join(SERVER_ROOT, part), path.join(server, part), { recursive: true });
  await cp(dist, path.join(server, 'dist'), { recursive: true });
  await writeFile(path.join(server, 'package.json'), JSON.stringify({ version, type: 'module' }));
  for (const [name, text] of Object.entries(migrations))
    await writeFile(path.join(server, 'migrations', name), text);
  await cp(path.join(ROOT, 'scripts/release/waygate'), path.join(root, 'waygate'));
  await mkdir(path.join(root, 'bin'));
  await symlink(process.execPath, path.join(root, 'bin/node'));
  await symlink(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'));
}

/** A folder with the release 0.2.0, whose worker runs on an empty database. */
async function useRunningRelease(dist: string) {
  const [folder, dataDir, connection] = [await useFolder(), await useFolder(), await useEmptyDatabase()];
  const { db, close } = openDatabase({ connection, log: createLogger({ level: 'silent' }) });
  onTestFinished(close);
  await makeRelease(folder, { version: '0.2.0', dist });
  await symlink(OLD, path.join(folder, 'current'));
  await writeFile(path.join(folder, 'restart'), RESTART);
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    DATABASE_URL: urlOf(connection),
    BACKUP_TO: path.join(dataDir, 'backups'),
    DEMO_CONTENT: 'off',
  };
  const restart = spawn('/bin/sh', ['restart'], { cwd: folder, env, stdio: 'inherit' });
  onTestFinished(() => void spawnSync('/bin/sh', ['-c', 'kill -9 $(cat worker.pid)'], { cwd: folder }));
  await new Promise((resolve) => restart.on('exit', resolve));
  const running = async () => (await selectProcesses(db)).map(({ version }) => version);
  const waygate = (...words: string[]) =>
    spawnSync(path.join(folder, 'current/waygate'), words, { cwd: folder, env, encoding: 'utf8' });
  return { folder, db, running, waygate };
}

test.skipIf(process.platform !== 'linux')(
  "a portal's data outlive an update and the way back, on which the old release works with what the new one added",
  async () => {
    const dist = await useBuild();
    const { folder, db, running, waygate } = await useRunningRelease(dist);
    const made = await useFolder();
    const migrations = {
      '9000-nicknames.sql': `alter table accounts add column nickname text; update accounts set nickname = user_name;`,
    };
    await makeRelease(made, { version: '0.3.0', dist, migrations });
    const archive = await pack(made, NEW);
    await expect.poll(running).toEqual(['0.2.0']);
    // The database of the tests isn't durable.
    const how = ['--restart', 'sh restart', '--ignore-problems', '--json'];

    const { stdout, stderr, status } = waygate('update', archive, ...how);
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: expect.stringContaining('Restarting: sh restart'),
    });
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'updated', migrations: ['9000-nicknames.sql'] });
    expect(waygate('backup', '--list', '--json').stdout).toContain(JSON.parse(stdout).backup);
    expect(await running()).toEqual(['0.3.0']);
    expect((await db.execute(sql`select nickname from accounts`)).rows).toEqual([{ nickname: 'owner' }]);

    expect(waygate('update', '--rollback', ...how)).toMatchObject({ status: 0 });
    expect([await running(), await readlink(path.join(folder, 'current'))]).toEqual([['0.2.0'], OLD]);
    // It writes as well.
    expect(waygate('bridge-token', 'add', 'after the rollback')).toMatchObject({ status: 0 });
    expect(
      (await db.execute(sql`select count(*)::int from accounts where nickname is not null`)).rows,
    ).toEqual([{ count: 1 }]);
  },
  TIMEOUT_MS,
);

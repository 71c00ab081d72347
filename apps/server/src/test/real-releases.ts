import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { selectProcesses } from '#features/processes/processes.ts';
import { openDatabase } from '#platform/db/database.ts';
import { isProcessAlive } from '#platform/db/embedded-postgres-cluster.ts';
import { SERVER_ROOT } from '#platform/files/package-root.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { useEmptyDatabase, useFolder } from './backups.ts';
import { urlOf } from './database.ts';
import { nameOf } from './updates.ts';

const ROOT = path.resolve(SERVER_ROOT, '../..');

/** Builds the programs of these sources. */
export function buildPrograms(folder: string): void {
  const build = `import { buildServer } from ${JSON.stringify(path.join(ROOT, 'scripts/build.mjs'))};
    process.exitCode = await buildServer(${JSON.stringify(folder)});`;
  const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', build], { stdio: 'inherit' });
  expect(status).toBe(0);
}

/**
 * A release without pages, on the installed packages.
 *
 * @param dist its programs
 * @param migrations more of them, by name
 */
export async function makeRelease(
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

/**
 * A folder whose current release is 0.2.0, on an empty database.
 *
 * @returns `env` is that of its programs; `running` reads the versions of its processes
 */
export async function useRealInstallation(dist: string) {
  const [folder, dataDir, connection] = [await useFolder(), await useFolder(), await useEmptyDatabase()];
  const { db, close } = openDatabase({ connection, log: createLogger({ level: 'silent' }) });
  onTestFinished(close);
  await makeRelease(folder, { version: '0.2.0', dist });
  await symlink(nameOf('0.2.0'), path.join(folder, 'current'));
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    DATABASE_URL: urlOf(connection),
    BACKUP_TO: path.join(dataDir, 'backups'),
    DEMO_CONTENT: 'off',
  };
  const running = async () =>
    (await selectProcesses(db)).flatMap(({ isAlive, pid, version }) =>
      // One that was killed leaves its row for some seconds.
      isAlive && isProcessAlive(pid) ? [version] : [],
    );
  return { folder, db, env, running };
}

/** What a service manager does for one worker of an installation: the release that `current` leads to runs, once. */
export type Supervisor = {
  /** A command that asks for a restart and waits for it. */
  command: string;
  restart: () => Promise<void>;
};

/** Its worker is killed when the test ends. */
export async function superviseWorker(folder: string, env: NodeJS.ProcessEnv): Promise<Supervisor> {
  let worker: ChildProcess | undefined;
  let restarted = Promise.resolve();
  const replace = async () => {
    if (worker && worker.exitCode === null && worker.signalCode === null) {
      worker.kill('SIGTERM');
      await once(worker, 'exit');
    }
    worker = spawn(path.join(folder, 'current/waygate'), ['worker'], { cwd: folder, env, stdio: 'ignore' });
  };
  // One after the other, also when the command that asked is gone.
  const restart = () => (restarted = restarted.then(replace));
  const server = createServer((_, response) => void restart().then(() => response.end()));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(async () => {
    server.close();
    await restarted;
    worker?.kill('SIGKILL');
  });
  // Of a server on a port.
  const { port } = server.address() as AddressInfo;
  const command = `'${process.execPath}' -e 'fetch("http://127.0.0.1:${port}/")'`;
  return { command, restart };
}

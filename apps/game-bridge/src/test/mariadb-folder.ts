import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const PREFIX = 'waygate-mariadb-';
const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 512 * 1024 ** 2;

/**
 * A new folder for a server and, in it, its data folder and one for its temporary tables, which belong to `user`: servers that
 * start at the same time delete each other's from a shared one. In memory where there is room, unless `isOnDisk`. Deletes folders
 * of processes that were killed before they could.
 */
export async function makeMariadbFolder(
  user: string | undefined,
  isOnDisk: boolean,
): Promise<{ folder: string; data: string; temporary: string }> {
  const parent = isOnDisk ? tmpdir() : await chooseParent();
  await deleteLeftFolders(parent);
  const folder = await mkdtemp(path.join(parent, `${PREFIX}${process.pid}-`));
  // The server's user must be able to pass through.
  await chmod(folder, 0o711);
  const [data, temporary] = [path.join(folder, 'data'), path.join(folder, 'temporary')];
  for (const own of [data, temporary]) {
    await mkdir(own, { mode: 0o700 });
    if (user) await chown(own, idOf('-u', user), idOf('-g', user));
  }
  return { folder, data, temporary };
}

async function chooseParent(): Promise<string> {
  const room = await statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return room >= ENOUGH_BYTES ? MEMORY : tmpdir();
}

async function deleteLeftFolders(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = name.startsWith(PREFIX) ? name.slice(PREFIX.length).split('-', 1)[0] : undefined;
    if (!pid || existsSync(`/proc/${pid}`)) continue;
    await rm(path.join(parent, name), { recursive: true, force: true });
  }
}

function idOf(option: '-u' | '-g', user: string): number {
  return Number(execFileSync('id', [option, user], { encoding: 'utf8' }));
}

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** Stands in for a release's programs. Ends the update that calls it at the command that KILL_AT names. */
const PROGRAM = `#!/bin/sh
[ "$1" != "$KILL_AT" ] || kill -9 $PPID
case $1 in
  doctor) cat "$(dirname "$0")/findings.json" ;;
  backup) echo '{"name":"backup-1"}' ;;
  migrate) echo '{"migrations":["0002-more.sql"]}'; [ ! -e "$(dirname "$0")/unmigratable" ] ;;
esac
`;

export const nameOf = (version: string, arch: string = process.arch) => `waygate-${version}-linux-${arch}`;

/** A folder with the release 0.2.0, which runs. */
export async function useInstallation(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'waygate-update-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeRelease(folder, nameOf('0.2.0'));
  await symlink(nameOf('0.2.0'), path.join(folder, 'current'));
  await writeFile(path.join(folder, 'running'), nameOf('0.2.0'));
  return folder;
}

/** @param files more of them, by name, such as `broken` for a release that never becomes ready */
export async function writeRelease(
  folder: string,
  name: string,
  files: Record<string, string> = {},
): Promise<void> {
  const root = path.join(folder, name);
  await mkdir(path.join(root, 'apps/server/migrations'), { recursive: true });
  for (const [file, text] of Object.entries({ waygate: PROGRAM, 'findings.json': '[]', ...files }))
    await writeFile(path.join(root, file), text);
  await chmod(path.join(root, 'waygate'), 0o755);
}

/** @returns the archive of such a release, with its SHA-256 next to it */
export async function packRelease(
  folder: string,
  name: string,
  files: Record<string, string> = {},
): Promise<string> {
  const made = await mkdtemp(path.join(folder, 'made-'));
  await writeRelease(made, name, files);
  return pack(made, name);
}

export async function pack(folder: string, name: string): Promise<string> {
  const archive = path.join(folder, `${name}.tar.gz`);
  execFileSync('tar', ['-C', folder, '-czf', archive, name]);
  const sum = createHash('sha256').update(readFileSync(archive)).digest('hex');
  await writeFile(`${archive}.sha256`, `${sum}  ${name}.tar.gz\n`);
  return archive;
}

import { chmod, stat } from 'node:fs/promises';
import path from 'node:path';

const READ_BY_OTHERS = 0o004;
const WRITE_BY_OTHERS = 0o002;
const ANY_BY_OTHERS = 0o077;
const OWNER_ONLY = 0o600;
/** Below DATA_DIR. Their group has no business with them either. */
const SECRET_FILES = ['twitch-token-key', 'game-account-key', 'first-start-secrets.txt'];

export type OpenFile = { file: string; mode: number; what: string; why: string; fix: string };

/** Files that others may read or change, with the mode that they should have. */
export async function findOpenFiles(dataDir: string, envFiles: string[]): Promise<OpenFile[]> {
  const secrets = SECRET_FILES.map((name) => path.join(dataDir, name));
  const found = await Promise.all([
    findOpenFolder(dataDir),
    ...secrets.map((file) => findReadable(file, ANY_BY_OTHERS)),
    ...envFiles.map((file) => findReadable(file, READ_BY_OTHERS)),
  ]);
  return found.filter((one) => one !== undefined);
}

/** Takes from others what they must not do. @returns the commands that did the same */
export async function repairFiles(dataDir: string, envFiles: string[]): Promise<string[]> {
  const open = await findOpenFiles(dataDir, envFiles);
  const repaired = await Promise.all(
    open.map(async ({ file, mode, fix }) =>
      chmod(file, mode).then(
        () => fix,
        // The files of another user stay a finding.
        () => undefined,
      ),
    ),
  );
  return repaired.filter((fix) => fix !== undefined);
}

async function findOpenFolder(file: string): Promise<OpenFile | undefined> {
  const mode = await modeOf(file);
  if (mode === undefined || (mode & WRITE_BY_OTHERS) === 0) return undefined;
  return {
    file,
    mode: mode & ~WRITE_BY_OTHERS,
    what: `Every user of this machine can write to ${file}.`,
    why: 'They can replace files and keys of the portal.',
    fix: `chmod o-w ${file}`,
  };
}

async function findReadable(file: string, refused: number): Promise<OpenFile | undefined> {
  const mode = await modeOf(file);
  if (mode === undefined || (mode & refused) === 0) return undefined;
  return {
    file,
    mode: OWNER_ONLY,
    what: `${(mode & READ_BY_OTHERS) === 0 ? 'Others than its user can reach' : 'Every user of this machine can read'} ${file}.`,
    why: 'It holds keys and passwords.',
    fix: `chmod 600 ${file}`,
  };
}

async function modeOf(file: string): Promise<number | undefined> {
  const stats = await stat(file).catch(() => undefined);
  return stats && stats.mode & 0o777;
}

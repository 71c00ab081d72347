import { constants } from 'node:fs';
import { lstat, open, stat } from 'node:fs/promises';
import path from 'node:path';

const READ_BY_OTHERS = 0o004;
const WRITE_BY_OTHERS = 0o002;
/** What `chmod` takes, by its own name. */
const TAKEN = { 'o-w': WRITE_BY_OTHERS, 'o=': 0o007, 'go=': 0o077 };
const ALL_BITS = 0o7777;
/** A pipe in the place of a file must not hold up the doctor. */
const READ_WITHOUT_WAITING = constants.O_RDONLY | constants.O_NONBLOCK;
/** Below DATA_DIR. Their group has no business with them either. */
const SECRET_FILES = ['twitch-token-key', 'game-account-key', 'factor-key', 'first-start-secrets.txt'];

type Place = {
  file: string;
  /** Bits of a mode that are a finding. */
  refused: number;
  taken: keyof typeof TAKEN;
  /** Only DATA_DIR: who can put a link below it could have root change any file. */
  mayBeLink?: true;
};

export type OpenFile = Place & { what: string; why: string; fix: string };

/** Files that others may read or change. Symbolic links are skipped. */
export async function findOpenFiles(dataDir: string, envFiles: string[]): Promise<OpenFile[]> {
  const secrets = SECRET_FILES.map((name) => path.join(dataDir, name));
  const places: Place[] = [
    { file: dataDir, refused: WRITE_BY_OTHERS, taken: 'o-w', mayBeLink: true },
    ...secrets.map((file): Place => ({ file, refused: TAKEN['go='], taken: 'go=' })),
    // The portal's user may read them by their group.
    ...envFiles.map((file): Place => ({ file, refused: READ_BY_OTHERS | WRITE_BY_OTHERS, taken: 'o=' })),
  ];
  const found = await Promise.all(places.map(findOpenFile));
  return found.filter((one) => one !== undefined);
}

/** Takes from others what they must not do. @returns the commands that did the same */
export async function repairFiles(dataDir: string, envFiles: string[]): Promise<string[]> {
  const found = await findOpenFiles(dataDir, envFiles);
  const repaired = await Promise.all(
    found.map((one) =>
      repair(one).then(
        () => one.fix,
        // The files of another user stay a finding.
        () => undefined,
      ),
    ),
  );
  return repaired.filter((fix) => fix !== undefined);
}

async function repair({ file, taken, mayBeLink }: Place): Promise<void> {
  const flags = mayBeLink ? READ_WITHOUT_WAITING : READ_WITHOUT_WAITING | constants.O_NOFOLLOW;
  // Through the open file, because its name may lead to another one by now.
  await using handle = await open(file, flags);
  const { mode } = await handle.stat();
  await handle.chmod(mode & ALL_BITS & ~TAKEN[taken]);
}

async function findOpenFile(place: Place): Promise<OpenFile | undefined> {
  const { file, refused, taken, mayBeLink } = place;
  const stats = await (mayBeLink ? stat(file) : lstat(file)).catch(() => undefined);
  if (!stats || stats.isSymbolicLink() || (stats.mode & refused) === 0) return undefined;
  return {
    ...place,
    what: describe(file, stats.mode & refused),
    why: mayBeLink ? 'They can replace files and keys of the portal.' : 'It holds keys and passwords.',
    fix: `chmod ${taken} ${file}`,
  };
}

function describe(file: string, excess: number): string {
  if ((excess & READ_BY_OTHERS) !== 0) return `Every user of this machine can read ${file}.`;
  if ((excess & WRITE_BY_OTHERS) !== 0) return `Every user of this machine can write to ${file}.`;
  return `Others than its user can reach ${file}.`;
}

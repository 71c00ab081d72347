import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { findInstallation, readJournal } from '#platform/releases/installation.ts';
import { nodeFault } from '#platform/runtime/node-version.ts';
import { findOpenFiles } from './repair-files.ts';
import { type Check, type Observation, ok, problem, skipped, warning } from './finding.ts';

const LOW_SHARE = 0.1;
const FULL_SHARE = 0.02;
const GIB = 2 ** 30;

export function machineChecks({
  dataDir,
  envFiles,
  backupFolder,
}: {
  dataDir: string;
  envFiles: string[];
  /** Undefined: backups go elsewhere, or nowhere. */
  backupFolder: string | undefined;
}): Check[] {
  return [
    { name: 'node', run: async () => [checkNode(process.versions.node)] },
    { name: 'disk', run: () => checkDisk(dataDir, backupFolder) },
    { name: 'files', run: () => checkFiles(dataDir, envFiles) },
    { name: 'update', run: checkUpdate },
  ];
}

async function checkUpdate(): Promise<Observation[]> {
  const installation = await findInstallation();
  if (!installation) return [skipped("This isn't a release with a link 'current' next to it.")];
  const unfinished = await readJournal(installation.folder);
  if (!unfinished)
    return [ok(`${installation.current.name} is the current release, and no update is unfinished.`)];
  const { from, to, startedAt } = unfinished;
  return [
    problem({
      what: `The update from ${from} to ${to} of ${startedAt} is running or was interrupted.`,
      why: 'Nobody has checked that the new release became ready.',
      fix: 'waygate update, or waygate update --rollback',
    }),
  ];
}

function checkNode(version: string): Observation {
  const fault = nodeFault(version);
  if (fault === undefined) return ok(`Node ${version}.`);
  return problem({ what: fault, why: 'Parts of the portal are missing.', fix: 'node_modules/.bin/node' });
}

async function checkDisk(dataDir: string, backupFolder: string | undefined): Promise<Observation[]> {
  const size = await statfs(dataDir).catch(() => undefined);
  const observed = size
    ? observeDisk(dataDir, size, {
        why: 'A full disk stops uploads and, with the embedded database, everything.',
        fix: 'Delete what is not needed, or move DATA_DIR to a larger disk.',
      })
    : skipped(`${dataDir} doesn't exist yet: the first start creates it.`);
  const backups = backupFolder === undefined ? undefined : await statfs(backupFolder).catch(() => undefined);
  if (backupFolder === undefined || !backups || (await isSameDisk(dataDir, backupFolder))) return [observed];
  return [
    observed,
    observeDisk(backupFolder, backups, {
      why: 'No backup can be made on a full disk.',
      fix: 'Delete what is not needed there, or set BACKUP_TO to a larger disk.',
    }),
  ];
}

async function isSameDisk(one: string, other: string): Promise<boolean> {
  const devices = await Promise.all([one, other].map((place) => stat(place).catch(() => undefined)));
  return devices[0]?.dev === devices[1]?.dev;
}

function observeDisk(
  place: string,
  size: { bavail: number; blocks: number; bsize: number },
  about: { why: string; fix: string },
): Observation {
  const share = size.bavail / size.blocks;
  const what = `${((size.bavail * size.bsize) / GIB).toFixed(1)} GiB (${Math.round(share * 100)} %) are free at ${place}.`;
  if (share >= LOW_SHARE) return ok(what);
  const reason = { what, ...about };
  return share < FULL_SHARE ? problem(reason) : warning(reason);
}

async function checkFiles(dataDir: string, envFiles: string[]): Promise<Observation[]> {
  const found = [
    ...(await checkDataDir(dataDir)),
    ...(await checkFirstStartSecrets(path.join(dataDir, 'first-start-secrets.txt'))),
    ...(await findOpenFiles(dataDir, envFiles)).map(({ what, why, fix }) => problem({ what, why, fix })),
  ];
  return found.length > 0 ? found : [ok(`Only this user can change ${dataDir}, and no secrets lie open.`)];
}

async function checkDataDir(dataDir: string): Promise<Observation[]> {
  const stats = await stat(dataDir).catch(() => undefined);
  if (!stats) return [];
  const found: Observation[] = [];
  const isWritable = await access(dataDir, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!isWritable)
    found.push(
      problem({
        what: `This user can't write to ${dataDir}.`,
        why: 'Uploads, keys and the embedded database are stored there.',
        fix: `chown it to the portal's user, or run the doctor as that user.`,
      }),
    );
  return found;
}

async function checkFirstStartSecrets(file: string): Promise<Observation[]> {
  if (!(await stat(file).catch(() => undefined))) return [];
  return [
    warning({
      what: `${file} still holds secrets of the first start.`,
      why: "Anyone who reads it can sign in as the owner and as the game's bridge.",
      fix: `Save them elsewhere, then: rm ${file}`,
    }),
  ];
}

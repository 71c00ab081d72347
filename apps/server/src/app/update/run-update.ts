import { constants } from 'node:fs';
import { access, chmod, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { OTHERS_BACKUP } from '#features/backups/backups.ts';
import {
  findInstallation,
  type Installation,
  parseReleaseName,
  readJournal,
  readReleaseLink,
  type Release,
  type UpdateJournal,
} from '#platform/releases/installation.ts';
import { activate, requireUsable, undo, type UpdateContext } from './activate.ts';
import { type ArchiveSource, unpackArchive } from './archive.ts';
import type { RunningProcess } from './portal.ts';
import { examineRelease } from './preflight.ts';
import { runRelease } from './run-release.ts';
import { UpdateFault } from './update-fault.ts';
import { lockUpdates } from './update-lock.ts';

/** How long an update waits for a backup that somebody else makes. */
const OTHERS_BACKUP_MS = 5 * 60_000;
const RETRY_MS = 2000;
const STAGING = '.incoming-';
/** Names of what an update makes before it puts it in its place. Nobody else makes any while this one holds the lock. */
const LEFTOVER = /^\.(?:incoming|current|previous)-|^\.update\.json\../;
/** An unpacking that has outlived its update may still write. */
const ALSO_WHILE_WRITTEN = { force: true, maxRetries: 10, retryDelay: 200 };

export type UpdateOptions = {
  isDryRun: boolean;
  ignoresProblems: boolean;
  acceptsContracts: boolean;
  /** Where the backup goes. Undefined: BACKUP_TO. */
  backupTo: string | undefined;
  hasBackup: boolean;
};

export type UpdateResult = {
  outcome: 'updated' | 'rolled back' | 'nothing to do' | 'would update';
  /** Releases, such as waygate-0.2.0-linux-x64. */
  from: string;
  to: string;
  migrations: string[];
  /** The name of the backup before it. */
  backup: string | null;
  /** Processes that nobody but the operator can restart. */
  toRestart: number;
};

/**
 * The installation that a command works on, for this process alone.
 *
 * @throws UpdateFault
 */
export async function openInstallation(): Promise<Installation & { release: () => void }> {
  const found = await findInstallation();
  if (!found)
    throw new UpdateFault(
      "This is no unpacked release with a link 'current' next to it that leads to a release. OPERATIONS.md describes the folders.",
    );
  const isWritable = await access(found.folder, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!isWritable)
    throw new UpdateFault(`This user can't write to ${found.folder}: run it as its owner, with sudo.`);
  return { ...found, ...(await lockUpdates(found.folder)) };
}

/** Updates to the release of an archive. @throws UpdateFault */
export async function update(
  context: UpdateContext,
  current: Release,
  source: ArchiveSource,
  options: UpdateOptions,
): Promise<UpdateResult> {
  const { folder, portal, print } = context;
  const staging = await mkdtemp(path.join(folder, STAGING));
  try {
    // The portal's user runs the release's doctor in it.
    await chmod(staging, 0o755);
    print('Checking the archive.');
    const release = await unpackArchive(staging, source);
    const about = { from: current.name, to: release.name, migrations: [], backup: null, toRestart: 0 };
    if (release.name === current.name) return { ...about, outcome: 'nothing to do' };
    const running = await portal.readProcesses();
    if (running.some((one) => one.isHere && one.version === release.version))
      throw new UpdateFault(
        `${release.version} still runs, and ${current.version} is the current release. Restart the portal first.`,
      );
    const isRunning = running.length > 0;
    const plan = await examineRelease(staging, release, { ...context, ...options, isRunning });
    if (options.isDryRun) return { ...about, outcome: 'would update', migrations: plan.migrations };
    const backup = options.hasBackup ? await backUp(context, current, options.backupTo) : null;
    await rm(path.join(folder, release.name), { recursive: true, force: true });
    await rename(path.join(staging, release.name), path.join(folder, release.name));
    const journal = journalOf({ from: current, to: release, backup, running });
    const migrations = await activate(context, journal);
    return resultOf(context, { ...journal, outcome: 'updated', migrations });
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Goes on with an interrupted update, and removes what one has left. @returns undefined: there is none. @throws UpdateFault */
export async function resume(context: UpdateContext): Promise<UpdateResult | undefined> {
  await removeLeftovers(context.folder);
  const journal = await readJournal(context.folder);
  if (!journal) return undefined;
  context.print(`Going on with the interrupted change from ${journal.from} to ${journal.to}.`);
  // Only going back leads to the release that this link names.
  const isRollback = (await readReleaseLink(context.folder, 'previous'))?.name === journal.to;
  const migrations = await activate(context, journal, { isResumed: true });
  return resultOf(context, { ...journal, outcome: isRollback ? 'rolled back' : 'updated', migrations });
}

/** Finishes an interrupted update, and goes on to the release of the archive. @throws UpdateFault */
export async function resumeAndUpdate(
  context: UpdateContext,
  current: Release,
  source: ArchiveSource | undefined,
  options: UpdateOptions,
): Promise<UpdateResult> {
  const resumed = options.isDryRun ? undefined : await resume(context);
  if (!source) {
    if (resumed) return resumed;
    throw new UpdateFault('No update is unfinished. Name the archive of a release.');
  }
  if (resumed) context.print(`${resumed.to} is the current release. Going on to ${source.archive}.`);
  const release = resumed && parseReleaseName(resumed.to);
  const result = await update(context, release ?? current, source, options);
  return resumed && result.outcome === 'nothing to do' ? resumed : result;
}

/** Goes back to the release before, or undoes an interrupted update. @throws UpdateFault */
export async function rollBack(context: UpdateContext, current: Release): Promise<UpdateResult> {
  const { folder, portal } = context;
  const about = { outcome: 'rolled back' as const, migrations: [] };
  const unfinished = await readJournal(folder);
  if (unfinished) {
    await requireFolder(folder, unfinished.from);
    await undo(context, unfinished, { hasRestarted: true });
    const { from: to, to: from } = unfinished;
    return resultOf(context, { ...unfinished, ...about, from, to });
  }
  const previous = await readReleaseLink(folder, 'previous');
  if (!previous) throw new UpdateFault('There is no release to go back to.');
  await requireFolder(folder, previous.name);
  await requireUsable(portal, path.join(folder, previous.name), previous, null);
  const running = await portal.readProcesses();
  const journal = journalOf({ from: current, to: previous, backup: null, running });
  await activate(context, journal);
  return resultOf(context, { ...journal, ...about });
}

/** @throws UpdateFault when somebody has deleted the release */
async function requireFolder(folder: string, name: string): Promise<void> {
  const program = path.join(folder, name, 'waygate');
  await stat(program).catch(() => {
    throw new UpdateFault(`${program} is missing. Update to its archive with 'waygate update' instead.`);
  });
}

function journalOf({
  from,
  to,
  backup,
  running,
}: {
  from: Release;
  to: Release;
  backup: string | null;
  running: RunningProcess[];
}): UpdateJournal {
  const processes = running.filter(({ isHere }) => isHere).length;
  return { from: from.name, to: to.name, processes, backup, startedAt: new Date().toISOString() };
}

function resultOf(
  { restartables }: UpdateContext,
  {
    from,
    to,
    processes,
    ...rest
  }: Pick<UpdateJournal, 'from' | 'to' | 'processes' | 'backup'> &
    Pick<UpdateResult, 'outcome' | 'migrations'>,
): UpdateResult {
  const { outcome, migrations, backup } = rest;
  const toRestart = restartables.length > 0 ? 0 : processes;
  return { outcome, from, to, migrations, backup, toRestart };
}

/** By the release that runs, whose schema it is. @returns the backup's name */
async function backUp(
  { folder, user, print }: UpdateContext,
  current: Release,
  to: string | undefined,
): Promise<string> {
  print('Backing up.');
  const words = ['backup', '--json', ...(to === undefined ? [] : ['--to', to])];
  const deadline = Date.now() + OTHERS_BACKUP_MS;
  let made = await runRelease(folder, current, { words, user });
  // The worker's, or that of an update that was killed.
  while (isOthersBackup(made) && Date.now() < deadline) {
    await pause(RETRY_MS);
    made = await runRelease(folder, current, { words, user });
  }
  const { status, stdout, stderr } = made;
  if (status !== 0)
    throw new UpdateFault(
      `The backup failed, so nothing was changed: ${stderr}\nAdd --no-backup to go on without one.`,
    );
  // What `waygate backup --json` prints.
  const { name }: { name: string } = JSON.parse(stdout);
  return name;
}

function isOthersBackup({ status, stderr }: { status: number | null; stderr: string }): boolean {
  return status !== 0 && stderr.includes(OTHERS_BACKUP);
}

/** What an interrupted update has left: an unpacked archive, a link or a journal that wasn't in its place yet. */
async function removeLeftovers(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => LEFTOVER.test(name));
  await Promise.all(
    names.map((name) => rm(path.join(folder, name), { recursive: true, ...ALSO_WHILE_WRITTEN })),
  );
}

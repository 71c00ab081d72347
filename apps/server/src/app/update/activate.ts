import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readMigrationTexts } from '#platform/db/migrate.ts';
import { isContract } from '#platform/db/schema-guard.ts';
import { messageOf } from '#platform/errors/message-of.ts';
import {
  linkRelease,
  parseReleaseName,
  readReleaseLink,
  type Release,
  removeJournal,
  type UpdateJournal,
  writeJournal,
} from '#platform/releases/installation.ts';
import type { User } from '#platform/runtime/portal-user.ts';
import type { Portal } from './portal.ts';
import { runRelease } from './run-release.ts';
import type { Restartable } from './supervisor.ts';
import { UpdateFault } from './update-fault.ts';
import { readRunning, waitUntilRunning } from './wait-until-running.ts';

const RETRY_MS = 500;

/** What changing the release of an installation needs. */
export type UpdateContext = {
  folder: string;
  portal: Portal;
  user: User | undefined;
  /** Empty: the portal is stopped, or nobody but the operator can restart it. */
  restartables: Restartable[];
  readyWithinMs: number;
  settleMs: number;
  print: (sentence: string) => void;
};

/**
 * Makes `journal.to` the release that runs, or `journal.from` again if that fails. The journal is written first and removed
 * last, so that a crash at any moment can be finished or undone, and the link always leads to a release that starts.
 *
 * @param isResumed whether processes may have been restarted before
 * @returns the migrations that ran
 * @throws UpdateFault after the old release was put back, and when it couldn't be
 */
export async function activate(
  context: UpdateContext,
  journal: UpdateJournal,
  { isResumed = false }: { isResumed?: boolean } = {},
): Promise<string[]> {
  const { folder } = context;
  const [from, to] = [releaseOf(journal.from), releaseOf(journal.to)];
  const state = { hasRestarted: isResumed };
  await writeJournal(folder, journal);
  try {
    await linkRelease(folder, 'current', to);
    const migrations = await migrateBy(context, to);
    await restart(context, { release: to, journal, state, mustRun: true });
    await keepAsPrevious(context, from, to);
    await keepBackup(context, journal);
    await removeJournal(folder);
    return migrations;
  } catch (error) {
    context.print(`${messageOf(error)} Going back to ${from.version}.`);
    await undo(context, journal, state);
    throw new UpdateFault(`${messageOf(error)} ${describeUndone(from, context, journal)}`);
  }
}

/**
 * Makes the release before an update the one that runs again.
 *
 * @throws UpdateFault when it can't run on the database any more, or doesn't become ready
 */
export async function undo(
  context: UpdateContext,
  journal: UpdateJournal,
  state: { hasRestarted: boolean },
): Promise<void> {
  const { folder } = context;
  const from = releaseOf(journal.from);
  // Otherwise the link moves first: a crashing release may keep the database from being asked.
  if (await mayHaveRunContracts(folder, journal)) await requireUsableInTime(context, from, journal.backup);
  await linkRelease(folder, 'current', from);
  // What didn't run before the update may not run now, and must not keep the journal.
  const mustRun = journal.processes > 0;
  if (state.hasRestarted) await restart(context, { release: from, journal, state, mustRun });
  await removeJournal(folder);
}

/** @throws UpdateFault when a newer release has taken away what this one uses */
export async function requireUsable(
  portal: Portal,
  root: string,
  { version }: Release,
  backup: string | null,
): Promise<void> {
  const { newerContracts, edited } = await portal.readSchema(root);
  if (edited.length > 0)
    throw new UpdateFault(`${version} has other texts of migrations that ran: ${edited.join(', ')}.`);
  if (newerContracts.length === 0) return;
  const restore = `waygate restore ${backup ?? '<backup>'}`;
  throw new UpdateFault(
    `${version} can't run on this database: ${newerContracts.join(', ')} took away what it uses. Run the newer release, or stop the portal, link ${version} as 'current' and run '${restore}'.`,
  );
}

/** By the migrations of both folders, so that neither the database nor an older journal is needed. */
async function mayHaveRunContracts(folder: string, { from, to }: UpdateJournal): Promise<boolean> {
  const textsOf = (name: string) => readMigrationTexts(path.join(folder, name, 'apps/server/migrations'));
  try {
    const [known, texts] = await Promise.all([textsOf(from), textsOf(to)]);
    return texts.some((text) => isContract(text) && !known.includes(text));
  } catch {
    return true;
  }
}

/** Asks until the database answers. @throws UpdateFault */
async function requireUsableInTime(
  { folder, portal, readyWithinMs }: UpdateContext,
  release: Release,
  backup: string | null,
): Promise<void> {
  const deadline = Date.now() + readyWithinMs;
  for (;;)
    try {
      return await requireUsable(portal, path.join(folder, release.name), release, backup);
    } catch (error) {
      if (error instanceof UpdateFault) throw error;
      if (Date.now() >= deadline)
        throw new UpdateFault(
          `${release.version} wasn't put back, because a migration that ran may have taken away what it uses. Run 'waygate update --rollback' once the database answers: ${messageOf(error)}`,
        );
      await pause(RETRY_MS);
    }
}

async function migrateBy({ folder, user }: UpdateContext, release: Release): Promise<string[]> {
  const { status, stdout, stderr } = await runRelease(folder, release, {
    words: ['migrate', '--json'],
    user,
  });
  if (status !== 0) throw new UpdateFault(`The migrations of ${release.version} failed: ${stderr}`);
  // What `waygate migrate --json` prints.
  const { migrations }: { migrations: string[] } = JSON.parse(stdout);
  return migrations;
}

/** One after the other, so that a portal of several processes goes on serving. Units that have failed are started, too. */
async function restart(
  { portal, restartables, readyWithinMs, settleMs, print }: UpdateContext,
  {
    release: { version },
    journal,
    state,
    mustRun,
  }: { release: Release; journal: UpdateJournal; state: { hasRestarted: boolean }; mustRun: boolean },
): Promise<void> {
  const earlier = new Set((await readRunning(portal, version)).map(({ pid }) => pid));
  for (const [index, { name, restart: run, hasFailed }] of restartables.entries()) {
    print(`Restarting: ${name}`);
    state.hasRestarted = true;
    await run();
    if (!mustRun) continue;
    const newCount = index + 1;
    const count = restartables.length === 1 ? Math.max(journal.processes, 1) : newCount;
    const wanted = { version, count, newCount, earlier, withinMs: readyWithinMs, settleMs, hasFailed };
    await waitUntilRunning(portal, wanted);
  }
}

/** Retention would remove it with the next one of that day. */
async function keepBackup({ portal, print }: UpdateContext, { backup }: UpdateJournal): Promise<void> {
  if (backup === null) return;
  await portal.keepBackup(backup).catch((error: unknown) => {
    print(
      `The backup ${backup} is kept like any other, because the database doesn't answer: ${messageOf(error)}`,
    );
  });
}

/**
 * The one before it isn't needed any more: going back goes one step. It stays while processes run from its folder. It goes before
 * the link that names it, so that an interrupted update finds it again.
 */
async function keepAsPrevious({ folder, portal }: UpdateContext, from: Release, to: Release): Promise<void> {
  const older = await readReleaseLink(folder, 'previous');
  const isNeeded = !older || older.name === from.name || older.name === to.name;
  if (!isNeeded && !(await mayRun(portal, older)))
    await rm(path.join(folder, older.name), { recursive: true, force: true });
  await linkRelease(folder, 'previous', from);
}

/** @returns true as well when the database doesn't answer */
async function mayRun(portal: Portal, { version }: Release): Promise<boolean> {
  try {
    const running = await portal.readProcesses();
    return running.some((one) => one.isHere && one.version === version);
  } catch {
    return true;
  }
}

function releaseOf(name: string): Release {
  const release = parseReleaseName(name);
  if (!release) throw new Error(`${name} is no name of a release.`);
  return release;
}

function describeUndone(
  { version }: Release,
  { restartables }: UpdateContext,
  { processes }: UpdateJournal,
): string {
  return restartables.length > 0 && processes > 0
    ? `${version} runs again.`
    : `${version} is the current release again.`;
}

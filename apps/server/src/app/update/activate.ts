import { rm } from 'node:fs/promises';
import path from 'node:path';
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
import type { Portal } from './portal.ts';
import { runRelease, type User } from './run-release.ts';
import type { Restartable } from './supervisor.ts';
import { UpdateFault } from './update-fault.ts';
import { waitUntilRunning } from './wait-until-running.ts';

/** What changing the release of an installation needs. */
export type UpdateContext = {
  folder: string;
  portal: Portal;
  user: User | undefined;
  /** Empty: nobody but the operator can restart the portal. */
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
    await restart(context, { release: to, journal, state });
    await keepAsPrevious(folder, from, to);
    await removeJournal(folder);
    return migrations;
  } catch (error) {
    context.print(`${messageOf(error)} Going back to ${from.version}.`);
    await undo(context, journal, state);
    throw new UpdateFault(`${messageOf(error)} ${describeUndone(from, context)}`);
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
  await requireUsable(context.portal, path.join(folder, from.name), from, journal.backup);
  await linkRelease(folder, 'current', from);
  if (state.hasRestarted) await restart(context, { release: from, journal, state });
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

/** One after the other, so that a portal of several processes goes on serving. */
async function restart(
  { portal, restartables, readyWithinMs, settleMs, print }: UpdateContext,
  {
    release: { version },
    journal,
    state,
  }: { release: Release; journal: UpdateJournal; state: { hasRestarted: boolean } },
): Promise<void> {
  if (journal.processes === 0) return;
  for (const [index, { name, restart: run, hasFailed }] of restartables.entries()) {
    print(`Restarting: ${name}`);
    state.hasRestarted = true;
    await run();
    const count = restartables.length === 1 ? journal.processes : index + 1;
    await waitUntilRunning(portal, { version, count, withinMs: readyWithinMs, settleMs, hasFailed });
  }
}

/** The one before it isn't needed any more: going back goes one step. */
async function keepAsPrevious(folder: string, from: Release, to: Release): Promise<void> {
  const older = await readReleaseLink(folder, 'previous');
  await linkRelease(folder, 'previous', from);
  if (older && older.name !== from.name && older.name !== to.name)
    await rm(path.join(folder, older.name), { recursive: true, force: true });
}

function releaseOf(name: string): Release {
  const release = parseReleaseName(name);
  if (!release) throw new Error(`${name} is no name of a release.`);
  return release;
}

function describeUndone({ version }: Release, { restartables }: UpdateContext): string {
  return restartables.length > 0 ? `${version} runs again.` : `${version} is the current release again.`;
}

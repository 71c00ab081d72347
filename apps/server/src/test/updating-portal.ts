// Without Vitest, because processes that are killed run it too.
import { appendFileSync, existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { UpdateContext } from '#app/update/activate.ts';
import type { Portal } from '#app/update/portal.ts';
import { resumeAndUpdate, type UpdateOptions, type UpdateResult } from '#app/update/run-update.ts';
import { restartableCommand } from '#app/update/supervisor.ts';
import type { SchemaState } from '#platform/db/migrate.ts';
import { parseReleaseName, readReleaseLink, type Release } from '#platform/releases/installation.ts';

const UP_TO_DATE: SchemaState = {
  pending: [],
  pendingContracts: [],
  newer: [],
  newerContracts: [],
  edited: [],
};

/** Writes which release runs, unless it is broken. */
const RESTART = `[ "$KILL_AT" != restart ] || kill -9 $PPID
cd "$1" && rm -f running && [ -e current/broken ] || readlink current > running; sleep 0.01`;

export function releaseOf(name: string): Release {
  const release = parseReleaseName(name);
  if (!release) throw new Error(`${name} is no release.`);
  return release;
}

/** Another one after each restart. */
function pidOf(folder: string): number {
  return statSync(path.join(folder, 'running')).mtimeMs;
}

/** A portal whose only process is the release that the file `running` names, and whose schema stands in `schema.json`. */
export function contextOf(folder: string, changes: Partial<UpdateContext> = {}): UpdateContext {
  const read = (file: string) => readFileSync(path.join(folder, file), 'utf8').trim();
  const portal: Portal = {
    readProcesses: async () =>
      existsSync(path.join(folder, 'running'))
        ? [{ version: releaseOf(read('running')).version, pid: pidOf(folder), isHere: true }]
        : [],
    keepBackup: async (name) => appendFileSync(path.join(folder, 'kept-backups'), `${name}\n`),
    readSchema: async () => ({
      ...UP_TO_DATE,
      // Of this file.
      ...(existsSync(path.join(folder, 'schema.json')) && (JSON.parse(read('schema.json')) as object)),
    }),
  };
  return {
    folder,
    portal,
    user: undefined,
    restartables: [restartableCommand(`set -- '${folder}'; ${RESTART}`)],
    readyWithinMs: 300,
    settleMs: 0,
    print: () => {},
    ...changes,
  };
}

const OPTIONS: UpdateOptions = {
  isDryRun: false,
  ignoresProblems: false,
  acceptsContracts: false,
  backupTo: undefined,
  hasBackup: true,
};

/** As the command does it: first finishes what was interrupted. */
export async function updateHere(
  folder: string,
  archive: string,
  options: Partial<UpdateOptions & { sha256: string }> = {},
): Promise<UpdateResult> {
  const context = contextOf(folder);
  const current = await readReleaseLink(folder, 'current');
  if (!current) throw new Error('There is no current release.');
  const source = { archive, sha256: options.sha256 };
  return resumeAndUpdate(context, current, source, { ...OPTIONS, ...options });
}

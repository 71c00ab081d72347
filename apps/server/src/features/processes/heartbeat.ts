import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '#platform/config/config.ts';
import type { Database } from '#platform/db/database.ts';
import { requireWritableSchema, SchemaTooNew } from '#platform/db/schema-guard.ts';
import type { Logger } from '#platform/logging/logger.ts';
import { findInstallation, type Installation, readJournal } from '#platform/releases/installation.ts';
import { ensureDataDirId, readDiskFree } from './data-dir.ts';
import { describeOwnFiles } from './own-files.ts';
import { type Beat, deleteLostProcesses, deleteProcess, upsertBeat } from './processes.queries.ts';

const BEAT_EVERY_MS = 10_000;
/** Its messages are in the database, for the next process. */
const STAND_IN_ENDS_WITHIN_MS = 1000;

type Options = {
  db: Database;
  log: Logger;
  config: Pick<Config, 'dataDir' | 's3' | 'credentialKeys' | 'factorKeys' | 'twitch'>;
  version: string;
  isApi: boolean;
  isWorker: boolean;
  /** Of a process with pages, such as http://127.0.0.1:3000. */
  localOrigin?: string | undefined;
  /** The name of this release's newest migration. */
  newestMigration: string;
  /** Runs after a heartbeat that finds no worker, unless it still runs. */
  onNoWorker: () => Promise<void>;
  /** Runs once when a newer release has changed the database so that this one must not write to it. */
  onSchemaTooNew: (error: SchemaTooNew) => void;
  everyMs?: number;
  /** Where this release was installed. Default: where it is. */
  installation?: Installation | undefined;
};

/**
 * Writes a heartbeat row every ten seconds. A heartbeat that fails is logged once, until one works again: an outage of the
 * database raises its own alarms.
 */
export async function startHeartbeat(options: Options): Promise<{ stop: () => Promise<void> }> {
  const { db, log, everyMs = BEAT_EVERY_MS } = options;
  const self = await describeSelf(options);
  const { installation = await findInstallation() } = options;
  let isFailing = false;
  const ended = new AbortController();
  const refuse = (error: SchemaTooNew) => {
    ended.abort();
    options.onSchemaTooNew(error);
  };
  let standIn: Promise<void> | undefined;
  const standInOnce = async () => {
    try {
      await options.onNoWorker();
    } catch (error) {
      log.warn({ err: error }, 'standing in for a worker failed');
    }
  };
  const beat = async () => {
    try {
      const diskFree = (await readDiskFree(options.config.dataDir)) ?? null;
      const updateStartedAt = await readUpdateStart(installation);
      // Not awaited: mails that hang must not make a living process look dead.
      if (!(await upsertBeat(db, { ...self, diskFree, updateStartedAt })))
        standIn ??= standInOnce().finally(() => (standIn = undefined));
      await requireWritableSchema(db.$client, options.newestMigration);
      isFailing = false;
    } catch (error) {
      if (error instanceof SchemaTooNew) return refuse(error);
      if (!isFailing) log.warn({ err: error }, 'a heartbeat failed');
      isFailing = true;
    }
  };
  // For a portal whose processes end again and again, and whose workers clean nothing up.
  await deleteLostProcesses(db);
  await beat();
  const beating = (async () => {
    // One after the other: a heartbeat that waits for the database is not followed by another one.
    while (await isDue(everyMs, ended.signal)) await beat();
  })();
  return {
    stop: async () => {
      ended.abort();
      await beating;
      await Promise.race([standIn, pause(STAND_IN_ENDS_WITHIN_MS, undefined, { ref: false })]);
      await deleteProcess(db, self.id);
    },
  };
}

/** @returns false once it is over */
function isDue(ms: number, signal: AbortSignal): Promise<boolean> {
  return pause(ms, true, { signal, ref: false }).catch(() => false);
}

/** @returns null when no update is unfinished; of a journal that can't be read, the doctor says why */
async function readUpdateStart(installation: Installation | undefined): Promise<Date | null> {
  const journal = installation && (await readJournal(installation.folder).catch(() => undefined));
  return journal ? new Date(journal.startedAt) : null;
}

type Self = Omit<Beat, 'diskFree' | 'updateStartedAt'>;

async function describeSelf({ config, version, isApi, isWorker, localOrigin }: Options): Promise<Self> {
  const dataDirId = config.s3 ? await describeOwnFiles(config) : await ensureDataDirId(config.dataDir);
  const { pid } = process;
  const about = { id: randomUUID(), isApi, isWorker, host: hostname(), pid, version };
  return { ...about, dataDirId: dataDirId ?? null, localOrigin: localOrigin ?? null };
}

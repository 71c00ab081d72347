import { type SQL, sql } from 'drizzle-orm';
import type { Database, Db } from '#platform/db/database.ts';
import { queryWithin } from '#platform/db/query-within.ts';

/** Four heartbeats. */
const ALIVE_SECONDS = 45;
/** A database that hangs must not keep a heartbeat forever. */
const BEAT_WITHIN_MS = 5000;

export type Beat = {
  id: string;
  isApi: boolean;
  isWorker: boolean;
  host: string;
  pid: number;
  version: string;
  diskFree: number | null;
  /** Of DATA_DIR, which several machines may share; with S3, of what each has of its own. Null: unknown. */
  dataDirId: string | null;
  /** When an update of this machine began that is neither done nor undone. */
  updateStartedAt: Date | null;
  /** Where this machine reaches the pages of the process. Null: it serves none. */
  localOrigin: string | null;
};

/** SQL condition: the process of this row runs. */
export const IS_ALIVE_SQL = `seen_at > now() - interval '${ALIVE_SECONDS} seconds'`;
export const IS_ALIVE: SQL = sql.raw(IS_ALIVE_SQL);

/** Writes a heartbeat. @returns whether a worker is, this process included */
export async function upsertBeat(db: Database, beat: Beat): Promise<boolean> {
  const { rows } = await queryWithin<{ hasWorker: boolean }>(db, BEAT_WITHIN_MS, {
    name: 'beat',
    text: `
      with beat as (
        insert into processes as known (id, is_api, is_worker, host, pid, version, disk_free, data_dir_id, update_started_at, local_origin)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        on conflict (id) do update set seen_at = excluded.seen_at, disk_free = excluded.disk_free,
          update_started_at = excluded.update_started_at
        where known.seen_at < excluded.seen_at)
      select $3 or exists (select from processes where is_worker and ${IS_ALIVE_SQL}) as "hasWorker"`,
    values: [
      beat.id,
      beat.isApi,
      beat.isWorker,
      beat.host,
      beat.pid,
      beat.version,
      beat.diskFree,
      beat.dataDirId,
      beat.updateStartedAt,
      beat.localOrigin,
    ],
  });
  return rows[0]?.hasWorker === true;
}

export async function deleteProcess(db: Database, id: string): Promise<void> {
  await queryWithin(db, BEAT_WITHIN_MS, { text: 'delete from processes where id = $1', values: [id] });
}

/** Deletes processes that ended without saying so, a day later. */
export async function deleteLostProcesses(db: Db): Promise<void> {
  await db.execute(sql`delete from processes where seen_at < now() - interval '1 day'`);
}

export type ProcessState = Omit<Beat, 'id' | 'updateStartedAt'> & {
  isAlive: boolean;
  seenSecondsAgo: number;
};

/** Those of the last day, the newest heartbeat first. */
export async function selectProcesses(db: Db): Promise<ProcessState[]> {
  const { rows } = await db.execute<ProcessState>(sql`
    select is_api as "isApi", is_worker as "isWorker", host, pid, version, disk_free as "diskFree",
      data_dir_id as "dataDirId", ${IS_ALIVE} as "isAlive",
      -- Before an update, programs of the newer release read the schema of the older one.
      to_jsonb(processes) ->> 'local_origin' as "localOrigin",
      extract(epoch from now() - seen_at)::float8 as "seenSecondsAgo"
    from processes order by seen_at desc limit 1000`);
  return rows;
}

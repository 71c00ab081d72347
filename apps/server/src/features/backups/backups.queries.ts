import { and, desc, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { backups, backupSchedule } from './backups.tables.ts';

/** How long a record of a backup is kept. */
const KEPT_DAYS = 400;
const RETRY_SECONDS = 3600;
/** Of the release that runs, and of the one before. */
const KEPT_OF_UPDATES = 2;
/** A run may fail once before anybody has to care. */
const TOLERATED_RUNS = 2;

export async function insertBackup(db: Db, { name, place }: { name: string; place: string }): Promise<void> {
  await db.insert(backups).values({ name, place });
}

export async function updateBackupVerified(
  db: Db,
  { name, ...made }: { name: string; tableRows: number; bytes: number; hasKeys: boolean },
): Promise<void> {
  await db
    .update(backups)
    .set({ verifiedAt: sql`now()`, failure: null, ...made })
    .where(eq(backups.name, name));
}

export async function updateBackupFailed(db: Db, name: string, failure: string): Promise<void> {
  await db.update(backups).set({ failure }).where(eq(backups.name, name));
}

/** Marks a backup as the one that leads back from the release that runs now. One that isn't recorded stays so. */
export async function updateBackupOfUpdate(db: Db, name: string): Promise<void> {
  await db.update(backups).set({ isOfUpdate: true }).where(eq(backups.name, name));
}

/** The names of those that lead back from the release that runs, and from the one before. */
export async function selectBackupsOfUpdates(db: Db): Promise<string[]> {
  const rows = await db
    .select({ name: backups.name })
    .from(backups)
    .where(and(backups.isOfUpdate, isNotNull(backups.verifiedAt)))
    .orderBy(desc(backups.beganAt))
    .limit(KEPT_OF_UPDATES);
  return rows.map(({ name }) => name);
}

export async function updateRestoreTried(db: Db): Promise<void> {
  await db.update(backupSchedule).set({ restoreTriedAt: sql`now()` });
}

/** What is backed up by itself. The place is as `describeBackupPlace` writes it. */
export type BackupSchedule = { everySeconds: number; place: string };

/** Stores what a worker's settings say; null: nothing is backed up by itself any more. The time counts from the change. */
export async function updateBackupSchedule(db: Db, schedule: BackupSchedule | null): Promise<void> {
  const { everySeconds, place } = schedule ?? { everySeconds: null, place: null };
  await db
    .update(backupSchedule)
    .set({ everySeconds, place, since: sql`now()` })
    .where(
      sql`(${backupSchedule.everySeconds}, ${backupSchedule.place}) is distinct from (${everySeconds}::integer, ${place}::text)`,
    );
}

/**
 * Whether no verified backup in this place has begun within the time, with a minute of tolerance for the schedule. One that
 * failed is tried again after the same time, at most an hour.
 */
export async function selectIsBackupDue(db: Db, { everySeconds, place }: BackupSchedule): Promise<boolean> {
  const retrySeconds = Math.min(everySeconds, RETRY_SECONDS);
  const { rows } = await db.execute<{ isDue: boolean }>(sql`
    select not exists (
      select from backups where place = ${place} and (
        verified_at is not null and began_at > now() - make_interval(secs => ${everySeconds - 60})
        or failure is not null and began_at > now() - make_interval(secs => ${retrySeconds}))
    ) as "isDue"`);
  return rows[0]?.isDue ?? true;
}

/** Of the place that the schedule names; without one, of any. */
export type BackupState = {
  /** Null: nothing is backed up by itself. */
  everySeconds: number | null;
  /** Since the newest verified backup began; null: there is none. */
  ageSeconds: number | null;
  place: string | null;
  /** Whether that backup holds the portal's keys; null: there is none, or it wasn't recorded. */
  hasKeys: boolean | null;
  /** Of the newest run, if it failed. */
  failure: string | null;
  /** Since a backup was last restored, or tried to be; null: never. */
  restoreTriedDaysAgo: number | null;
};

const NEVER: BackupState = {
  everySeconds: null,
  ageSeconds: null,
  place: null,
  hasKeys: null,
  failure: null,
  restoreTriedDaysAgo: null,
};

export async function selectBackupState(db: Db): Promise<BackupState> {
  const { rows } = await db.execute<BackupState>(sql`
    select every_seconds as "everySeconds", extract(epoch from now() - verified.began_at)::float8 as "ageSeconds",
      verified.place, verified.has_keys as "hasKeys", newest.failure,
      -- The doctor of a newer release reads the schema of this one before an update.
      extract(epoch from now() - greatest((to_jsonb(backup_schedule) ->> 'restore_tried_at')::timestamptz,
        (select max(restored_at) from restores)))::float8 / 86400 as "restoreTriedDaysAgo"
    from backup_schedule
    left join lateral (
      select began_at, place, has_keys from backups
      where verified_at is not null and place = coalesce(backup_schedule.place, place)
      order by verified_at desc limit 1
    ) verified on true
    left join lateral (
      select failure from backups where place = coalesce(backup_schedule.place, place) order by began_at desc limit 1
    ) newest on true`);
  return rows[0] ?? NEVER;
}

/** Undefined: the portal has never started. */
export async function selectInstallationId(db: Db): Promise<string | undefined> {
  const { rows } = await db.execute<{ id: string }>(sql`select id from installation`);
  return rows[0]?.id;
}

/** 1 while a portal that should be backed up isn't. */
export const OVERDUE_COUNT: SQL = sql`(
  select count(*)::int from backup_schedule
  where every_seconds is not null
    and greatest(since, (
        select max(began_at) from backups
        where verified_at is not null and place = coalesce(backup_schedule.place, place)))
      < now() - make_interval(secs => every_seconds * ${sql.raw(String(TOLERATED_RUNS))}::float8)
)`;

export async function deleteOldBackupRecords(db: Db): Promise<void> {
  await db.execute(sql`delete from backups where began_at < now() - make_interval(days => ${KEPT_DAYS})`);
}

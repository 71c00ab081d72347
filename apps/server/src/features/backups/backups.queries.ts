import { eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { backups, backupSchedule } from './backups.tables.ts';

/** How long a record of a backup is kept. */
const KEPT_DAYS = 400;
/** A run may fail once before anybody has to care. */
const TOLERATED_RUNS = 2;

export async function insertBackup(db: Db, { name, place }: { name: string; place: string }): Promise<void> {
  await db.insert(backups).values({ name, place });
}

export async function updateBackupVerified(
  db: Db,
  { name, tableRows, bytes }: { name: string; tableRows: number; bytes: number },
): Promise<void> {
  await db
    .update(backups)
    .set({ verifiedAt: sql`now()`, failure: null, tableRows, bytes })
    .where(eq(backups.name, name));
}

export async function updateBackupFailed(db: Db, name: string, failure: string): Promise<void> {
  await db.update(backups).set({ failure }).where(eq(backups.name, name));
}

/** Stores what this worker's settings say. The time counts from the change. */
export async function updateBackupSchedule(db: Db, everySeconds: number | null): Promise<void> {
  await db
    .update(backupSchedule)
    .set({ everySeconds, since: sql`now()` })
    .where(sql`${backupSchedule.everySeconds} is distinct from ${everySeconds}::integer`);
}

/** Whether no verified backup has begun within this time, with a minute of tolerance for the schedule. */
export async function selectIsBackupDue(db: Db, everySeconds: number): Promise<boolean> {
  const { rows } = await db.execute<{ isDue: boolean }>(sql`
    select not exists (
      select from backups
      where verified_at is not null and began_at > now() - make_interval(secs => ${everySeconds - 60})
    ) as "isDue"`);
  return rows[0]?.isDue ?? true;
}

export type BackupState = {
  /** Null: nothing is backed up by itself. */
  everySeconds: number | null;
  /** Since the newest verified backup began; null: there is none. */
  ageSeconds: number | null;
  place: string | null;
  /** Of the newest run, if it failed. */
  failure: string | null;
};

export async function selectBackupState(db: Db): Promise<BackupState> {
  const { rows } = await db.execute<BackupState>(sql`
    select every_seconds as "everySeconds", extract(epoch from now() - verified.began_at)::float8 as "ageSeconds",
      verified.place, newest.failure
    from backup_schedule
    left join lateral (
      select began_at, place from backups where verified_at is not null order by verified_at desc limit 1
    ) verified on true
    left join lateral (select failure from backups order by began_at desc limit 1) newest on true`);
  return rows[0] ?? { everySeconds: null, ageSeconds: null, place: null, failure: null };
}

/** 1 while a portal that should be backed up isn't. */
export const OVERDUE_COUNT: SQL = sql`(
  select count(*)::int from backup_schedule
  where every_seconds is not null
    and greatest(since, (select max(began_at) from backups where verified_at is not null))
      < now() - make_interval(secs => every_seconds * ${sql.raw(String(TOLERATED_RUNS))}::float8)
)`;

export async function deleteOldBackupRecords(db: Db): Promise<void> {
  await db.execute(sql`delete from backups where began_at < now() - make_interval(days => ${KEPT_DAYS})`);
}

import { sql } from 'drizzle-orm';
import { type Db, prepared } from '#platform/db/database.ts';

const usedKeys = prepared((db) =>
  db
    .select({ key: sql<string>`key` })
    .from(sql`rate_limits`)
    .where(sql`key = ${sql.placeholder('key')} and resets_at > now()`)
    .prepare('used_key'),
);

/** Whether somebody has used the key in its window. Writes nothing, so that it waits for no disk. */
export async function isUsed(db: Db, key: string): Promise<boolean> {
  return (await usedKeys(db).execute({ key })).length > 0;
}

/** Whether this is the first use of the key in its window. Of parallel callers one is the first. */
export async function isFirstUse(
  db: Db,
  { key, windowSeconds }: { key: string; windowSeconds: number },
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    insert into rate_limits as known (key, used, resets_at)
    values (${key}, 1, now() + make_interval(secs => ${windowSeconds}))
    on conflict (key) do update set resets_at = excluded.resets_at where known.resets_at <= now()
    returning key`);
  return rows.length > 0;
}

/** Valid until the transaction ends. A count that a crash of the database may lose needn't wait for the disk. */
const commitMode = sql`set_config('synchronous_commit',
  case when ${sql.placeholder('mayPass')}::boolean then current_setting('synchronous_commit') else 'off' end, true)`;

const addedRows = prepared((db) => {
  const added = db.$with('added', { used: sql<number>`used`.as('used') }).as(sql`
    insert into rate_limits as known (key, used, resets_at)
    select ${sql.placeholder('key')}, ${sql.placeholder('rows')}::int,
      now() + make_interval(secs => ${sql.placeholder('windowSeconds')}::int)
    from ${commitMode}
    on conflict (key) do update set
      used = case when known.resets_at <= now() then excluded.used else known.used + excluded.used end,
      resets_at = case when known.resets_at <= now() then excluded.resets_at else known.resets_at end
    where ${sql.placeholder('mayPass')}::boolean or known.resets_at <= now()
      or known.used % ${sql.placeholder('step')}::int + excluded.used < ${sql.placeholder('step')}::int
    returning used`);
  return db.with(added).select().from(added).prepare('add_rows_read');
});

/**
 * Adds rows to a counter of the throttle.
 *
 * @param rows fewer than `step`
 * @param mayPass false: adds nothing if the count would reach another multiple of `step`. With false, its transaction must have no
 *   other writes, because it is committed without waiting for the disk
 * @returns whether the count reached one; undefined when nothing was added
 */
export async function addRowsRead(
  db: Db,
  counter: { key: string; rows: number; windowSeconds: number; step: number; mayPass: boolean },
): Promise<'added' | 'passed' | undefined> {
  const [added] = await addedRows(db).execute(counter);
  if (!added) return undefined;
  const { rows, step } = counter;
  return added.used % step < rows && added.used >= step ? 'passed' : 'added';
}

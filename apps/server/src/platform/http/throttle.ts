import { type SQL, sql, type WithSubquery } from 'drizzle-orm';
import { type Db, prepared } from '#platform/db/database.ts';
import { type AppError, tooManyRequests } from '#platform/errors/app-error.ts';
import { networksAround } from './address.ts';

/** At most `points` uses of `key` in a window that opens with its first use. */
export type Allowance = {
  key: string;
  points: number;
  windowSeconds: number;
  /**
   * 0 if left out. A stage is counted only if every allowance of the lower stages had room. A key must have the same
   * stage in every call, because rows are locked by stage, then key.
   */
  stage?: number;
};

/** The first stage after those of `addressAllowances`. */
export const STAGE_AFTER_ADDRESS = 3;

/** Each wider network of an IPv6 caller has this many times the points of the next narrower one. */
export const WIDER_NETWORK_FACTOR = 4;

/**
 * The allowances of an address, in stages 0 to 2: one for IPv4; for IPv6 its /64, /56 and /48 with 1, 4 and 16 times the
 * points. So a customer with a whole /48 gets 16 times what an IPv4 address gets, and not 65 536 times, and neighbours in
 * one provider's /48 have room. Calls that a /64 has no points for don't use up those of the networks around it.
 *
 * @param limit `key` is the beginning of the keys; `points` are those of IPv4 and of a /64
 */
export function addressAllowances(address: string, { key, points, windowSeconds }: Allowance): Allowance[] {
  return networksAround(address).map((network, stage) => ({
    key: `${key} address:${network}`,
    points: points * WIDER_NETWORK_FACTOR ** stage,
    windowSeconds,
    stage,
  }));
}

/**
 * Counts one use of each key, in one statement, shared by every process on the database.
 * Counts before the work, so that parallel callers cannot exceed the limit.
 *
 * @param refused makes the error from the seconds until the fullest window ends
 * @throws too_many_requests with these seconds
 */
export async function consume(
  db: Db,
  allowances: Allowance[],
  refused: (retryAfterSeconds: number) => AppError = tooManyRequests,
): Promise<void> {
  const stages = allowances.map(({ stage = 0 }) => stage);
  const exceeded = await exceededWindows(Math.max(...stages) + 1)(db).execute({
    keys: allowances.map(({ key }) => key),
    points: allowances.map(({ points }) => points),
    seconds: allowances.map(({ windowSeconds }) => windowSeconds),
    stages,
  });
  if (exceeded.length === 0) return;
  throw refused(Math.max(...exceeded.map(({ secondsLeft }) => secondsLeft)));
}

const exceededWindows = forEachCount((stages) =>
  prepared((db) =>
    db
      .with(
        ...countUses(db, {
          stages: Array.from({ length: stages }, (_, stage) => stage),
          asked: sql`
            select * from unnest(
              ${sql.placeholder('stages')}::int[], ${sql.placeholder('keys')}::text[],
              ${sql.placeholder('points')}::int[], ${sql.placeholder('seconds')}::int[]
            ) as asked (stage, key, points, seconds)`,
        }),
      )
      .select({ secondsLeft: sql<number>`seconds_left`.as('seconds_left') })
      .from(sql`counted`)
      .where(sql`used > points`)
      .prepare(`count_uses_${stages}`),
  ),
);

/** A statement for each number of stages, compiled once. */
function forEachCount<Statement>(build: (stages: number) => Statement): (stages: number) => Statement {
  const built = new Map<number, Statement>();
  return (stages) => {
    const known = built.get(stages) ?? build(stages);
    built.set(stages, known);
    return known;
  };
}

/**
 * The counting steps, for callers that count and read in one round trip. The last step is `counted`, with `key`, `used`,
 * `points` and `seconds_left` of each use that was counted.
 *
 * @param stages in ascending order: each costs a step
 * @param asked a query of `stage int, key text, points int, seconds int`, with these stages
 * @param uses 0 reads the counts and locks them, as a use would, without counting one. A window that isn't there yet is
 *   written without a use, so that a use in another transaction is waited for; `deleteEndedWindows` deletes it
 */
export function countUses(
  db: Db,
  { asked, stages, uses: counts = 1 }: { asked: SQL; stages: readonly number[]; uses?: 0 | 1 },
): WithSubquery[] {
  const step = (name: string, query: SQL) => db.$with(name, { key: sql<string>`key`.as('key') }).as(query);
  const uses = stages.map((stage) => sql`select key, used, seconds_left from ${stageName(stage)}`);
  return [
    step('asked', asked),
    ...stages.map((stage, index) =>
      step(`stage_${stage}`, countStage(stage, stages.slice(0, index), counts)),
    ),
    step(
      'counted',
      sql`
        select key, used, points, seconds_left
        from (${sql.join(uses, sql` union all `)}) as uses join asked using (key)`,
    ),
  ];
}

function countStage(stage: number, lowerStages: readonly number[], uses: 0 | 1): SQL {
  // Aggregates read a lower stage to its end, so that all of its rows are locked before the first of this stage.
  const hasRoom = lowerStages.map(
    (lower) => sql`
      and (select coalesce(bool_and(used <= points), true) from ${stageName(lower)} join asked using (key))`,
  );
  // The remaining time uses clock_timestamp(), because now() does not advance while the statement waits for the row.
  // Lock order: stage, then key. Grouped by key, because a statement may not update a row twice.
  return sql`
    insert into rate_limits as known (key, stage, used, resets_at)
    select key, ${number(stage)}, ${number(uses)}, now() + make_interval(secs => max(seconds)) from asked
    where stage = ${number(stage)} ${sql.join(hasRoom)}
    group by key order by key
    on conflict (key) do update set
      used = case when known.resets_at <= now() then ${number(uses)} else known.used + ${number(uses)} end,
      resets_at = case when known.resets_at <= now() or known.used = 0 then excluded.resets_at else known.resets_at end
    returning key, used, extract(epoch from resets_at - clock_timestamp())::float8 as seconds_left`;
}

function stageName(stage: number): SQL {
  return sql.raw(`stage_${stage}`);
}

function number(value: number): SQL {
  return sql.raw(String(value));
}

/**
 * Steps that return one use of each key, for callers that do it in one round trip with a write. A window without a use is
 * deleted: most sign-ins succeed, and what they leave would be most of the table.
 *
 * @param options.locked a query of the rows that the statement locks first
 * @param options.keys an array of keys; the placeholder `keys` if left out
 */
export function returnUses(
  db: Db,
  { locked = sql`select`, keys = sql`${sql.placeholder('keys')}::text[]` }: { locked?: SQL; keys?: SQL } = {},
): WithSubquery[] {
  const step = (name: string, query: SQL) => db.$with(name, { key: sql<string>`key`.as('key') }).as(query);
  // Counting reads the query to its end.
  return [
    step(
      'returning_uses',
      sql`
        select key, used from rate_limits
        where key = any(${keys}) and (select count(*) from (${locked}) as locked) >= 0
        order by stage, key for update`,
    ),
    step(
      'returned',
      sql`
        update rate_limits set used = used - 1
        where key in (select key from returning_uses where used > 1) returning key`,
    ),
    step(
      'emptied',
      sql`
        delete from rate_limits
        where key in (select key from returning_uses where used <= 1) returning key`,
    ),
  ];
}

const returnedUses = prepared((db) =>
  db
    .with(...returnUses(db))
    .select({ key: sql<string>`key`.as('key') })
    .from(sql`returning_uses`)
    .prepare('give_back'),
);

/** Returns one use of each key, after an attempt that must not count. */
export async function giveBack(db: Db, keys: string[]): Promise<void> {
  await returnedUses(db).execute({ keys });
}

/** Deletes windows that have ended, and those without a use. */
export async function deleteEndedWindows(db: Db): Promise<void> {
  // Skips locked rows: their holder may be waiting for another of these rows.
  await db.execute(sql`
    delete from rate_limits where key in (
      select key from rate_limits where resets_at <= now() or used = 0 for update skip locked)`);
}

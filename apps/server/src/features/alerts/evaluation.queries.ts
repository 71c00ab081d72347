import { type SQL, sql } from 'drizzle-orm';
import type { AlertCondition } from '#platform/alerts/alert-condition.ts';
import type { Db } from '#platform/db/database.ts';

export const DEFAULT_CLEAR_AFTER_MINUTES = 5;
/** An alert that this version doesn't know is left alone for as long as a deployment may take, and then cleared. */
const UNKNOWN_CLEAR_AFTER_MINUTES = 60;

type Evaluation = {
  conditions: AlertCondition[];
  /** Names of alerts that are not evaluated this time. They stay as they are. */
  others?: string[];
};

/**
 * Evaluates all conditions and moves their incidents, in one statement. Safe for any number of callers at once: the row
 * of each alert decides under its lock, and an evaluation that is older than the stored one changes nothing.
 *
 * @returns ids of the incidents that people have to be notified of, from earlier evaluations too
 */
export async function evaluateConditions(db: Pick<Db, 'execute'>, evaluation: Evaluation): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    with evaluated (alert, cases, detail, raise_after, clear_after) as (
      ${sql.join(resultsOf(evaluation), sql` union all `)}
    ), moved as (
      insert into alert_states as was (alert, cases, detail, since, checked_at, is_active, raise_after, clear_after)
      select alert, cases, detail, now(), now(), cases > 0 and raise_after = '0', raise_after, clear_after
      -- Lock order: alert. Another order deadlocks two evaluators.
      from evaluated order by alert
      on conflict (alert) do update set
        cases = excluded.cases, detail = excluded.detail, checked_at = excluded.checked_at,
        raise_after = excluded.raise_after, clear_after = excluded.clear_after,
        since = case when (was.cases > 0) = (excluded.cases > 0) then was.since else excluded.since end,
        is_active = case when excluded.cases > 0
          then was.is_active or excluded.raise_after = '0'
            or was.cases > 0 and was.since <= excluded.checked_at - excluded.raise_after
          else was.is_active and excluded.clear_after > '0'
            and (was.cases > 0 or was.since > excluded.checked_at - excluded.clear_after) end
      where was.checked_at <= excluded.checked_at
      returning *
    ), opened as (
      insert into alert_incidents (alert, since, opened_at, cases, detail)
      select alert, since, checked_at, cases, detail from moved
      where is_active and cases > 0
        and not exists (select from alert_incidents where alert = moved.alert and cleared_at is null)
      on conflict (alert) where cleared_at is null do nothing
      returning id
    ), changed as (
      update alert_incidents as incident set
        cases = greatest(incident.cases, moved.cases),
        detail = case when moved.cases > incident.cases then moved.detail else incident.detail end,
        cleared_at = case when not moved.is_active then greatest(moved.checked_at, incident.opened_at) end
      from moved
      where moved.alert = incident.alert and incident.cleared_at is null
        and (not moved.is_active or moved.cases > incident.cases)
      returning incident.id, incident.cleared_at
    )
    select id from opened
    union select id from changed where cleared_at is not null
    union select id from alert_incidents
      where not is_raise_announced or (cleared_at is not null and not is_clear_announced)
    order by id`);
  return rows.map(({ id }) => id);
}

function resultsOf({ conditions, others = [] }: Evaluation): SQL[] {
  const known = sql.param([...conditions.map(({ name }) => name), ...others]);
  return [
    ...conditions.map(
      ({
        name,
        count,
        detail,
        raiseAfterMinutes = 0,
        clearAfterMinutes = DEFAULT_CLEAR_AFTER_MINUTES,
      }) => sql`
      select ${name}::text, coalesce(${count}, 0)::int, ${detail ?? sql`null`}::text,
        make_interval(mins => ${raiseAfterMinutes}), make_interval(mins => ${clearAfterMinutes})`,
    ),
    sql`
      select alert, 0, null, raise_after, make_interval(mins => ${UNKNOWN_CLEAR_AFTER_MINUTES})
      from alert_states where is_active and alert <> all(${known}::text[])`,
  ];
}

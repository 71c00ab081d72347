import { and, type SQL, sql } from 'drizzle-orm';
import { OPEN_INCIDENTS } from '#features/alerts/open-incidents.ts';
import type { Db } from '#platform/db/database.ts';
import { readBranchedPage } from '#platform/db/paging/branches.ts';
import type { Page, PageRequest } from '#platform/db/paging/read-page.ts';

type Delivery = {
  webhook: 'off' | 'waiting' | 'sent' | 'failed';
  webhookFailure: string | null;
  mails: { sent: number; waiting: number; failed: number };
};

/** Times are in ISO 8601. */
export type ShownIncident = {
  id: number;
  alert: string;
  since: string;
  openedAt: string;
  clearedAt: string | null;
  cases: number;
  detail: string | null;
  delivery: Delivery | null;
};

export type ShownState = {
  alert: string;
  cases: number;
  detail: string | null;
  since: string;
  isActive: boolean;
  checkedAt: string;
  checkedSecondsAgo: number;
};

/** What is stored of each alert by its last evaluation. */
export async function selectAlertStates(db: Db): Promise<ShownState[]> {
  const { rows } = await db.execute<ShownState>(sql`
    select alert, cases, detail, ${iso(sql`since`)} as since, is_active as "isActive",
           ${iso(sql`checked_at`)} as "checkedAt",
           extract(epoch from now() - checked_at)::float8 as "checkedSecondsAgo"
    from alert_states`);
  return rows;
}

/** Oldest first. There is at most one for each alert. */
export async function selectOpenIncidents(db: Db): Promise<ShownIncident[]> {
  const order = sql`incident.opened_at, incident.id`;
  const { rows } = await db.execute<ShownIncident>(incidentsOf(OPEN_INCIDENTS, order));
  return rows;
}

/** Of one alert; reported before `to`, and not over at `from`. */
export type PastIncidents = {
  alert?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
};

/** One page of the incidents that are over, newest first. */
export function selectPastIncidents(
  db: Db,
  { alert, from, to, ...request }: PastIncidents & PageRequest,
): Promise<Page<ShownIncident>> {
  const since = from && sql`cleared_at >= ${from.toISOString()}`;
  const isOfAlert = alert === undefined ? undefined : sql`alert = ${alert}`;
  const until = to && sql`cleared_at < ${to.toISOString()}`;
  const past = sql`
    select id, cleared_at from alert_incidents
    where ${and(sql`cleared_at is not null`, isOfAlert, since, until)}`;
  return readBranchedPage(db, request, {
    branches: to ? [past, underWayAt(to, and(isOfAlert, since))] : [past],
    order: sql`cleared_at desc, id desc`,
    select: async (page) => {
      const incidents = sql`select alert_incidents.* from alert_incidents join (${page}) as page using (id)`;
      const order = sql`incident.cleared_at desc, incident.id desc`;
      return (await db.execute<ShownIncident>(incidentsOf(incidents, order))).rows;
    },
    countTo: request.pageSize === 'all' ? 'all' : 'limit',
  });
}

/**
 * Those that had begun and weren't over at a time. An alert has one incident at a time, so of each alert this can only be
 * the next to end. Alerts are read one after another from their index, which may have many incidents of each.
 */
function underWayAt(time: Date, isChosen: SQL | undefined): SQL {
  return sql`
    select id, cleared_at from (
      with recursive alerts (name) as (
        select ${nextAlert(sql`true`)}
        union all select ${nextAlert(sql`alert > name`)} from alerts where name is not null
      )
      select next.* from alerts cross join lateral (
        select * from alert_incidents where alert = name and cleared_at >= ${time.toISOString()}
        order by cleared_at, id limit 1) as next
    ) as next_to_end where ${and(sql`opened_at < ${time.toISOString()}`, isChosen)}`;
}

function nextAlert(isNext: SQL): SQL {
  return sql`(select alert from alert_incidents where cleared_at is not null and ${isNext} order by alert limit 1)`;
}

function incidentsOf(page: SQL, order: SQL): SQL {
  return sql`
    select incident.id, alert, ${iso(sql`since`)} as since, ${iso(sql`opened_at`)} as "openedAt",
           ${iso(sql`cleared_at`)} as "clearedAt", cases, detail, last.delivery
    from (${page}) as incident left join lateral (
      select ${DELIVERY} as delivery from alert_messages as message
      where message.incident_id = incident.id order by message.id desc limit 1) as last on true
    order by ${order}`;
}

export async function selectLastTest(db: Db): Promise<(Delivery & { sentAt: string }) | undefined> {
  const { rows } = await db.execute<{ delivery: Delivery; sentAt: string }>(sql`
    select ${DELIVERY} as delivery, ${iso(sql`message.created_at`)} as "sentAt"
    from alert_messages as message where kind = 'test' order by message.id desc limit 1`);
  const [row] = rows;
  return row && { ...row.delivery, sentAt: row.sentAt };
}

/** Mails are found by `mails_alert_idx`. */
const DELIVERY = sql`jsonb_build_object(
  'webhook', message.webhook_state, 'webhookFailure', message.webhook_failure,
  'mails', (
    select jsonb_build_object(
      'sent', count(*) filter (where sent_at is not null),
      'failed', count(*) filter (where failed_at is not null),
      'waiting', count(*) filter (where sent_at is null and failed_at is null))
    from mails where mails.kind = 'alert' and mails.parameters ->> 'messageId' = message.id::text))`;

function iso(time: SQL): SQL {
  return sql`to_char(${time} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

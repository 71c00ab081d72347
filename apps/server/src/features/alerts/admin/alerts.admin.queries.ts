import { and, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import { limited, type Page, type PageRequest, readPage } from '#platform/db/paging/read-page.ts';

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
  const page = sql`select * from alert_incidents where cleared_at is null`;
  const { rows } = await db.execute<ShownIncident>(incidentsOf(page, sql`incident.opened_at, incident.id`));
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
  const isFound = and(
    sql`cleared_at is not null`,
    alert === undefined ? undefined : sql`alert = ${alert}`,
    from && sql`cleared_at >= ${from.toISOString()}`,
    to && sql`opened_at < ${to.toISOString()}`,
  );
  const past = sql`select * from alert_incidents where ${isFound}`;
  return readPage(db, request, {
    select: async ({ offset, limit }) => {
      const page = sql`${past} order by cleared_at desc, id desc limit ${limit} offset ${offset}`;
      const order = sql`incident.cleared_at desc, incident.id desc`;
      return (await db.execute<ShownIncident>(incidentsOf(page, order))).rows;
    },
    countable: (most) => limited(past, most),
    countTo: request.pageSize === 'all' ? 'all' : 'limit',
  });
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

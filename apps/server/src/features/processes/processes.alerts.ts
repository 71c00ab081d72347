import { sql } from 'drizzle-orm';
import type { AlertCondition } from '#platform/alerts/alert-condition.ts';
import { IS_ALIVE } from './processes.queries.ts';

const LOW_DISK_SHARE = 0.1;

/** While it holds, the api processes evaluate it: who would otherwise do so is what is missing. */
export const NO_WORKER: AlertCondition = {
  name: 'no_worker',
  title: 'No worker runs',
  count: sql`(select (not exists (select from processes where is_worker and ${IS_ALIVE}))::int)`,
  describe: () => 'No worker runs.',
  advice:
    "Start one ('waygate worker', or 'waygate start' alone) and look in its log why it ended. Until then no mail is sent, no payment that needs a second look is settled, no drop is counted, and no other alert is raised. Nothing is lost.",
  page: 'alerts',
  // A deployment restarts the workers.
  raiseAfterMinutes: 2,
  clearAfterMinutes: 1,
};

const LOW_DISKS = sql`(
  select host, min(disk_free) as free from processes
  where ${IS_ALIVE} and disk_free < ${LOW_DISK_SHARE} group by host)`;

/** An update waits for its processes for minutes, not for a quarter of an hour. */
const UPDATE_TAKES_MINUTES = 15;

const UNFINISHED_UPDATES = sql`(
  select distinct host from processes
  where ${IS_ALIVE} and update_started_at < now() - make_interval(mins => ${UPDATE_TAKES_MINUTES}))`;

export const PROCESS_ALERTS: AlertCondition[] = [
  NO_WORKER,
  {
    name: 'disk_low',
    title: 'Disk almost full',
    count: sql`(select count(*) from ${LOW_DISKS} as low)`,
    detail: sql`(select string_agg(host || ' (' || round(free * 100) || ' %)', ', ' order by host) from ${LOW_DISKS} as low)`,
    describe: (count, detail) =>
      `Less than 10 % of the disk of DATA_DIR is free on ${count === 1 ? '1 machine' : `${count} machines`}${detail ? `: ${detail}` : ''}.`,
    advice:
      'A full disk stops uploads and, with the embedded database, everything. Delete what is not needed, or move DATA_DIR to a larger disk.',
    page: 'health',
    raiseAfterMinutes: 5,
  },
  {
    name: 'update_unfinished',
    title: 'Update interrupted',
    count: sql`(select count(*) from ${UNFINISHED_UPDATES} as unfinished)`,
    detail: sql`(select string_agg(host, ', ' order by host) from ${UNFINISHED_UPDATES} as unfinished)`,
    describe: (count, detail) =>
      `An update was interrupted on ${count === 1 ? '1 machine' : `${count} machines`}${detail ? `: ${detail}` : ''}.`,
    advice:
      "Nobody has checked that the new release works. Run 'waygate update' again with the same release to finish it, or 'waygate update --rollback'; 'waygate doctor' names both releases.",
    page: 'health',
  },
];

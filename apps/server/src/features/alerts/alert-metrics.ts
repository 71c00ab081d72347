import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/database.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';

/** Registers the gauges of all alerts. They read what is stored, so every process reports the same. */
export function observeAlerts(metrics: Metrics, db: Db): void {
  metrics.gaugesByLabel(
    'alert',
    {
      waygate_alert_active: 'Whether the alert is active: 1 or 0.',
      waygate_alert_cases: 'How many cases the last evaluation found.',
      waygate_alert_evaluation_age_seconds: 'Time since the alert was evaluated. Usually below 90.',
    },
    () => selectStates(db),
  );
  metrics.gauge(
    'waygate_alert_messages_failed',
    "Alert messages of the last day that the webhook refused, or that couldn't be sent within a day.",
    () => countFailedMessages(db),
  );
}

async function selectStates(db: Db) {
  const { rows } = await db.execute<{
    label: string;
    waygate_alert_active: number;
    waygate_alert_cases: number;
    waygate_alert_evaluation_age_seconds: number;
  }>(sql`
    select alert as label, is_active::int as waygate_alert_active, cases as waygate_alert_cases,
           extract(epoch from now() - checked_at)::float8 as waygate_alert_evaluation_age_seconds
    from alert_states order by alert`);
  return rows;
}

async function countFailedMessages(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from alert_messages
    where webhook_state = 'failed' and created_at > now() - interval '1 day'`);
  return rows[0]?.count ?? 0;
}

import type { AlertCondition } from '#platform/alerts/alert-condition.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database } from '#platform/db/database.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Logger } from '#platform/logging/logger.ts';
import { createPostJson } from '#platform/webhook/post-json.ts';
import { evaluateAlerts } from './evaluation.service.ts';
import { evaluateAlertsJob, sendAlertMessage } from './job-definitions.ts';
import { createMessageSender } from './webhook.service.ts';

export const ALERT_JOBS = [evaluateAlertsJob, sendAlertMessage];

type Parts = {
  db: Database;
  jobs: Jobs;
  log: Logger;
  config: Pick<Config, 'alertWebhookUrl' | 'publicOrigin' | 'brand'>;
};

/** Starts the workers that evaluate alerts and send their messages. */
export async function workOnAlerts(parts: Parts, conditions: AlertCondition[]): Promise<void> {
  const { db, jobs, log } = parts;
  const { alertWebhookUrl: url, publicOrigin, brand } = parts.config;
  const post = url === undefined ? undefined : createPostJson({ url });
  const hasWebhook = post !== undefined;
  await jobs.work(evaluateAlertsJob, () => evaluateAlerts({ db, jobs, log, conditions, hasWebhook }));
  const site = { publicOrigin, brandName: brand.name };
  await jobs.work(sendAlertMessage, createMessageSender({ db, jobs, log, post, site }));
}

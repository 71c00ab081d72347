import type { AlertCondition } from '#platform/alerts/alert-condition.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database } from '#platform/db/database.ts';
import type { JobHandler, Jobs } from '#platform/jobs/jobs.ts';
import type { Logger } from '#platform/logging/logger.ts';
import { createPostJson } from '#platform/webhook/post-json.ts';
import { evaluateAlerts } from './evaluation.service.ts';
import { evaluateAlertsJob, sendAlertMessage } from './job-definitions.ts';
import { createMessageSender } from './webhook.service.ts';
import { evaluateOne } from './without-worker.service.ts';

export const ALERT_JOBS = [evaluateAlertsJob, sendAlertMessage];

type Parts = {
  db: Database;
  jobs: Jobs;
  log: Logger;
  config: Pick<Config, 'alertWebhookUrl' | 'publicOrigin' | 'brand'>;
};

/** Starts the workers that evaluate alerts and send their messages. */
export async function workOnAlerts(parts: Parts, conditions: AlertCondition[]): Promise<void> {
  const { jobs } = parts;
  const { evaluation, sendMessage } = handlersOf(parts, conditions);
  await jobs.work(evaluateAlertsJob, () => evaluateAlerts(evaluation));
  await jobs.work(sendAlertMessage, sendMessage);
}

/**
 * What a process that is no worker does about the alert that no worker runs: it evaluates it, and sends the messages of
 * alerts that are due.
 *
 * @param sendMails sends the mails of alerts that are due
 */
export function createStandIn(
  parts: Parts,
  { condition, conditions }: { condition: AlertCondition; conditions: AlertCondition[] },
  sendMails: () => Promise<void>,
): () => Promise<void> {
  const { evaluation, sendMessage } = handlersOf(parts, conditions);
  return async () => {
    await evaluateOne(evaluation, condition);
    await sendMails();
    await parts.jobs.runDue(sendAlertMessage, sendMessage);
  };
}

function handlersOf({ db, jobs, log, config }: Parts, conditions: AlertCondition[]) {
  const { alertWebhookUrl: url, publicOrigin, brand } = config;
  const post = url === undefined ? undefined : createPostJson({ url });
  const site = { publicOrigin, brandName: brand.name };
  const sendMessage: JobHandler<{ messageId: number }> = createMessageSender({ db, jobs, log, post, site });
  return { evaluation: { db, jobs, log, conditions, hasWebhook: post !== undefined }, sendMessage };
}

import type { Database } from '#platform/db/database.ts';
import type { JobHandler, Jobs } from '#platform/jobs/jobs.ts';
import type { Logger } from '#platform/logging/logger.ts';
import type { PostJson } from '#platform/webhook/post-json.ts';
import { sendAlertMessage } from './job-definitions.ts';
import { webhookContent } from './message-texts.ts';
import {
  selectWaitingMessage,
  updateWebhookDelayed,
  updateWebhookSettled,
  type WaitingMessage,
} from './messages.queries.ts';

const FIRST_DELAY_SECONDS = 5;
const MAX_DELAY_SECONDS = 600;
/** A service may ask for more than our longest delay, but not for any time. */
const MAX_ASKED_SECONDS = 3600;
/** How long an earlier message of the same incident is waited for. */
const BEHIND_SECONDS = 5;
const GIVE_UP_AFTER_SECONDS = 86_400;

type Sender = {
  db: Database;
  jobs: Jobs;
  log: Logger;
  /** Undefined: no webhook is configured. */
  post: PostJson | undefined;
  site: { brandName: string; publicOrigin: string };
};

/**
 * Creates the handler that sends one message to the webhook, at least once: a crash between the answer and its storing
 * sends it again, which no webhook can prevent. Failures that may pass are tried again for a day.
 */
export function createMessageSender(sender: Sender): JobHandler<{ messageId: number }> {
  return async ({ messageId }) => {
    const message = await selectWaitingMessage(sender.db, messageId);
    if (!message) return;
    if (!sender.post) return updateWebhookSettled(sender.db, messageId, { state: 'off' });
    if (message.isBehind) return tryAgainAfter(sender, message, BEHIND_SECONDS);
    await send(sender, sender.post, message);
  };
}

async function send(sender: Sender, post: PostJson, message: WaitingMessage): Promise<void> {
  const { brandName, publicOrigin } = sender.site;
  const url = `${publicOrigin}${message.path}`;
  const content = webhookContent(message, { brandName, url });
  const outcome = await post({ content, allowed_mentions: { parse: [] } });
  switch (outcome.kind) {
    case 'accepted':
      return updateWebhookSettled(sender.db, message.id, { state: 'sent' });
    case 'refused':
      return fail(sender, message, outcome.reason);
    case 'failed': {
      if (message.ageSeconds > GIVE_UP_AFTER_SECONDS)
        return fail(sender, message, `${outcome.reason}, for a day`);
      const { reason, retryAfterSeconds = 0 } = outcome;
      const delay = Math.max(delayAfter(message.webhookAttempts), retryAfterSeconds);
      sender.log.warn({ messageId: message.id, reason }, 'an alert was not sent to the webhook yet');
      return tryAgainAfter(sender, message, Math.min(delay, MAX_ASKED_SECONDS), reason);
    }
  }
}

async function fail({ db, log }: Sender, { id }: WaitingMessage, failure: string): Promise<void> {
  await updateWebhookSettled(db, id, { state: 'failed', failure });
  log.error({ messageId: id, reason: failure }, 'an alert could not be sent to the webhook');
}

/** Stores the failure and queues the next attempt, together. */
async function tryAgainAfter(
  { db, jobs }: Sender,
  { id }: WaitingMessage,
  seconds: number,
  failure?: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (failure !== undefined) await updateWebhookDelayed(tx, id, failure);
    await jobs.enqueue(tx, sendAlertMessage, { messageId: id }, { afterSeconds: seconds });
  });
}

function delayAfter(attempts: number): number {
  return Math.min(FIRST_DELAY_SECONDS * 2 ** attempts, MAX_DELAY_SECONDS);
}

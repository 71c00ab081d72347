import { ADMIN_PAGES } from '@waygate/contract/site/admin-pages';
import { selectOwnerMailboxes } from '#features/identity/identity.ts';
import { queueMails } from '#features/mail/mail.ts';
import type { AlertCondition } from '#platform/alerts/alert-condition.ts';
import type { Transaction } from '#platform/db/database.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { AlertParts } from './evaluation.service.ts';
import { alertMail } from './alert.mail.ts';
import { findCondition } from './broken-conditions.ts';
import { sendAlertMessage } from './job-definitions.ts';
import {
  type IncidentRow,
  insertMessages,
  type NewMessage,
  selectUnannouncedLocked,
  updateIncidentsAnnounced,
} from './messages.queries.ts';
import { clearedText, raisedText } from './message-texts.ts';

/**
 * Queues the mails and the webhook messages of incidents that were raised or cleared, and marks them as announced, in one
 * transaction: each is announced once, whatever crashes and however many do it at once.
 */
export async function announceIncidents(
  { db, jobs, log, conditions, hasWebhook }: AlertParts,
  incidentIds: number[],
): Promise<void> {
  const announced = await db.transaction(async (tx) => {
    const incidents = await selectUnannouncedLocked(tx, incidentIds);
    if (incidents.length === 0) return [];
    const messages = incidents.flatMap((incident) => messagesOf(incident, conditions));
    await queueMessages(tx, jobs, { messages, hasWebhook });
    await updateIncidentsAnnounced(tx, incidents);
    return messages;
  });
  for (const { kind, title, incidentId } of announced) log.warn({ incidentId, kind }, title);
}

function messagesOf(incident: IncidentRow, conditions: AlertCondition[]): NewMessage[] {
  const condition = findCondition(incident.alert, conditions);
  const path = ADMIN_PAGES[condition?.page ?? 'alerts'].path;
  const message = { incidentId: incident.id, path };
  return [
    ...(incident.isRaiseAnnounced
      ? []
      : [{ ...message, kind: 'raised' as const, ...raisedText(incident, condition) }]),
    ...(incident.clearedAt === null || incident.isClearAnnounced
      ? []
      : [{ ...message, kind: 'cleared' as const, ...clearedText(incident, condition) }]),
  ];
}

/**
 * Writes messages, with a mail to each owner and a job for the webhook.
 *
 * @returns how many owners get a mail; undefined when all messages were written before
 */
export async function queueMessages(
  tx: Transaction,
  jobs: Jobs,
  { messages, hasWebhook }: { messages: NewMessage[]; hasWebhook: boolean },
): Promise<number | undefined> {
  const messageIds = await insertMessages(tx, messages, hasWebhook ? 'waiting' : 'off');
  if (messageIds.length === 0) return undefined;
  const owners = await selectOwnerMailboxes(tx);
  const mails = messageIds.flatMap((messageId) =>
    owners.map(({ accountId, email }) => ({
      kind: alertMail,
      accountId,
      recipient: email,
      parameters: { messageId },
    })),
  );
  await queueMails(tx, jobs, mails);
  if (hasWebhook)
    await jobs.enqueueAll(
      tx,
      sendAlertMessage,
      messageIds.map((messageId) => ({ messageId })),
    );
  return owners.length;
}

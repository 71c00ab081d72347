import { createHmac } from 'node:crypto';
import type { Database } from '#platform/db/database.ts';
import { selectSettings, selectUndeliveredBody, updateEventTried } from './sandbox.queries.ts';

const TIMEOUT_MS = 10_000;

/**
 * Posts an event to the portal's webhook, as Stripe would.
 *
 * @throws Error when the portal did not accept it, so that the job retries
 */
export async function sendEvent(db: Database, eventId: string): Promise<void> {
  const body = await selectUndeliveredBody(db, eventId);
  if (body === undefined) return;
  const settings = await selectSettings(db);
  if (!settings?.webhookUrl) throw new Error('The portal has not set its webhook address yet.');
  const failure = await post(
    settings.webhookUrl,
    body,
    signatureOf(body, settings.webhookSecret, new Date()),
  );
  await updateEventTried(db, eventId, failure);
  if (failure !== undefined) throw new Error(`The webhook was not accepted: ${failure}`);
}

/** The Stripe-Signature header. Source: https://docs.stripe.com/webhooks#verify-manually */
export function signatureOf(body: string, secret: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${signature}`;
}

/** @returns the failure, or undefined on success */
async function post(url: string, body: string, signature: string): Promise<string | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    // Reads to the end, so that the connection can be reused.
    await response.arrayBuffer();
    return response.ok ? undefined : `status ${response.status}`;
  } catch (error) {
    return error instanceof Error ? error.name : 'no answer';
  }
}

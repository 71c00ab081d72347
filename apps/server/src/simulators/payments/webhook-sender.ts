import { createHmac } from 'node:crypto';
import type { Database } from '#platform/db/database.ts';
import { selectSettings, selectUndeliveredBody, updateEventTried } from './sandbox.queries.ts';

const TIMEOUT_MS = 10_000;

/**
 * Posts an event to the portal's own webhook, as Stripe would.
 *
 * @throws Error when it was not taken: it is posted again later
 */
export async function sendEvent(db: Database, eventId: string): Promise<void> {
  const body = await selectUndeliveredBody(db, eventId);
  if (body === undefined) return;
  const settings = await selectSettings(db);
  if (!settings?.webhookUrl) throw new Error('The portal has not told yet where it listens.');
  const failure = await post(
    settings.webhookUrl,
    body,
    signatureOf(body, settings.webhookSecret, new Date()),
  );
  await updateEventTried(db, eventId, failure);
  if (failure !== undefined) throw new Error(`The webhook was not taken: ${failure}`);
}

/** The Stripe-Signature header. Source: https://docs.stripe.com/webhooks#verify-manually */
export function signatureOf(body: string, secret: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${signature}`;
}

/** @returns what went wrong, if anything did */
async function post(url: string, body: string, signature: string): Promise<string | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    // Read to the end, so that its connection can be used again.
    await response.arrayBuffer();
    return response.ok ? undefined : `status ${response.status}`;
  } catch (error) {
    return error instanceof Error ? error.name : 'no answer';
  }
}

import { createToken } from '#platform/auth/tokens.ts';
import type { Database } from '#platform/db/database.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Logger } from '#platform/logging/logger.ts';
import type { PaymentProvider } from '#platform/payments/payment-provider.ts';
import { createStripeProvider } from '#platform/payments/stripe-provider.ts';
import { expireOverdueSessions } from './sandbox-actions.service.ts';
import { payOutEarlierDays } from './sandbox-balance.ts';
import { listenForCalls } from './sandbox-listener.ts';
import { deleteOldKeys, insertSettings, selectSettings, updateWebhookUrl } from './sandbox.queries.ts';
import type { SandboxSettings } from './sandbox.tables.ts';

const CLEANUP_INTERVAL_MS = 15_000;

type SandboxParts = { db: Database; jobs: Pick<Jobs, 'enqueue'>; log: Logger; publicOrigin: string };

export type OpenSandbox = { provider: PaymentProvider; close: () => Promise<void> };

/**
 * Opens the simulated payment provider: a Stripe-compatible server on this machine, and the client that the portal uses
 * for Stripe. Several processes may each open one; they share the payments in the database.
 */
export async function openSandbox(parts: SandboxParts): Promise<OpenSandbox> {
  const { db, jobs, log, publicOrigin } = parts;
  const { secretKey, webhookSecret } = await ensureSettings(db);
  const listener = await listenForCalls({ db, jobs, secretKey, publicOrigin }, log);
  const stopCleanup = startCleanup(parts);
  return {
    provider: createStripeProvider({ name: 'sandbox', secretKey, webhookSecret, apiBase: listener.url }),
    close: async () => {
      await stopCleanup();
      await listener.close();
    },
  };
}

/** Sends webhooks to the portal at this origin from now on, including those already queued. */
export async function sendWebhooksTo(db: Database, origin: string): Promise<void> {
  await updateWebhookUrl(db, `${origin}/api/stripe/webhook`);
}

/** Creates the keys at the first start and keeps them: orders outlive restarts, and so must the keys of their payments. */
async function ensureSettings(db: Database): Promise<SandboxSettings> {
  await insertSettings(db, {
    secretKey: `sk_sandbox_${createToken()}`,
    webhookSecret: `whsec_${createToken()}`,
  });
  const settings = await selectSettings(db);
  if (!settings) throw new Error('The settings of the payment sandbox are gone.');
  return settings;
}

function startCleanup({ db, jobs, log }: SandboxParts): () => Promise<void> {
  let running = Promise.resolve();
  const cleanUp = async (): Promise<void> => {
    try {
      await expireOverdueSessions({ db, jobs });
      await deleteOldKeys(db);
      await payOutEarlierDays(db);
    } catch (error) {
      log.warn({ err: error }, 'the payment sandbox could not be cleaned up');
    }
  };
  const timer = setInterval(() => {
    running = running.then(cleanUp);
  }, CLEANUP_INTERVAL_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

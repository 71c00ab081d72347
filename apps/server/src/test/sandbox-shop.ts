import { buildApp } from '#app/build-app.ts';
import { JOB_DEFINITIONS, workOnJobs } from '#app/jobs.ts';
import { createFindViewer } from '#features/sessions/sessions.queries.ts';
import type { SandboxAction } from '#simulators/payments/sandbox-rules.ts';
import { openSandbox, sendWebhooksTo } from '#simulators/payments/open-sandbox.ts';
import { startJobs } from '#platform/jobs/jobs.ts';
import { createMetrics } from '#platform/metrics/metrics.ts';
import type { PaymentProvider } from '#platform/payments/payment-provider.ts';
import { callerOf, type Portal } from './account-journeys.ts';
import { createTestParts, type TestParts } from './test-parts.ts';

export type SandboxShop = Portal & {
  origin: string;
  payments: PaymentProvider;
  /** Presses a button on the checkout's page, or on the control page, as a browser does. */
  press: (sessionId: string, action: SandboxAction, press?: Press) => Promise<Response>;
  /** Ends all but the database, without notice, and starts it again. */
  restart: () => Promise<void>;
};

type Press = { amount?: string; form?: 'checkout' | 'payments' };

/** The portal on its own port, with a worker, buying from its sandbox. */
export async function createSandboxShop(): Promise<SandboxShop> {
  const parts = await createTestParts();
  let running = await startProcess(parts);
  const current = (): SandboxShop => ({
    ...running,
    press: (sessionId, action, press) => pressButton(running.origin, sessionId, action, press),
    restart: async () => {
      await running.close();
      running = await startProcess(parts);
      Object.assign(shop, current());
    },
    close: async () => {
      await running.close();
      await parts.close();
    },
  });
  const shop = current();
  return shop;
}

async function startProcess(given: TestParts) {
  const { database, log, db, config } = given;
  const metrics = createMetrics();
  const { connection } = database;
  const jobs = await startJobs({ connection, definitions: JOB_DEFINITIONS, isWorker: true, log, metrics });
  const sandbox = await openSandbox({ db, jobs, log, publicOrigin: config.publicOrigin });
  const parts = { ...given, jobs, metrics, payments: sandbox.provider };
  await workOnJobs(parts);
  const app = await buildApp(parts, createFindViewer(db));
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  await sendWebhooksTo(db, origin);
  return {
    parts,
    app,
    origin,
    payments: sandbox.provider,
    call: callerOf(app),
    close: async () => {
      await app.close();
      await jobs.stop();
      await sandbox.close();
    },
  };
}

async function pressButton(
  origin: string,
  sessionId: string,
  action: SandboxAction,
  { amount, form = 'checkout' }: Press = {},
): Promise<Response> {
  const page = await fetch(`${origin}/sandbox/checkout/${sessionId}`);
  const listed = await fetch(`${origin}/sandbox`);
  const token = tokenOf(await page.text()) ?? tokenOf(await listed.text(), sessionId) ?? 'none';
  return fetch(`${origin}/sandbox/${form}/${sessionId}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ token, action, terms: 'accepted', ...(amount !== undefined && { amount }) }),
  });
}

/** The token of the first form, or of the first one of this payment. */
function tokenOf(html: string, sessionId = ''): string | undefined {
  const form = html.slice(html.indexOf(`/${sessionId}"`));
  return /name="token" value="([^"]+)"/.exec(sessionId === '' ? html : form)?.[1];
}

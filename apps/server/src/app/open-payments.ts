import type { FastifyInstance } from 'fastify';
import { createReportingPayments } from '#features/orders/orders.ts';
import type { PaymentProvider } from '#platform/payments/payment-provider.ts';
import type { Parts } from './parts.ts';
import type { Program } from './run-program.ts';

/** Opens the configured payment provider; undefined when the shop is closed. */
export async function openPayments(
  { config, log, shutdown }: Program,
  { db, jobs }: Pick<Parts, 'db' | 'jobs'>,
): Promise<PaymentProvider | undefined> {
  if (config.mode !== 'local' || config.payments.provider !== 'sandbox')
    return createReportingPayments(config.payments, { db, log });
  const { openSandbox } = await import('#simulators/payments/open-sandbox.ts');
  const { provider, close } = await openSandbox({ db, jobs, log, publicOrigin: config.publicOrigin });
  shutdown.add('the payment sandbox', close);
  return provider;
}

/** Sets the address of the sandbox's webhooks, if there is a sandbox. */
export async function receiveWebhooksAt(
  app: FastifyInstance,
  { db, config }: Pick<Parts, 'db' | 'config'>,
): Promise<void> {
  if (config.payments.provider !== 'sandbox') return;
  const { sendWebhooksTo } = await import('#simulators/payments/open-sandbox.ts');
  await sendWebhooksTo(db, originOf(app));
}

/** The server's origin on this machine, not the public one. */
function originOf({ server }: FastifyInstance): string {
  const listening = server.address();
  if (listening === null || typeof listening === 'string') throw new Error('The server does not listen.');
  const { address, port, family } = listening;
  if (family !== 'IPv6') return `http://${address === '0.0.0.0' ? '127.0.0.1' : address}:${port}`;
  return `http://[${address === '::' ? '::1' : address}]:${port}`;
}

import { API_BASE } from '@waygate/contract/endpoint';
import { isLoopbackOrigin } from '#platform/config/loopback-address.ts';
import { EVENT_KINDS } from '#platform/payments/event-kinds.ts';
import type { PaymentProvider, PaymentSetup, WebhookEndpoint } from '#platform/payments/payment-provider.ts';
import type { OrderParts } from '#features/orders/order-parts.ts';
import { replaceFindings } from './payment-findings.queries.ts';
import type { PaymentFinding } from './payment-setup.tables.ts';
import { updateSweepsActive } from './payment-sweep.queries.ts';

/**
 * Reads how the account is set up at the provider and stores what is wrong with it: permissions that the key lacks, and
 * a webhook endpoint that is missing, disabled or lacks kinds of events. Sells nothing less because of it.
 *
 * @param isStart of a process: the key may be another one than before
 * @throws PaymentUnavailable; what was found before stays
 */
export async function checkPaymentSetup(
  { payments, db, log, config }: OrderParts,
  { isStart }: { isStart: boolean },
): Promise<void> {
  // The sandbox has no account to set up.
  const account = payments?.name === 'stripe' ? payments : undefined;
  const findings = account ? await readPaymentFindings(account, config) : [];
  const found = await db.transaction(async (tx) => {
    if (isStart) await updateSweepsActive(tx, account && { provider: account.name, isLive: account.isLive });
    return replaceFindings(tx, findings, { isStart });
  });
  for (const finding of found) log.warn(finding, 'payments are not set up completely');
}

/** What is wrong with the account at the provider. @throws PaymentUnavailable */
export async function readPaymentFindings(
  payments: Pick<PaymentProvider, 'readSetup'>,
  config: Pick<OrderParts['config'], 'publicOrigin'>,
): Promise<PaymentFinding[]> {
  return findingsOf(await payments.readSetup(), config);
}

function findingsOf(
  { missingPermissions, endpoints }: PaymentSetup,
  { publicOrigin }: Pick<OrderParts['config'], 'publicOrigin'>,
): PaymentFinding[] {
  const permissions = missingPermissions.map((detail) => ({ kind: 'permission_missing' as const, detail }));
  // The provider can't reach this machine; `stripe listen` forwards events without an endpoint.
  if (!endpoints || isLoopbackOrigin(publicOrigin)) return permissions;
  return [...permissions, ...endpointFindings(endpoints, `${publicOrigin}${API_BASE}/stripe/webhook`)];
}

function endpointFindings(endpoints: WebhookEndpoint[], url: string): PaymentFinding[] {
  const own = endpoints.filter((endpoint) => URL.parse(endpoint.url)?.href === URL.parse(url)?.href);
  if (own.length === 0) return [{ kind: 'endpoint_missing', detail: url }];
  const enabled = own.filter(({ isEnabled }) => isEnabled);
  if (enabled.length === 0) return [{ kind: 'endpoint_disabled', detail: url }];
  const kinds = new Set(enabled.flatMap(({ eventKinds }) => eventKinds));
  if (kinds.has('*')) return [];
  return EVENT_KINDS.filter((kind) => !kinds.has(kind)).map((detail) => ({ kind: 'event_missing', detail }));
}

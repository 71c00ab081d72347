import type { Stripe } from 'stripe';
import { PaymentNotPermitted, type PaymentSetup, type WebhookEndpoint } from './payment-provider.ts';
import { call } from './stripe-errors.ts';

/** More than the 16 endpoints that an account can have. */
const MAX_ENDPOINTS = 100;

/**
 * Reads one row of each resource that the portal needs, which does no harm. Stripe documents no harmless way to try a
 * permission to write: a missing one is found when it is first needed. Source: https://docs.stripe.com/keys/restricted-api-keys
 *
 * @throws PaymentUnavailable
 */
export async function readSetup(stripe: Stripe): Promise<PaymentSetup> {
  const page = { limit: 1 };
  const reads: (() => Promise<unknown>)[] = [
    () => stripe.checkout.sessions.list(page),
    () => stripe.paymentIntents.list(page),
    () => stripe.charges.list(page),
    () => stripe.refunds.list(page),
    () => stripe.disputes.list(page),
    () => stripe.events.list(page),
    // A permission of its own: without it the list is shown, but not what each transaction is about.
    () => stripe.balanceTransactions.list({ ...page, expand: ['data.source'] }),
    () => stripe.payouts.list(page),
  ];
  const missing = new Set<string>();
  // One after the other: a start is no reason for a burst of requests.
  for (const read of reads) await permitted(missing, read);
  const endpoints = await permitted(missing, () => stripe.webhookEndpoints.list({ limit: MAX_ENDPOINTS }));
  return { missingPermissions: [...missing], endpoints: endpoints?.data.map(endpointOf) };
}

/** The account's name as its owner sees it, with its id; undefined: the key may not read it. @throws PaymentUnavailable, PaymentRefused */
export async function readAccountName(stripe: Stripe): Promise<string | undefined> {
  const account = await permitted(new Set(), () => stripe.accounts.retrieveCurrent());
  if (!account) return undefined;
  const name = account.settings?.dashboard.display_name ?? account.business_profile?.name;
  return name ? `${name} (${account.id})` : account.id;
}

async function permitted<T>(missing: Set<string>, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call(read());
  } catch (error) {
    if (!(error instanceof PaymentNotPermitted)) throw error;
    missing.add(error.permission);
    return undefined;
  }
}

function endpointOf({ url, status, enabled_events: eventKinds }: Stripe.WebhookEndpoint): WebhookEndpoint {
  return { url, isEnabled: status === 'enabled', eventKinds };
}

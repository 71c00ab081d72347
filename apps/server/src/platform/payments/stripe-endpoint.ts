import type { Stripe } from 'stripe';
import { EVENT_KINDS } from './event-kinds.ts';
import { createStripeClient, STRIPE_API_VERSION } from './stripe-client.ts';
import { call } from './stripe-errors.ts';

/** More than the 16 endpoints that an account can have. */
const MAX_ENDPOINTS = 100;

export type NewEndpoint = {
  /** The signing secret. */
  secret: string;
  /** Call it once the secret is stored: until then, the old endpoints' secret is the one in use. */
  deleteReplaced: () => Promise<void>;
};

/**
 * Sees that Stripe sends exactly the events that the portal handles to `url`. Stripe shows a signing secret only when an
 * endpoint is created, so without it a new endpoint takes the place of those with the same address. May be repeated after
 * a crash at any moment: of several endpoints, none is kept.
 *
 * @param hasSecret whether the signing secret of the endpoint at this address is known
 * @returns undefined: the endpoint that is there was kept
 * @throws PaymentNotPermitted, PaymentRefused, PaymentUnavailable
 */
export async function ensureWebhookEndpoint({
  secretKey,
  apiBase,
  url,
  hasSecret,
}: {
  secretKey: string;
  apiBase: string | undefined;
  url: string;
  hasSecret: boolean;
}): Promise<NewEndpoint | undefined> {
  const stripe = createStripeClient({ secretKey, apiBase });
  const { data } = await call(stripe.webhookEndpoints.list({ limit: MAX_ENDPOINTS }));
  const own = data.filter((endpoint) => URL.parse(endpoint.url)?.href === URL.parse(url)?.href);
  const [kept] = own;
  if (hasSecret && kept && own.length === 1) {
    await keep(stripe, kept);
    return undefined;
  }
  const { secret } = await call(
    stripe.webhookEndpoints.create({
      url,
      enabled_events: [...EVENT_KINDS],
      api_version: STRIPE_API_VERSION,
      description: 'Waygate',
    }),
  );
  if (secret === undefined) throw new Error('Stripe created the endpoint without its signing secret.');
  const deleteReplaced = async () => {
    for (const { id } of own) await call(stripe.webhookEndpoints.del(id));
  };
  return { secret, deleteReplaced };
}

/** Enables the endpoint, and corrects its events. */
async function keep(
  stripe: Stripe,
  { id, status, enabled_events: kinds }: Stripe.WebhookEndpoint,
): Promise<void> {
  const isExact = new Set<string>(EVENT_KINDS).symmetricDifference(new Set(kinds)).size === 0;
  if (isExact && status === 'enabled') return;
  await call(stripe.webhookEndpoints.update(id, { enabled_events: [...EVENT_KINDS], disabled: false }));
}

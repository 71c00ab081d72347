import { Stripe } from 'stripe';

/** What the code is written for, and what webhook endpoints that the setup creates send. */
export const STRIPE_API_VERSION = '2026-10-28.endive';
export const STRIPE_TIMEOUT_MS = 10_000;

/** @param apiBase scheme, host and port of a Stripe-compatible server; undefined for Stripe itself */
export function createStripeClient({
  secretKey,
  apiBase,
  timeoutMs = STRIPE_TIMEOUT_MS,
}: {
  secretKey: string;
  apiBase: string | undefined;
  timeoutMs?: number;
}): Stripe {
  return new Stripe(secretKey, {
    apiVersion: STRIPE_API_VERSION,
    maxNetworkRetries: 2,
    timeout: timeoutMs,
    telemetry: false,
    // Its timeout covers the whole response; that of Node's HTTP client restarts with every byte.
    httpClient: Stripe.createFetchHttpClient(),
    ...(apiBase !== undefined && baseOf(apiBase)),
  });
}

function baseOf(apiBase: string): { host: string; port: string; protocol: 'http' | 'https' } {
  const { hostname, port, protocol } = new URL(apiBase);
  const isHttps = protocol === 'https:';
  return { host: hostname, port: port || (isHttps ? '443' : '80'), protocol: isHttps ? 'https' : 'http' };
}

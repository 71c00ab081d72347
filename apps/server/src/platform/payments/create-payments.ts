import type { PaymentsConfig } from '#platform/config/payments-config.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { createStripeProvider } from './stripe-provider.ts';

/** Creates Stripe's provider if it is configured; otherwise undefined. The app opens the sandbox itself. */
export function createPayments(config: PaymentsConfig): PaymentProvider | undefined {
  if (config.provider !== 'stripe') return undefined;
  const { secretKey, webhookSecret, apiBase } = config;
  return createStripeProvider({ name: 'stripe', secretKey, webhookSecret, apiBase });
}

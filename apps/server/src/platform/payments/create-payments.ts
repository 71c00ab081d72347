import type { PaymentsConfig } from '#platform/config/payments-config.ts';
import type { PaymentProvider } from './payment-provider.ts';

/** Creates Stripe's provider, and loads its SDK, if it is configured; otherwise undefined. The app opens the sandbox itself. */
export async function createPayments(config: PaymentsConfig): Promise<PaymentProvider | undefined> {
  if (config.provider !== 'stripe') return undefined;
  const { createStripeProvider } = await import('./stripe-provider.ts');
  const { secretKey, webhookSecret, apiBase } = config;
  return createStripeProvider({ name: 'stripe', secretKey, webhookSecret, apiBase });
}

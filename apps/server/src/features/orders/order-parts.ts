import type { Config } from '#platform/config/config.ts';
import type { Database } from '#platform/db/database.ts';
import { AppError, unavailable } from '#platform/errors/app-error.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Logger } from '#platform/logging/logger.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import type { PaymentProvider } from '#platform/payments/payment-provider.ts';

/** The dependencies of orders. Without a payment provider the shop is closed. */
export type OrderParts = {
  db: Database;
  jobs: Jobs;
  payments: PaymentProvider | undefined;
  config: Pick<Config, 'publicOrigin' | 'reconcileSeconds' | 'checkout' | 'brand' | 'dataDir'>;
  log: Logger;
  metrics: Metrics;
};

export type OpenShop = OrderParts & { payments: PaymentProvider };

const RETRY_AFTER_SECONDS = 10;

/** @throws unavailable while payments are not set up */
export function requireOpenShop(parts: OrderParts): OpenShop {
  if (!parts.payments) throw new AppError('unavailable', 'The shop is closed: payments are not set up.');
  return { ...parts, payments: parts.payments };
}

/** The provider could not be reached or returned no checkout. */
export function couldNotStart(): AppError {
  return unavailable(RETRY_AFTER_SECONDS, 'Could not start checkout.');
}

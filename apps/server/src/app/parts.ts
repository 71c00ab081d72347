import type { Credentials } from '#platform/crypto/credential-keys.ts';
import type { FactorBox } from '#platform/crypto/factor-keys.ts';
import type { Passwords } from '#platform/auth/passwords.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database } from '#platform/db/database.ts';
import type { PublicCache } from '#platform/http/public-cache.ts';
import type { Jobs } from '#platform/jobs/jobs.ts';
import type { Logger } from '#platform/logging/logger.ts';
import type { MailTransport } from '#platform/mail/mail-transport.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import type { PaymentProvider } from '#platform/payments/payment-provider.ts';
import type { Pictures } from '#platform/pictures/pictures.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { Twitch } from '#platform/twitch/create-twitch.ts';

/** The components that a `bin` builds and passes to the app. */
export type Parts = {
  config: Config;
  db: Database;
  jobs: Jobs;
  /** Undefined: mails wait in the outbox. */
  mail: MailTransport | undefined;
  /** Undefined: the shop is closed. */
  payments: PaymentProvider | undefined;
  /** Undefined: drops are disabled. */
  twitch: Twitch | undefined;
  storage: Storage;
  cache: PublicCache;
  passwords: Passwords;
  credentials: Credentials;
  factorBox: FactorBox;
  pictures: Pictures;
  log: Logger;
  metrics: Metrics;
};

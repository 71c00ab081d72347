import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import type { Parts } from '#app/parts.ts';
import { createMailTransport } from '#features/mail/mail-transports.ts';
import { createReportingPayments } from '#features/orders/payments/permission-findings.ts';
import { ARGON2ID, createPasswords, type Passwords } from '#platform/auth/passwords.ts';
import { createFactorBox } from '#platform/crypto/factor-keys.ts';
import { createCredentials } from '#platform/crypto/credential-keys.ts';
import { type Config, readConfig } from '#platform/config/config.ts';
import { createPublicCache } from '#platform/http/public-cache.ts';
import { startJobs } from '#platform/jobs/jobs.ts';
import { createLogger, type Logger } from '#platform/logging/logger.ts';
import { createMetrics } from '#platform/metrics/metrics.ts';
import { createPictures } from '#platform/pictures/pictures.ts';
import { createStorage } from '#platform/storage/storage.ts';
import { createTwitch, type Twitch } from '#platform/twitch/create-twitch.ts';
import { JOB_DEFINITIONS } from '#app/jobs.ts';
import { type TestDatabase, createTestDatabase } from './database.ts';

export type TestParts = Parts & { database: TestDatabase; close: () => Promise<void> };

/** Real parts on a database of their own; jobs are enqueued, and worked on only when a test says so. */
export async function createTestParts({
  config = {},
  isWorker = false,
  log = createLogger({ level: 'silent' }),
}: { config?: Partial<Config>; isWorker?: boolean; log?: Logger } = {}): Promise<TestParts> {
  const database = await createTestDatabase();
  const metrics = createMetrics();
  const { connection } = database;
  const jobs = await startJobs({ connection, definitions: JOB_DEFINITIONS, isWorker, log, metrics });
  const dataDir = await mkdtemp(path.join(tmpdir(), 'waygate-data-'));
  const wholeConfig = { ...readConfig({}), dataDir, ...config };
  const mail = await createMailTransport(database.db, wholeConfig);
  return {
    database,
    config: wholeConfig,
    db: database.db,
    jobs,
    mail,
    payments: await createReportingPayments(wholeConfig.payments, { db: database.db, log }),
    twitch: twitchOf(wholeConfig),
    storage: await createStorage(wholeConfig),
    cache: createPublicCache(),
    passwords: createCheapPasswords(),
    credentials: createCredentials([{ id: 'test', key: randomBytes(32) }]),
    factorBox: createFactorBox([{ id: 'test', key: randomBytes(32) }]),
    pictures: createPictures(),
    log,
    metrics,
    close: async () => {
      await jobs.stop();
      mail?.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Real hashes of next to no work, for tests whose subject is something else. */
export function createCheapPasswords(): Passwords {
  return createPasswords({ cost: { ...ARGON2ID, memoryCost: 64, timeCost: 1 } });
}

/** The same for all tests of the file. */
export async function useTestParts(options?: Parameters<typeof createTestParts>[0]): Promise<TestParts> {
  const parts = await createTestParts(options);
  afterAll(parts.close);
  return parts;
}

/** The caller that serves the simulated one passes it. */
function twitchOf({ twitch, publicOrigin }: Config): Twitch | undefined {
  return twitch.provider === 'twitch' ? createTwitch({ ...twitch, publicOrigin }) : undefined;
}

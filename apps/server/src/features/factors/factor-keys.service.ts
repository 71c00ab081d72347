import { type FactorBox, FactorUnreadable } from '#platform/crypto/factor-keys.ts';
import type { Db } from '#platform/db/database.ts';
import type { Logger } from '#platform/logging/logger.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import { sql } from 'drizzle-orm';
import { selectSamplesOfKeys, unreadableFactors, upsertKeyStates } from './factor-keys.queries.ts';
import { type StoredTotp, totpBoundTo } from './proofs.service.ts';

/** Notes at the start which keys are missing: an alert and a metric count the accounts that need recovery codes. */
export async function checkFactorKeys({
  db,
  factorBox,
  log,
}: {
  db: Db;
  factorBox: FactorBox;
  log: Logger;
}): Promise<void> {
  const samples = await selectSamplesOfKeys(db);
  const missing = findUnreadableKeys(factorBox, samples);
  const keyIds = [...new Set(samples.map(({ keyId }) => keyId))];
  await upsertKeyStates(
    db,
    keyIds.map((keyId) => ({ keyId, isReadable: !missing.includes(keyId) })),
  );
  if (missing.length > 0)
    log.warn(
      { keyIds: missing },
      'Secrets of authenticator apps need a key that is not in FACTOR_KEY. Put it back after the newest one, or these accounts need their recovery codes.',
    );
}

/** @returns ids of keys that don't open what was encrypted with them */
export function findUnreadableKeys(box: FactorBox, samples: StoredTotp[]): string[] {
  const unreadable = samples.filter((sample) => !opens(box, sample)).map(({ keyId }) => keyId);
  return [...new Set(unreadable)];
}

function opens(box: FactorBox, { accountId, keyId, sealed }: StoredTotp): boolean {
  try {
    box.open({ keyId, sealed: Buffer.from(sealed, 'base64') }, totpBoundTo(accountId));
    return true;
  } catch (error) {
    if (error instanceof FactorUnreadable) return false;
    throw error;
  }
}

export function observeFactors(metrics: Metrics, db: Db): void {
  metrics.gauge(
    'waygate_factor_secrets_unreadable',
    'Accounts whose authenticator app is encrypted with a key that is not in FACTOR_KEY.',
    async () => {
      const { rows } = await db.execute<{ count: number }>(sql`select ${unreadableFactors}::int as count`);
      return rows[0]?.count ?? 0;
    },
  );
}

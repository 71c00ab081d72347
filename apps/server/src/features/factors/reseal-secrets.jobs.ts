import * as z from 'zod';
import { type FactorBox, FactorUnreadable } from '#platform/crypto/factor-keys.ts';
import type { Db } from '#platform/db/database.ts';
import { defineJob, type JobHandler } from '#platform/jobs/jobs.ts';
import type { Logger } from '#platform/logging/logger.ts';
import { totpBoundTo } from './proofs.service.ts';
import {
  type OutdatedSecret,
  RESEALED_TABLES,
  type ResealedTable,
  selectOutdatedSecrets,
  updateSealed,
} from './reseal-secrets.queries.ts';

const BATCH = 200;

export const resealSecretsJob = defineJob({ name: 'factors.reseal-secrets', payload: z.object({}) });

type Parts = { db: Db; factorBox: FactorBox; log: Logger };

/**
 * Encrypts secrets of authenticator apps with the newest key that another one encrypts, so that the older can be removed. Each
 * row by itself: a run that is interrupted goes on with the next one. What no key opens stays, for the day its key is back.
 */
export function createSecretResealer(parts: Parts): JobHandler<object> {
  return async () => {
    for (const resealedTable of RESEALED_TABLES) {
      const resealed = await resealTable(parts, resealedTable);
      if (resealed > 0)
        parts.log.info(
          { table: resealedTable.table, resealed },
          'secrets of authenticator apps have the newest key',
        );
    }
  };
}

async function resealTable({ db, factorBox }: Parts, table: ResealedTable): Promise<number> {
  const newest = factorBox.keyIds[0] ?? '';
  let resealed = 0;
  for (let after = 0; ;) {
    const secrets = await selectOutdatedSecrets(db, table, { newest, after, limit: BATCH });
    for (const secret of secrets) {
      const sealedAgain = sealAgain(factorBox, secret);
      if (sealedAgain && (await updateSealed(db, table, { ...secret, sealedAgain }))) resealed += 1;
      after = secret.rowId;
    }
    if (secrets.length < BATCH) return resealed;
  }
}

function sealAgain(box: FactorBox, { accountId, keyId, sealed }: OutdatedSecret) {
  const boundTo = totpBoundTo(accountId);
  try {
    return box.seal(box.open({ keyId, sealed: Buffer.from(sealed, 'base64') }, boundTo), boundTo);
  } catch (error) {
    // An alert counts these.
    if (error instanceof FactorUnreadable) return undefined;
    throw error;
  }
}

import path from 'node:path';
import { findUnreadableKeys, selectSamplesOfKeys, selectUsedKeyIds } from '#features/factors/factors.ts';
import type { Config } from '#platform/config/config.ts';
import { parseTokenKeys, type TokenKey } from '#platform/config/token-keys.ts';
import { createFactorBox } from '#platform/crypto/factor-keys.ts';
import type { OpenDatabase } from '#platform/db/database.ts';
import { readIfThere } from '#platform/files/kept-files.ts';
import { type Check, type Observation, ok, problem, skipped } from './finding.ts';

const NAME = 'second factors';

/** Whether the key of authenticator apps opens what is stored. */
export function factorChecks(
  reach: () => Promise<OpenDatabase | undefined>,
  config: Config | undefined,
): Check[] {
  return [{ name: NAME, run: () => checkKeys(reach, config) }];
}

async function checkKeys(
  reach: () => Promise<OpenDatabase | undefined>,
  config: Config | undefined,
): Promise<Observation[]> {
  const database = await reach();
  if (!database || !config) return [skipped('This needs the configuration and the database.')];
  const samples = await selectSamplesOfKeys(database.db);
  const keys = await keysOf(config);
  if (samples.length === 0)
    return [
      ok(`No account has an authenticator app.${afterRotation(keys, await selectUsedKeyIds(database.db))}`),
    ];
  const missing =
    keys.length === 0
      ? samples.map(({ keyId }) => keyId)
      : findUnreadableKeys(createFactorBox(keys), samples);
  if (missing.length === 0) {
    const rotation = afterRotation(keys, await selectUsedKeyIds(database.db));
    return [ok(`The key of authenticator apps opens what is stored.${rotation}`)];
  }
  return [
    problem({
      what: `Secrets of authenticator apps can't be read: FACTOR_KEY lacks the key ${[...new Set(missing)].join(', ')}.`,
      why: 'Accounts with an app sign in with their recovery codes alone.',
      fix: "Put the key back into FACTOR_KEY after the newest one, or the file 'factor-key' into DATA_DIR, and restart.",
    }),
  ];
}

/** Of several keys, the newest encrypts, and a worker encrypts with it what others did. @returns sentences, or nothing */
function afterRotation([, ...older]: TokenKey[], usedIds: string[]): string {
  const named = (isUsed: boolean) =>
    older.flatMap(({ id }) => (usedIds.includes(id) === isUsed ? [id] : [])).join(', ');
  const [used, unused] = [named(true), named(false)];
  return [
    ...(used === ''
      ? []
      : [
          ` Still needed in FACTOR_KEY besides the newest key: ${used}. A worker encrypts with the newest within the hour.`,
        ]),
    ...(unused === '' ? [] : [` No longer needed in FACTOR_KEY: ${unused}.`]),
  ].join('');
}

/** Reads the file and never makes it. */
async function keysOf({ factorKeys, dataDir }: Config): Promise<TokenKey[]> {
  if (factorKeys.length > 0) return factorKeys;
  const text = await readIfThere(path.join(dataDir, 'factor-key'));
  return parseTokenKeys(text?.trim() ?? '') ?? [];
}

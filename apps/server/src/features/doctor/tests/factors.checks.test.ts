import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { factorChecks } from '#features/doctor/factors.checks.ts';
import { totpBoundTo } from '#features/factors/proofs.service.ts';
import { createSecretResealer } from '#features/factors/reseal-secrets.jobs.ts';
import type { TokenKey } from '#platform/config/token-keys.ts';
import { createFactorBox } from '#platform/crypto/factor-keys.ts';
import { createSignedInPlayer, usePortal } from '#test/account-journeys.ts';

const portal = await usePortal();
const { db, log, config, database } = portal.parts;

const createKey = (id: string): TokenKey => ({ id, key: randomBytes(32) });
const [NEWEST, OLDER, OLDEST] = [createKey('2027'), createKey('2026'), createKey('2025')];

const OPENS = 'The key of authenticator apps opens what is stored.';
const NO_APP = 'No account has an authenticator app.';
const needed = (ids: string) =>
  ` Still needed in FACTOR_KEY besides the newest key: ${ids}. A worker encrypts with the newest within the hour.`;
const needless = (ids: string) => ` No longer needed in FACTOR_KEY: ${ids}.`;

async function examine(...factorKeys: TokenKey[]) {
  const [check] = factorChecks(async () => database, { ...config, factorKeys });
  return check?.run();
}

async function createPlayer(): Promise<number> {
  return (await createSignedInPlayer(portal)).id;
}

const seal = (key: TokenKey, accountId: number) =>
  createFactorBox([key]).seal('JBSWY3DPEHPK3PXP', totpBoundTo(accountId));

/** An app whose secret this key has encrypted. */
async function addApp(key: TokenKey): Promise<number> {
  const accountId = await createPlayer();
  const { keyId, sealed } = seal(key, accountId);
  await db.execute(sql`
    insert into totp_factors (account_id, key_id, sealed, last_step) values (${accountId}, ${keyId}, ${sealed}, 0)`);
  return accountId;
}

beforeEach(async () => {
  for (const table of ['totp_factors', 'totp_setups', 'replaced_factors'])
    await db.execute(sql`delete from ${sql.identifier(table)}`);
});

test('the doctor names no older key where there is one key', async () => {
  expect(await examine(NEWEST)).toEqual([{ state: 'ok', what: NO_APP }]);
  await addApp(NEWEST);
  expect(await examine(NEWEST)).toEqual([{ state: 'ok', what: OPENS }]);
});

test('the doctor names older keys that are still needed, and those that can go', async () => {
  await addApp(NEWEST);
  await addApp(OLDER);
  expect(await examine(NEWEST, OLDER, OLDEST)).toEqual([
    { state: 'ok', what: `${OPENS}${needed('2026')}${needless('2025')}` },
  ]);
  await addApp(OLDEST);
  expect(await examine(NEWEST, OLDER, OLDEST)).toEqual([
    { state: 'ok', what: `${OPENS}${needed('2026, 2025')}` },
  ]);
});

test('the doctor needs no older key once a worker has encrypted everything with the newest', async () => {
  await addApp(OLDER);
  await addApp(OLDEST);
  const factorBox = createFactorBox([NEWEST, OLDER, OLDEST]);
  await createSecretResealer({ db, factorBox, log })({});
  expect(await examine(NEWEST, OLDER, OLDEST)).toEqual([
    { state: 'ok', what: `${OPENS}${needless('2026, 2025')}` },
  ]);
  expect(await examine(NEWEST)).toEqual([{ state: 'ok', what: OPENS }]);
});

test.each([
  ['totp_setups', sql``, sql``],
  ['replaced_factors', sql`, last_step, confirmed_at, code_hashes`, sql`, 0, now(), '{}'`],
])('the doctor counts secrets in %s, also where no account has an app', async (table, columns, values) => {
  const accountId = await createPlayer();
  const { keyId, sealed } = seal(OLDER, accountId);
  await db.execute(sql`
    insert into ${sql.identifier(table)} (account_id, key_id, sealed${columns})
    values (${accountId}, ${keyId}, ${sealed}${values})`);
  expect(await examine(NEWEST, OLDER, OLDEST)).toEqual([
    { state: 'ok', what: `${NO_APP}${needed('2026')}${needless('2025')}` },
  ]);
});

test('the doctor reports a key that is missing, and calls no key needless meanwhile', async () => {
  await addApp(OLDEST);
  const [found, ...others] = (await examine(NEWEST, OLDER)) ?? [];
  expect(others).toEqual([]);
  expect(found).toMatchObject({
    state: 'problem',
    what: "Secrets of authenticator apps can't be read: FACTOR_KEY lacks the key 2025.",
  });
});

test('the doctor is silent about keys without configuration or database', async () => {
  const [check] = factorChecks(async () => undefined, config);
  const [other] = factorChecks(async () => database, undefined);
  for (const one of [check, other]) expect(await one?.run()).toMatchObject([{ state: 'skipped' }]);
});

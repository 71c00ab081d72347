import type { CredentialRules } from '@waygate/contract/game-accounts/credential-rules.schemas';
import type { AccountCommand } from '@waygate/contract/game-accounts/game-accounts.schemas';
import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { accounts } from '#features/identity/accounts.tables.ts';
import type { Db } from '#platform/db/database.ts';
import { createOwner, createSignedInPlayer, registerPlayer, signIn } from '#test/account-journeys.ts';
import { useBridgePortal } from '#test/bridge.ts';
import { captureLog } from '#test/captured-log.ts';
import {
  answerCommands,
  claimGameAccount,
  leaseCommands,
  makeCommandsDue,
  putGameAccount,
  reportRules,
  TestGame,
} from '#test/game-accounts.ts';
import { SCHEMES } from '#test/game-checks.ts';

const { log, lines } = captureLog('trace');
const portal = await useBridgePortal({ log });
const { db } = portal.parts;
const PARAMETERS = { memoryKib: 64, passes: 1, lanes: 1, cost: 4 };
const PASSWORDS = [
  'Plain-Set-1',
  'Plain-Set-2',
  'Plain-Claim-3',
  'Plain-Portal-4',
  'Plain-Portal-5',
] as const;

test('no password and no verifier is in the database or in the log, before the game answers or after', async () => {
  const secrets = new Set<string>(PASSWORDS);
  for (const scheme of SCHEMES) {
    await reportRules(db, { scheme, parameters: PARAMETERS }, { policy: 'own_password' });
    await runAllFlows(scheme, secrets);
  }
  const { rows } = await db.execute(sql`
    select from game_account_commands where settled_at is null or sealed is not null or key_id is not null`);
  expect(rows).toEqual([]);
  expect(secrets.size).toBeGreaterThan(PASSWORDS.length + 3 * SCHEMES.length);
  await expectNoneOf(secrets, await dump(db));
  await expectNoneOf(secrets, JSON.stringify(lines()));
}, 400_000);

test('statements that fail show neither in the log', async () => {
  await reportRules(db, {}, { policy: 'own_password' });
  const player = await createSignedInPlayer(portal);
  const [{ hash } = { hash: '' }] = await db.select({ hash: accounts.passwordHash }).from(accounts);
  await db.execute(sql`alter table game_account_commands rename column sealed to hidden`);
  try {
    const wanted = { login: 'Broken', password: PASSWORDS[0] };
    expect((await putGameAccount(portal, player, wanted)).statusCode).toBe(500);
    expect((await claimGameAccount(portal, player, wanted)).statusCode).toBe(500);
    expect((await portal.bridge('POST', 'accounts/lease', { body: {} })).statusCode).toBe(500);
  } finally {
    await db.execute(sql`alter table game_account_commands rename column hidden to sealed`);
  }
  await expectNoneOf(new Set([PASSWORDS[0], hash]), JSON.stringify(lines()));
});

let flows = 0;

/** Set, set again, rename, claim, wrong passwords, retries and superseded commands; with the portal's password as well. */
async function runAllFlows(scheme: CredentialRules['scheme'], secrets: Set<string>): Promise<void> {
  const game = new TestGame();
  flows += 1;
  const work = async () => {
    for (;;) {
      await makeCommandsDue(db);
      const commands = await leaseCommands(portal);
      for (const command of commands) remember(secrets, command);
      if (commands.length === 0) return;
      // While they wait for an answer, too: a backup may be made then.
      await expectNoneOf(secrets, await dump(db));
      await answerCommands(
        portal,
        commands.map(({ id }) => ({ id, result: 'retry', detail: 'busy' })),
      );
      await makeCommandsDue(db);
      const again = await leaseCommands(portal);
      for (const command of again) remember(secrets, command);
      await answerCommands(
        portal,
        again.map((command) => game.apply(command)),
      );
    }
  };
  const player = await createSignedInPlayer(portal);
  const login = `Flow_${flows}`;
  await putGameAccount(portal, player, { login, password: PASSWORDS[0] });
  for (const command of await leaseCommands(portal)) remember(secrets, command);
  await putGameAccount(portal, player, { login, password: PASSWORDS[1] });
  await work();
  await putGameAccount(portal, player, { login: `${login}_b`, password: PASSWORDS[0] });
  await work();
  const claimant = await createSignedInPlayer(portal);
  await claimGameAccount(portal, claimant, { login: `${login}_c`, password: PASSWORDS[2] });
  await work();
  await claimGameAccount(portal, claimant, { login: `${login}_d`, password: PASSWORDS[2] });
  for (const command of await leaseCommands(portal)) remember(secrets, command);
  await db.execute(sql`update game_account_commands set expires_at = now() where kind = 'claim'`);
  await work();
  await followPortal(scheme, work);
}

async function followPortal(scheme: CredentialRules['scheme'], work: () => Promise<void>): Promise<void> {
  const wide = { min: 1, max: 40, characters: 'any' } as const;
  await reportRules(db, { scheme, parameters: PARAMETERS, login: wide }, { policy: 'same_password' });
  vi.spyOn(performance, 'now').mockReturnValue(1e9 + flows * 1e6);
  const player = await registerPlayer(portal, { password: PASSWORDS[3] });
  await signIn(portal, player);
  await work();
  const owner = await createOwner(portal);
  const body = { password: PASSWORDS[4], reason: 'asked by mail' };
  await portal.call('PUT', `/admin/users/${player.id}`, { token: owner.token, body });
  await work();
  vi.restoreAllMocks();
}

function remember(secrets: Set<string>, { credential, proof }: AccountCommand): void {
  for (const secret of [credential?.verifier, credential?.salt, proof?.proof])
    if (secret) secrets.add(secret);
}

/** Every row of every table as text, as a backup has it. Bytes are in hex. */
async function dump(database: Db): Promise<string> {
  const { rows: tables } = await database.execute<{ name: string }>(sql`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`);
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await database.execute<{ row: string }>(
        sql`select t::text as row from ${sql.raw(name)} as t`,
      );
      return rows.map(({ row }) => row).join('\n');
    }),
  );
  return texts.join('\n');
}

async function expectNoneOf(secrets: Set<string>, text: string): Promise<void> {
  const lower = text.toLowerCase();
  const found = [...secrets].filter((secret) =>
    [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64')].some((form) =>
      lower.includes(form.toLowerCase()),
    ),
  );
  expect(found).toEqual([]);
}

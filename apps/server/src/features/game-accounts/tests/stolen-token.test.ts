import type { CredentialRules } from '@waygate/contract/game-accounts/credential-rules.schemas';
import type { AdminGameServer } from '@waygate/contract/game-servers/game-servers.admin.schemas';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createOwner, registerPlayer, signIn } from '#test/account-journeys.ts';
import { BRIDGE_STATUS, useBridgePortal } from '#test/bridge.ts';
import { deleteGameAccounts, leaseCommands, readGameAccount, RULES } from '#test/game-accounts.ts';

// A thief of a bridge's token can report anything about the game.

const portal = await useBridgePortal();
const { db } = portal.parts;
const owner = await createOwner(portal);

const LONG = { password: { min: 4, max: 40, characters: 'any' } } as const;

let later = 1_000_000;

beforeEach(async () => {
  await deleteGameAccounts(db);
  await db.execute(sql`delete from game_server_status`);
  await db.execute(sql`update game_servers set account_policy = null`);
});
afterEach(() => vi.restoreAllMocks());

async function report(rules: Partial<CredentialRules> | null): Promise<void> {
  const accounts = rules && { ...RULES, ...LONG, ...rules };
  const response = await portal.bridge('PUT', 'status', { body: { ...BRIDGE_STATUS, accounts } });
  expect(response.statusCode).toBe(200);
  // Longer than a process keeps the list of servers.
  vi.spyOn(performance, 'now').mockReturnValue((later += 60_000));
}

async function choosePolicy(accountPolicy: AdminGameServer['accountPolicy']): Promise<AdminGameServer> {
  const { token } = owner;
  const { servers } = (await portal.call('GET', '/admin/game/servers', { token })).json();
  const { name, slug, position, isListed } = servers[0];
  const body = { name, slug, position, isListed, accountPolicy };
  return (await portal.call('PUT', '/admin/game/servers/1', { token, body })).json();
}

/** What the bridge gets when a player signs in. */
async function schemesAtSignIn(): Promise<unknown[]> {
  await signIn(portal, await registerPlayer(portal));
  return (await leaseCommands(portal)).map(({ credential }) => credential?.scheme);
}

test.each<[string, Partial<CredentialRules>]>([
  ['in plain', { scheme: 'plain' }],
  ['with another hash', { scheme: 'md5' }],
  ['with less work', { scheme: 'bcrypt', parameters: { cost: 4 } }],
  ['with another strong hash', { scheme: 'argon2id_raw' }],
])('the portal’s password is never sent %s than owners agreed to', async (_, rules) => {
  await report({ scheme: 'bcrypt', parameters: { cost: 10 } });
  await choosePolicy('same_password');
  await report(null);
  await report(rules);
  expect(await schemesAtSignIn()).toEqual([]);
  expect((await readGameAccount(portal, await signedIn()))?.policy).toBe('own_password');
});

async function signedIn(): Promise<{ token: string }> {
  const { accessToken: token } = await signIn(portal, await registerPlayer(portal));
  return { token };
}

test('nor when nobody chose, with a hash that the game did not use before', async () => {
  await report({ scheme: 'md5' });
  await report({ scheme: 'argon2id_raw', parameters: { memoryKib: 19_456, passes: 2 } });
  expect(await schemesAtSignIn()).toEqual([]);
});

test('owners who choose again agree to it', async () => {
  await report({ scheme: 'bcrypt', parameters: { cost: 10 } });
  await choosePolicy('same_password');
  await report({ scheme: 'md5' });
  expect(await choosePolicy('own_password')).toMatchObject({ effectiveAccountPolicy: 'own_password' });
  expect(await choosePolicy('same_password')).toMatchObject({ effectiveAccountPolicy: 'same_password' });
  vi.spyOn(performance, 'now').mockReturnValue((later += 60_000));
  expect(await schemesAtSignIn()).toEqual(['md5']);
});

test('a game that hashes for minutes is refused', async () => {
  const parameters = { memoryKib: 1_048_576, passes: 32 };
  const accounts = { ...RULES, scheme: 'argon2id_raw', parameters };
  const response = await portal.bridge('PUT', 'status', { body: { ...BRIDGE_STATUS, accounts } });
  expect(response.statusCode).toBe(400);
});

import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { hashToken } from '#platform/auth/tokens.ts';
import { createSignedInPlayer, useSecondProcess } from '#test/account-journeys.ts';
import { BRIDGE_STATUS, createGameServer, useBridgePortal } from '#test/bridge.ts';
import { type TestDatabase, useTestDatabase } from '#test/database.ts';
import { selectBridgeTokens } from '#features/game-servers/game-servers.ts';
import {
  addBridgeToken,
  allowAddress,
  allowLoopback,
  createAuthorizeBridge,
  ensureBridgeToken,
  keepBridgeTokenFile,
  revokeBridgeToken,
  rotateBridgeTokens,
} from '#features/game-servers/game-servers.ts';

const portal = await useBridgePortal();

/** As the first server's bridge. */
const ADMITTED = { serverId: 1 };

const ENDPOINTS = [
  ['POST', 'lease', { limit: 1 }],
  ['POST', 'acks', []],
  ['PUT', 'characters', { accounts: [] }],
  ['PUT', 'status', BRIDGE_STATUS],
] as const;

describe.each(ENDPOINTS)('%s /bridge/v1/%s', (method, route, body) => {
  test('accepts the token from a listed address, over IPv4 and IPv6', async () => {
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
      expect((await portal.bridge(method, route, { body, address })).statusCode).toBe(200);
    }
  });

  test('refuses a missing, wrong or malformed token', async () => {
    const wrong = [null, '', ' ', 'x', randomBytes(32).toString('base64url'), `${portal.token}x`, 'ü'];
    for (const token of wrong) {
      const response = await portal.bridge(method, route, { body, token });
      expect([token, response.statusCode]).toEqual([token, 401]);
      expect(response.json().code).toBe('unauthenticated');
    }
  });

  test('refuses an unlisted or invalid address', async () => {
    const response = await portal.bridge(method, route, { body, address: '192.0.2.7' });
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('192.0.2.7'),
    });
    expect((await portal.bridge(method, route, { body, address: 'unknown' })).statusCode).toBe(403);
  });

  test("refuses a player's session, whatever the player's rights", async () => {
    const { token, id } = await createSignedInPlayer(portal);
    await portal.parts.db.execute(sql`update accounts set permission = 32 where id = ${id}`);
    expect((await portal.bridge(method, route, { body, token })).statusCode).toBe(401);
  });
});

test("the bridge's token opens no player endpoint", async () => {
  expect((await portal.call('GET', '/user/profile', { token: portal.token })).statusCode).toBe(401);
  expect((await portal.call('GET', '/user/characters', { token: portal.token })).statusCode).toBe(401);
});

test('the body of an unauthorised caller is not read', async () => {
  const body = 'x'.repeat(1024 * 1024);
  expect((await portal.bridge('POST', 'acks', { body, token: null })).statusCode).toBe(401);
});

test("the API description documents the bridge's access", async () => {
  const document = (await portal.app.inject('/api/docs/json')).json();
  expect(document.components.securitySchemes.bridge).toMatchObject({ type: 'http', scheme: 'bearer' });
  expect(document.paths['/api/bridge/v1/lease'].post.security).toEqual([{ bridge: [] }]);
  expect(document.paths['/api/user/characters'].get.security).toEqual([{ session: [] }]);
});

/** As the list names it. */
const idOf = (token: string) => hashToken(token).toString('hex').slice(0, 8);

describe('rotation', () => {
  test('adds a token next to the old one, and revokes the old one in every process immediately', async () => {
    const [old, other] = [await addBridgeToken(portal.parts.db, 'old'), await useSecondProcess(portal)];
    const knock = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      const url = '/api/bridge/v1/acks';
      return (await other.app.inject({ method: 'POST', url, headers, body: [] })).statusCode;
    };
    expect(await knock(old)).toBe(200);
    const next = await addBridgeToken(portal.parts.db, 'next');
    expect([await knock(old), await knock(next)]).toEqual([200, 200]);
    expect(await revokeBridgeToken(portal.parts.db, idOf(old))).toBe(true);
    expect([await knock(old), await knock(next)]).toEqual([401, 200]);
    expect(await revokeBridgeToken(portal.parts.db, idOf(old))).toBe(false);
  });

  test('leaves one valid token, the last one, after concurrent rotations', async () => {
    const { db } = await useTestDatabase();
    await allowLoopback(db);
    await addBridgeToken(db, 'old');
    const rotated = await Promise.all(
      Array.from({ length: 5 }, (_, place) => rotateBridgeTokens(db, `new ${place}`)),
    );
    expect(rotated.map(({ revoked }) => revoked)).toEqual([1, 1, 1, 1, 1]);
    const answers = await Promise.all(
      rotated.map(({ token }) => createAuthorizeBridge(db)(token, '127.0.0.1')),
    );
    expect(answers.filter((answer) => typeof answer === 'object')).toHaveLength(1);
    expect((await selectBridgeTokens(db, 1)).filter(({ revokedAt }) => revokedAt === null)).toHaveLength(1);
  });

  test('stores no token, only hashes', async () => {
    const token = await addBridgeToken(portal.parts.db, 'secret');
    const { rows } = await portal.parts.db.execute<{ stored: string }>(
      sql`select string_agg(t::text || encode(token_hash, 'escape'), ' ') as stored from bridge_tokens t`,
    );
    expect(rows[0]?.stored).toContain('secret');
    expect(rows[0]?.stored).not.toContain(token);
  });
});

describe('a second server', () => {
  test('is opened by its own token, from its own addresses', async () => {
    const { db } = portal.parts;
    const serverId = await createGameServer(db);
    const token = await addBridgeToken(db, 'second', serverId);
    const report = (given: string, address: string) =>
      portal.bridge('PUT', 'status', { body: BRIDGE_STATUS, token: given, address });
    // The first server's list of addresses isn't this one's.
    expect((await report(token, '127.0.0.1')).statusCode).toBe(403);
    await db.execute(
      sql`insert into bridge_addresses (address, server_id) values ('203.0.113.9', ${serverId})`,
    );
    expect((await report(portal.token, '203.0.113.9')).statusCode).toBe(403);
    expect((await report(token, '203.0.113.9')).json()).toMatchObject({ serverId });
    expect((await report(portal.token, '127.0.0.1')).json()).toMatchObject({ serverId: 1 });
  });

  test('keeps its tokens when those of the first are revoked or rotated', async () => {
    const { db } = await useTestDatabase();
    const serverId = await createGameServer(db);
    const [first, second] = [await addBridgeToken(db, 'one'), await addBridgeToken(db, 'two', serverId)];
    expect(await revokeBridgeToken(db, idOf(second))).toBe(false);
    expect(await rotateBridgeTokens(db, 'new')).toMatchObject({ revoked: 1 });
    const answer = (token: string) => createAuthorizeBridge(db)(token, '127.0.0.1');
    expect([await answer(first), await answer(second)]).toEqual(['wrong_token', 'unlisted_address']);
    expect(await rotateBridgeTokens(db, 'new', serverId)).toMatchObject({ revoked: 1 });
    expect(await answer(second)).toBe('wrong_token');
  });
});

describe('addresses', () => {
  test('are added once, however they are written', async () => {
    const knock = (address: string) => portal.bridge('POST', 'acks', { body: [], address });
    expect((await knock('198.51.100.4')).statusCode).toBe(403);
    await Promise.all(Array.from({ length: 10 }, () => allowAddress(portal.parts.db, '::ffff:198.51.100.4')));
    await allowAddress(portal.parts.db, '2001:DB8:0:0::5');
    expect((await knock('198.51.100.4')).statusCode).toBe(200);
    expect((await knock('2001:db8::5')).statusCode).toBe(200);
  });

  test.each(['', 'game.example.com', '10.0.0.0/8', '1.2.3', "127.0.0.1'; drop table"])(
    'are refused when invalid: %s',
    async (address) => {
      await expect(allowAddress(portal.parts.db, address)).rejects.toMatchObject({
        code: 'validation_failed',
      });
    },
  );
});

describe('the first start', () => {
  test('creates one token, even with concurrent starts', async () => {
    const { db } = await useTestDatabase();
    const made = await Promise.all(Array.from({ length: 8 }, () => ensureBridgeToken(db, undefined)));
    const [token, ...others] = made.filter((one) => one !== undefined);
    expect(others).toEqual([]);
    expect(token).toMatch(/^[\w-]{43}$/);
    await allowLoopback(db);
    expect(await createAuthorizeBridge(db)(token ?? '', '127.0.0.1')).toEqual(ADMITTED);
    expect(await ensureBridgeToken(db, 'a-token-that-comes-too-late-to-count')).toBeUndefined();
  });

  test('uses the configured token', async () => {
    const { db } = await useTestDatabase();
    const given = 'named.by~the_operator/with+all-signs';
    expect(await ensureBridgeToken(db, given)).toBe(given);
    expect(await createAuthorizeBridge(db)(given, '127.0.0.1')).toBe('unlisted_address');
    await allowLoopback(db);
    expect(await createAuthorizeBridge(db)(given, '127.0.0.1')).toEqual(ADMITTED);
  });

  test('lists loopback once; removed, it stays removed', async () => {
    const { db } = await useTestDatabase();
    await Promise.all([allowLoopback(db), allowLoopback(db)]);
    await db.execute(sql`delete from bridge_addresses`);
    await allowLoopback(db);
    const { rows } = await db.execute(sql`select * from bridge_addresses`);
    expect(rows).toEqual([]);
  });
});

describe('the token file', () => {
  test('contains the token of the first start and is readable by its owner only', async () => {
    const [{ db }, file] = [await useTestDatabase(), await useFile()];
    const made = await ensureBridgeToken(db, undefined);
    await keepBridgeTokenFile(db, file, made);
    expect(await readFile(file, 'utf8')).toBe(`${made}\n`);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await keepBridgeTokenFile(db, file, undefined);
    expect(await readFile(file, 'utf8')).toBe(`${made}\n`);
    expect(await readdir(path.dirname(file))).toEqual(['bridge-token']);
  });

  test("is written again when it contains another server's token", async () => {
    const [{ db }, file] = [await useTestDatabase(), await useFile()];
    await keepBridgeTokenFile(db, file, await addBridgeToken(db, 'two', await createGameServer(db)));
    const before = await readFile(file, 'utf8');
    await keepBridgeTokenFile(db, file, undefined);
    expect(await readFile(file, 'utf8')).not.toBe(before);
  });

  test('is written again when it is missing, foreign, or its token was revoked', async () => {
    const [database, file] = [await useTestDatabase(), await useFile()];
    const { db } = database;
    await allowLoopback(db);
    await ensureBridgeToken(db, undefined);
    await keepBridgeTokenFile(db, file, undefined);
    const first = await readFile(file, 'utf8');
    expect(await admits(database, first)).toEqual(ADMITTED);

    await writeFile(file, 'something else');
    await keepBridgeTokenFile(db, file, undefined);
    const second = await readFile(file, 'utf8');
    expect(await admits(database, second)).toEqual(ADMITTED);

    await revokeBridgeToken(db, idOf(second.trim()));
    await keepBridgeTokenFile(db, file, undefined);
    expect(await admits(database, await readFile(file, 'utf8'))).toEqual(ADMITTED);
    expect(await admits(database, second)).toBe('wrong_token');
    expect(await admits(database, first)).toEqual(ADMITTED);
  });
});

function admits({ db }: TestDatabase, text: string) {
  return createAuthorizeBridge(db)(text.trim(), '127.0.0.1');
}

async function useFile(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'waygate-bridge-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return path.join(folder, 'data', 'bridge-token');
}

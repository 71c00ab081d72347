import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { accounts } from '#features/identity/accounts.tables.ts';
import { passkeyChallenges, passkeys } from '#features/factors/passkeys.tables.ts';
import { createSignedInPlayer, usePortal, useSecondProcess } from '#test/account-journeys.ts';
import { registerPasskey, useAuthenticator } from '#test/passkey-journeys.ts';
import { createAuthenticator, type Deviation } from '#test/software-authenticator.ts';

const portal = await usePortal();
const { call } = portal;
const { db } = portal.parts;

const startPasskey = (token: string) => call('POST', '/user/factors/passkeys/options', { token });
const addPasskey = (token: string, response: object, name = 'Laptop') =>
  call('POST', '/user/factors/passkeys', { token, body: { name, response } });
const passkeysOf = (accountId: number) => db.select().from(passkeys).where(eq(passkeys.accountId, accountId));

describe('the options for a new passkey', () => {
  test('name the portal and the account, by nothing but random bytes and the user name', async () => {
    const player = await createSignedInPlayer(portal);
    const [account] = await db.select().from(accounts).where(eq(accounts.id, player.id));

    const options = (await startPasskey(player.token)).json();

    expect(options).toMatchObject({
      rp: { id: 'localhost', name: portal.parts.config.brand.name },
      user: { name: player.username },
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    });
    expect(Buffer.from(options.user.id, 'base64url').toString('hex')).toBe(
      account?.reference.replaceAll('-', ''),
    );
    expect(JSON.stringify(options)).not.toContain(player.email);
  });

  test('exclude the passkeys that the account has', async () => {
    const player = await createSignedInPlayer(portal);
    await useAuthenticator(portal, player);
    const [passkey] = await passkeysOf(player.id);
    const { excludeCredentials } = (await startPasskey(player.token)).json();
    expect(excludeCredentials).toEqual([
      {
        id: passkey?.credentialId.toString('base64url'),
        type: 'public-key',
        transports: ['hybrid', 'internal'],
      },
    ]);
  });

  test('store the challenge as a hash alone', async () => {
    const player = await createSignedInPlayer(portal);
    const { challenge } = (await startPasskey(player.token)).json();
    const [row] = await db.select().from(passkeyChallenges).where(eq(passkeyChallenges.accountId, player.id));
    expect(challenge).toMatch(/^[\w-]{43}$/);
    expect(row?.challengeHash).toHaveLength(32);
    expect(row?.challengeHash.equals(Buffer.from(challenge, 'base64url'))).toBe(false);
  });
});

describe('a new passkey', () => {
  test('is kept with its name and key', async () => {
    const player = await createSignedInPlayer(portal);
    const { answer } = await registerPasskey(portal, player, { name: 'My phone' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().passkey).toEqual({
      id: expect.any(Number),
      name: 'My phone',
      createdAt: expect.any(String),
      lastUsedAt: null,
    });
    expect(await passkeysOf(player.id)).toHaveLength(1);
  });

  test.each<[string, Deviation, string]>([
    [
      'was made at another address',
      { origin: 'http://localhost:4000' },
      'Passkeys work at http://localhost:3000.',
    ],
    ['is for another domain', { rpId: 'example.com' }, 'The passkey could not be verified.'],
    ['answers another challenge', { challenge: randomBytes(32).toString('base64url') }, 'This took too long'],
  ])('is refused when it %s', async (_, deviation, message) => {
    const player = await createSignedInPlayer(portal);
    const { answer } = await registerPasskey(portal, player, { deviation });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toContain(message);
    expect(await passkeysOf(player.id)).toEqual([]);
  });

  test('is refused with the challenge of another account, of another purpose, and after five minutes', async () => {
    const [player, other] = [await createSignedInPlayer(portal), await createSignedInPlayer(portal)];
    const authenticator = createAuthenticator();
    const options = (await startPasskey(player.token)).json();
    const response = authenticator.create(options);

    const byOther = await addPasskey(other.token, response);
    await db.execute(sql`update passkey_challenges set purpose = 'sudo' where account_id = ${player.id}`);
    const ofSudo = await addPasskey(player.token, response);
    await db.execute(sql`
      update passkey_challenges set purpose = 'register', expires_at = now() where account_id = ${player.id}`);
    const late = await addPasskey(player.token, response);
    await db.execute(sql`
      update passkey_challenges set expires_at = now() + interval '1 minute' where account_id = ${player.id}`);
    const inTime = await addPasskey(player.token, response);

    expect([byOther, ofSudo, late, inTime].map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 200]);
  });

  test('is kept once, whatever number of processes send it', async () => {
    const player = await createSignedInPlayer(portal);
    const second = await useSecondProcess(portal);
    const response = createAuthenticator().create((await startPasskey(player.token)).json());
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        (index % 2 === 0 ? portal : second).call('POST', '/user/factors/passkeys', {
          token: player.token,
          body: { name: 'Laptop', response },
        }),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(await passkeysOf(player.id)).toHaveLength(1);
  });

  test('keeps one row when two accounts register one credential at once', async () => {
    const players = [await createSignedInPlayer(portal), await createSignedInPlayer(portal)];
    const second = await useSecondProcess(portal);
    const deviation = { credentialId: randomBytes(32) };
    const answers = await Promise.all(
      players.map((player, index) => registerPasskey(index === 0 ? portal : second, player, { deviation })),
    );
    expect(answers.map(({ answer }) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const rows = await db.select().from(passkeys).where(eq(passkeys.credentialId, deviation.credentialId));
    expect(rows).toHaveLength(1);
  });

  test('is one of at most twenty, also for parallel callers', async () => {
    const player = await createSignedInPlayer(portal);
    await db.execute(sql`
      insert into passkeys (account_id, credential_id, public_key, counter, name)
      select ${player.id}, sha256(convert_to(${player.username} || n, 'UTF8')), '', 0, 'Key ' || n
      from generate_series(1, 18) as n`);
    const answers = await Promise.all(Array.from({ length: 5 }, () => registerPasskey(portal, player)));
    expect(answers.filter(({ answer }) => answer.statusCode === 200)).toHaveLength(2);
    expect(await passkeysOf(player.id)).toHaveLength(20);
    const full = await startPasskey(player.token);
    expect(full.statusCode).toBe(409);
    expect(full.json().message).toBe(
      'An account has at most 20 passkeys. Remove one that you no longer use.',
    );
  });

  test.each([
    {},
    { id: 'a', rawId: 'b', type: 'public-key', response: {} },
    { id: 'a', rawId: 'a', type: 'public-key', response: { clientDataJSON: 'e30', attestationObject: 'oA' } },
    { id: 'a', rawId: 'a', type: 'password', response: [] },
  ])('is refused when its answer is %j', async (response) => {
    const player = await createSignedInPlayer(portal);
    const answer = await addPasskey(player.token, response);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      code: 'bad_request',
      message: "The passkey's answer could not be read. Please try again.",
    });
  });

  test('is refused with garbage in place of CBOR', async () => {
    const player = await createSignedInPlayer(portal);
    for (const garbage of ['oA', 'AAAA', '____', randomBytes(300).toString('base64url')]) {
      const response = createAuthenticator().create((await startPasskey(player.token)).json());
      response.response.attestationObject = garbage;
      const answer = await addPasskey(player.token, response);
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'validation_failed']);
    }
  });
});

describe('a passkey of the account', () => {
  test('is renamed and removed by it, and by nobody else', async () => {
    const [player, other] = [await createSignedInPlayer(portal), await createSignedInPlayer(portal)];
    const { passkeyId } = await useAuthenticator(portal, player);
    const path = `/user/factors/passkeys/${passkeyId}`;

    const foreign = await Promise.all([
      call('PUT', path, { token: other.token, body: { name: 'Mine' } }),
      call('DELETE', path, { token: other.token }),
    ]);
    const renamed = await call('PUT', path, { token: player.token, body: { name: 'Old phone' } });
    const removed = await call('DELETE', path, { token: player.token });
    const again = await call('DELETE', path, { token: player.token });

    expect(foreign.map(({ statusCode }) => statusCode)).toEqual([404, 404]);
    expect(renamed.json()).toMatchObject({ id: passkeyId, name: 'Old phone' });
    expect(removed.statusCode).toBe(204);
    expect(again.statusCode).toBe(404);
  });
});

describe('a portal at an IP address', async () => {
  const atAddress = await usePortal({ config: { publicOrigin: 'http://127.0.0.1:3000' } });

  test('says that passkeys need a domain', async () => {
    const player = await createSignedInPlayer(atAddress);
    const { answer } = await registerPasskey(atAddress, player);
    const factors = await atAddress.call('GET', '/user/factors', { token: player.token });
    expect(factors.json()).not.toHaveProperty('passkeyOrigin');
    expect(answer.statusCode).toBe(409);
    expect(answer.json().message).toBe(
      'Passkeys need a portal with a domain name and HTTPS, or localhost. This one is at http://127.0.0.1:3000.',
    );
  });
});

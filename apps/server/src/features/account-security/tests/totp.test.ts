import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { recoveryCodes, totpFactors, totpSetups } from '#features/factors/factors.tables.ts';
import { mails } from '#features/mail/mail.tables.ts';
import { createSignedInPlayer, signIn, usePortal } from '#test/account-journeys.ts';
import {
  addTotp,
  codeOf,
  createPlayerWithTotp,
  letSudoEnd,
  signInWithTotp,
  wrongCodeFor,
} from '#test/factor-journeys.ts';

const portal = await usePortal();
const { call, parts } = portal;

const factorsOf = async (token: string) => (await call('GET', '/user/factors', { token })).json();

test('an account begins without factors', async () => {
  const { token } = await createSignedInPlayer(portal);
  expect(await factorsOf(token)).toEqual({
    totpSince: null,
    recoveryCodesLeft: 0,
    passkeys: [],
    passkeyOrigin: 'http://localhost:3000',
    isRequired: false,
    removalDueAt: null,
  });
});

test('a setup shows secret, address and QR code, and changes nothing before a code confirms it', async () => {
  const player = await createSignedInPlayer(portal);
  const response = await call('POST', '/user/factors/totp', { token: player.token });
  expect(response.statusCode).toBe(200);
  const { secret, uri, qrSvg } = response.json();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(uri).toBe(`otpauth://totp/Agaia:${player.username}?secret=${secret}&issuer=Agaia`);
  expect(qrSvg).toMatch(/^<svg [\s\S]*<\/svg>$/);
  expect(await factorsOf(player.token)).toMatchObject({ totpSince: null });
  expect(await signIn(portal, player)).toMatchObject({ userName: player.username });
});

test('a stored secret is encrypted, and no plain one is in the database', async () => {
  const player = await createPlayerWithTotp(portal);
  const [row] = await parts.db.select().from(totpFactors).where(eq(totpFactors.accountId, player.id));
  expect(row?.sealed.toString('latin1')).not.toContain(player.secret);
  expect(row?.keyId).toBe('test');
  const codes = await parts.db
    .select({ hash: recoveryCodes.codeHash })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.accountId, player.id));
  expect(codes.map(({ hash }) => hash.length)).toEqual(Array.from({ length: 10 }, () => 32));
});

test('a secret that is copied to another account cannot be read there', async () => {
  const [one, other] = [await createPlayerWithTotp(portal), await createPlayerWithTotp(portal)];
  const [row] = await parts.db.select().from(totpFactors).where(eq(totpFactors.accountId, one.id));
  await parts.db
    .update(totpFactors)
    .set({ sealed: row?.sealed ?? Buffer.alloc(0), lastStep: 0 })
    .where(eq(totpFactors.accountId, other.id));
  await expect(signInWithTotp(portal, { ...other, secret: one.secret })).rejects.toThrow('recovery code');
});

test('a confirmed app gives ten recovery codes, ends all other sessions and sends a mail', async () => {
  const player = await createSignedInPlayer(portal);
  const { accessToken: other } = await signIn(portal, player);
  const { recoveryCodes: codes } = await addTotp(portal, player);
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
  expect((await call('GET', '/user/factors', { token: other })).statusCode).toBe(401);
  expect(await factorsOf(player.token)).toMatchObject({
    totpSince: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    recoveryCodesLeft: 10,
  });
  const queued = await parts.db
    .select({ kind: mails.kind, parameters: mails.parameters })
    .from(mails)
    .where(eq(mails.accountId, player.id))
    .orderBy(asc(mails.createdAt));
  expect(queued.at(-1)).toEqual({
    kind: 'factor-changed',
    parameters: { change: 'added', factor: 'totp', hasEndedSessions: true },
  });
});

test('a wrong code, or one without a setup, confirms nothing', async () => {
  const { token } = await createSignedInPlayer(portal);
  const confirm = (code: string) => call('POST', '/user/factors/totp/confirm', { token, body: { code } });
  expect((await confirm('123456')).statusCode).toBe(409);
  const { secret } = (await call('POST', '/user/factors/totp', { token })).json();
  const refused = await confirm(wrongCodeFor(secret));
  expect(refused.statusCode).toBe(403);
  expect(refused.json()).toMatchObject({ code: 'wrong_password', fields: { code: expect.any(String) } });
  expect(await factorsOf(token)).toMatchObject({ totpSince: null });
});

test('a setup is forgotten after an hour', async () => {
  const { id, token } = await createSignedInPlayer(portal);
  const { secret } = (await call('POST', '/user/factors/totp', { token })).json();
  await parts.db
    .update(totpSetups)
    .set({ createdAt: new Date(Date.now() - 3_600_000) })
    .where(eq(totpSetups.accountId, id));
  const response = await call('POST', '/user/factors/totp/confirm', {
    token,
    body: { code: codeOf(secret) },
  });
  expect(response.statusCode).toBe(409);
});

test('of parallel confirmations of one setup exactly one gives codes', async () => {
  const { token } = await createSignedInPlayer(portal);
  const { secret } = (await call('POST', '/user/factors/totp', { token })).json();
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      call('POST', '/user/factors/totp/confirm', { token, body: { code: codeOf(secret) } }),
    ),
  );
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    200,
    ...Array(7).fill(409),
  ]);
  expect(await factorsOf(token)).toMatchObject({ recoveryCodesLeft: 10 });
});

test('recovery codes go with the last factor', async () => {
  const player = await createPlayerWithTotp(portal);
  const { token } = player;
  expect((await call('DELETE', '/user/factors/totp', { token })).statusCode).toBe(204);
  expect(await factorsOf(token)).toMatchObject({ totpSince: null, recoveryCodesLeft: 0 });
  expect(await signIn(portal, player)).toMatchObject({ userName: player.username });
  expect((await call('DELETE', '/user/factors/totp', { token })).statusCode).toBe(404);
});

test('new recovery codes replace the old ones, and need a factor', async () => {
  const player = await createPlayerWithTotp(portal);
  const renewed = await call('POST', '/user/factors/recovery-codes', { token: player.token });
  expect(renewed.json().recoveryCodes).toHaveLength(10);
  expect(renewed.json().recoveryCodes).not.toEqual(expect.arrayContaining([player.recoveryCodes[0]]));
  expect(await factorsOf(player.token)).toMatchObject({ recoveryCodesLeft: 10 });
  const { token } = await createSignedInPlayer(portal);
  expect((await call('POST', '/user/factors/recovery-codes', { token })).statusCode).toBe(409);
});

test.each([
  ['POST', '/user/factors/totp', undefined],
  ['POST', '/user/factors/totp/confirm', { code: '123456' }],
  ['DELETE', '/user/factors/totp', undefined],
  ['POST', '/user/factors/recovery-codes', undefined],
] as const)('%s %s asks who it is, 15 minutes after the sign-in', async (method, path, body) => {
  const { token } = await createSignedInPlayer(portal);
  await letSudoEnd(portal, token);
  const response = await call(method, path, { token, ...(body && { body }) });
  expect([response.statusCode, response.json().code]).toEqual([403, 'sudo_required']);
});

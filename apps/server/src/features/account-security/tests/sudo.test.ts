import { OWNER_PERMISSION } from '@waygate/contract/ranks';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  createOwner,
  createSignedInPlayer,
  PASSWORD,
  uniqueName,
  usePortal,
} from '#test/account-journeys.ts';
import { codeOf, createPlayerWithTotp, letSudoEnd, wrongCodeFor } from '#test/factor-journeys.ts';

const portal = await usePortal();
const { call } = portal;
const { db } = portal.parts;

const confirm = (token: string, body: object) => call('POST', '/user/sudo', { token, body });
const tryIt = async (token: string) =>
  (await call('POST', '/user/factors/totp', { token })).json().code ?? 'through';

const failuresOf = async (token: string) => {
  const { signIns } = (await call('GET', '/user/sign-ins', { token })).json();
  return signIns.filter(({ outcome }: { outcome: string }) => outcome !== 'signed_in');
};

const edit = async (token: string, id: number, body: object) => {
  const response = await call('PUT', `/admin/users/${id}`, { token, body });
  return response.statusCode === 200 ? 'through' : response.json().code;
};

const move = async (token: string) =>
  (
    await call('POST', '/user/change-email', {
      token,
      body: { currentPassword: PASSWORD, newEmail: `${uniqueName()}@example.com` },
    })
  ).json().code ?? 'through';

test('an account without a factor proves who it is by its password, for 15 minutes', async () => {
  const { token } = await createSignedInPlayer(portal);
  await letSudoEnd(portal, token);
  expect(await tryIt(token)).toBe('sudo_required');
  const response = await confirm(token, { password: PASSWORD });
  expect(response.statusCode).toBe(200);
  const minutes = (Date.parse(response.json().until) - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(14);
  expect(minutes).toBeLessThanOrEqual(15.1);
  expect(await tryIt(token)).toBe('through');
});

test('an account with a factor proves it by a code, not by its password', async () => {
  const { token, secret } = await createPlayerWithTotp(portal);
  await letSudoEnd(portal, token);
  const refused = await confirm(token, { password: PASSWORD });
  expect([refused.statusCode, refused.json().fields]).toEqual([400, { code: 'Please enter the code.' }]);
  expect((await confirm(token, { code: wrongCodeFor(secret) })).statusCode).toBe(403);
  expect(await tryIt(token)).toBe('sudo_required');
  expect((await confirm(token, { code: codeOf(secret) })).statusCode).toBe(200);
  expect(await tryIt(token)).toBe('through');
});

test('a recovery code proves it as well, once', async () => {
  const { token, recoveryCodes } = await createPlayerWithTotp(portal);
  await letSudoEnd(portal, token);
  const [code = ''] = recoveryCodes;
  expect((await confirm(token, { code: code.toUpperCase().replaceAll('-', ' ') })).statusCode).toBe(200);
  expect((await confirm(token, { code })).statusCode).toBe(403);
  expect((await call('GET', '/user/factors', { token })).json()).toMatchObject({ recoveryCodesLeft: 9 });
});

test('a refusal never ends the session', async () => {
  const { token } = await createSignedInPlayer(portal);
  expect((await confirm(token, { password: 'not it' })).json()).toMatchObject({
    code: 'wrong_password',
    fields: { password: 'Your password is not correct.' },
  });
  expect((await confirm(token, { code: '123456' })).statusCode).toBe(400);
  expect((await call('GET', '/user/factors', { token })).statusCode).toBe(200);
});

test('ten wrong guesses of an account are all for 15 minutes', async () => {
  const { token } = await createSignedInPlayer(portal);
  const answers = await Promise.all(Array.from({ length: 14 }, () => confirm(token, { password: 'not it' })));
  const statuses = answers.map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 403)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(4);
  expect((await confirm(token, { password: PASSWORD })).statusCode).toBe(429);
});

test('a code serves one of parallel callers', async () => {
  const { token, secret } = await createPlayerWithTotp(portal);
  const code = codeOf(secret);
  const answers = await Promise.all(Array.from({ length: 6 }, () => confirm(token, { code })));
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    200, 403, 403, 403, 403, 403,
  ]);
});

test('wrong proofs are in the sign-in history, and blocked ones are mailed once', async () => {
  const [plain, player] = [await createSignedInPlayer(portal), await createPlayerWithTotp(portal)];
  await confirm(plain.token, { password: 'not it' });
  const code = wrongCodeFor(player.secret);
  await Promise.all(Array.from({ length: 14 }, () => confirm(player.token, { code })));
  expect(await failuresOf(plain.token)).toMatchObject([{ outcome: 'wrong_password', method: 'password' }]);
  const failures = await failuresOf(player.token);
  expect(failures).toHaveLength(10);
  expect(failures[0]).toMatchObject({ outcome: 'wrong_code', method: 'totp' });
  const { rows } = await db.execute(sql`
    select parameters->>'guessed' as guessed from mails
    where account_id = ${player.id} and kind = 'account-locked'`);
  expect(rows).toEqual([{ guessed: 'sudo' }]);
});

describe('an edit of an account by staff', () => {
  test.each([
    [{ agaiaCoins: 5 }],
    [{ email: 'moved@example.com' }],
    [{ sections: ['site'] }],
    [{ permission: OWNER_PERMISSION }],
    [{ password: 'another long password' }],
  ])('of %j asks who it is', async (body) => {
    const [owner, player] = [await createOwner(portal), await createSignedInPlayer(portal)];
    await letSudoEnd(portal, owner.token);
    expect(await edit(owner.token, player.id, body)).toBe('sudo_required');
    await confirm(owner.token, { password: PASSWORD });
    expect(await edit(owner.token, player.id, body)).toBe('through');
  });

  test('of its name asks nobody', async () => {
    const [owner, player] = [await createOwner(portal), await createSignedInPlayer(portal)];
    await letSudoEnd(portal, owner.token);
    expect(await edit(owner.token, player.id, { userName: uniqueName() })).toBe('through');
  });
});

describe('a new e-mail address', () => {
  test('asks an account with a factor who it is, and its password', async () => {
    const { token, secret } = await createPlayerWithTotp(portal);
    await letSudoEnd(portal, token);
    expect(await move(token)).toBe('sudo_required');
    await confirm(token, { code: codeOf(secret) });
    expect(await move(token)).toBe('through');
  });

  test('asks an account without one for its password alone', async () => {
    const { token } = await createSignedInPlayer(portal);
    await letSudoEnd(portal, token);
    expect(await move(token)).toBe('through');
  });
});

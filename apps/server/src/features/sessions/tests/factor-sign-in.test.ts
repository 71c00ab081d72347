import { eq, sql } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import type { LightMyRequestResponse } from 'fastify';
import pg from 'pg';
import { accounts, bans } from '#features/identity/accounts.tables.ts';
import { totpFactors } from '#features/factors/factors.tables.ts';
import { sessions } from '#features/sessions/sessions.tables.ts';
import { networkOf } from '#platform/http/address.ts';
import { deleteEndedWindows } from '#platform/http/throttle.ts';
import {
  attemptSignIn,
  createSignedInPlayer,
  randomAddress,
  signIn,
  usePortal,
  useSecondProcess,
} from '#test/account-journeys.ts';
import {
  addTotp,
  attemptFactor,
  codeOf,
  createPlayerWithTotp,
  forgetUsedCodes,
  type PlayerWithTotp,
  startSignIn,
  wrongCodeFor,
} from '#test/factor-journeys.ts';

const portal = await usePortal();
const { parts } = portal;
const { db } = parts;

const statusOf = async (body: { factorToken: string; code: string }) =>
  (await attemptFactor(portal, body)).statusCode;
/** The used guesses of an account by window. Windows without a use are no guesses. */
const guessesOf = async (accountId: number) => {
  const { rows } = await db.execute<{ window: string; used: number }>(sql`
    select split_part(key, ' account:', 1) as window, used from rate_limits
    where key like ${`factor %account:${accountId}`} and used > 0`);
  return Object.fromEntries(rows.map(({ window, used }) => [window, used]));
};
/** A sign-in that nobody started. */
const UNKNOWN = { factorToken: 'A'.repeat(43), code: '123456' };
/** A wrong code opens the address's window, which then has room for so many more. */
const leaveGuesses = async (address: string, left: number) => {
  const player = await createPlayerWithTotp(portal);
  const { factorToken } = await startSignIn(portal, player);
  const code = wrongCodeFor(player.secret);
  expect((await attemptFactor(portal, { factorToken, code }, { address })).statusCode).toBe(403);
  const { rowCount } = await db.execute(sql`
    update rate_limits set used = ${60 - left} where key = ${`POST /auth/login/factor address:${networkOf(address)}`}`);
  expect(rowCount).toBe(1);
};
const sessionsOf = async (accountId: number) =>
  (await db.select().from(sessions).where(eq(sessions.accountId, accountId))).length;

describe('the first step', () => {
  test('answers 200 without a session, a device cookie or a change of the last sign-in', async () => {
    const player = await createPlayerWithTotp(portal);
    const [before] = await db.select().from(accounts).where(eq(accounts.id, player.id));
    const response = await attemptSignIn(portal, player);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      factorToken: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      methods: ['totp', 'recovery_code'],
    });
    expect(response.headers['set-cookie']).toBeUndefined();
    expect(await sessionsOf(player.id)).toBe(1);
    expect((await db.select().from(accounts).where(eq(accounts.id, player.id)))[0]).toEqual(before);
  });

  test('is not there for an account without a factor', async () => {
    const player = await createSignedInPlayer(portal);
    expect(Object.keys(await signIn(portal, player)).toSorted()).toEqual([
      'accessToken',
      'accountDBID',
      'email',
      'expiresAt',
      'privilege',
      'sections',
      'userName',
      'webMgt',
    ]);
  });

  test('refuses a wrong password as ever', async () => {
    const player = await createPlayerWithTotp(portal);
    const response = await attemptSignIn(portal, { ...player, password: 'not it' });
    expect([response.statusCode, response.json().message]).toEqual([
      401,
      'Wrong username, email or password.',
    ]);
  });
});

describe('the second step', () => {
  test('opens a session with a code of the app, and makes the browser known', async () => {
    const player = await createPlayerWithTotp(portal);
    const { factorToken } = await startSignIn(portal, player);
    const response = await attemptFactor(portal, { factorToken, code: codeOf(player.secret) });
    expect(response.json()).toMatchObject({ userName: player.username, accessToken: expect.any(String) });
    expect(response.headers['set-cookie']).toMatch(/^waygate_device=/);
  });

  test.each([-1, 1])('takes a code that is %i step away, and none further', async (steps) => {
    const player = await createPlayerWithTotp(portal);
    const { factorToken } = await startSignIn(portal, player);
    // Two steps in the same direction, unless the clock passes a step in between.
    expect(await statusOf({ factorToken, code: codeOf(player.secret, steps * 3) })).toBe(403);
    expect(await statusOf({ factorToken, code: codeOf(player.secret, steps) })).toBe(200);
  });

  test('takes a recovery code once', async () => {
    const player = await createPlayerWithTotp(portal);
    const [code = ''] = player.recoveryCodes;
    const first = await startSignIn(portal, player);
    expect(await statusOf({ ...first, code })).toBe(200);
    const second = await startSignIn(portal, player);
    expect(await statusOf({ ...second, code })).toBe(403);
  });

  test('takes each code once, also with another token', async () => {
    const player = await createPlayerWithTotp(portal);
    const code = codeOf(player.secret);
    expect(await statusOf({ ...(await startSignIn(portal, player)), code })).toBe(200);
    const { factorToken } = await startSignIn(portal, player);
    const refused = await attemptFactor(portal, { factorToken, code });
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'wrong_password']);
  });

  test('takes each token once', async () => {
    const player = await createPlayerWithTotp(portal);
    const { factorToken } = await startSignIn(portal, player);
    expect(await statusOf({ factorToken, code: codeOf(player.secret) })).toBe(200);
    await forgetUsedCodes(portal, player.id);
    const again = await attemptFactor(portal, { factorToken, code: codeOf(player.secret) });
    expect([again.statusCode, again.json().code]).toEqual([400, 'invalid_token']);
  });

  test('is over after ten minutes', async () => {
    const player = await createPlayerWithTotp(portal);
    const { factorToken } = await startSignIn(portal, player);
    const { rows } = await db.execute<{ left: number }>(sql`
      select extract(epoch from expires_at - now())::float8 as left from factor_sign_ins
      where account_id = ${player.id}`);
    expect(rows[0]?.left).toBeGreaterThan(590 - 30);
    expect(rows[0]?.left).toBeLessThanOrEqual(600);
    await db.execute(sql`update factor_sign_ins set expires_at = now() where account_id = ${player.id}`);
    expect(await statusOf({ factorToken, code: codeOf(player.secret) })).toBe(400);
  });

  test('is over with a new password', async () => {
    const player = await createPlayerWithTotp(portal);
    const { factorToken } = await startSignIn(portal, player);
    const passwordHash = await parts.passwords.hash('another password');
    await db.update(accounts).set({ passwordHash }).where(eq(accounts.id, player.id));
    expect(await statusOf({ factorToken, code: codeOf(player.secret) })).toBe(400);
  });

  test('is refused for an account that was banned in between', async () => {
    const player = await createPlayerWithTotp(portal);
    const { factorToken } = await startSignIn(portal, player);
    await db.insert(bans).values({ accountId: player.id, description: 'Used a bot' });
    const response = await attemptFactor(portal, { factorToken, code: codeOf(player.secret) });
    expect([response.statusCode, response.json().code]).toEqual([403, 'account_banned']);
  });

  test('knows no token that nobody got', async () => {
    expect(await statusOf(UNKNOWN)).toBe(400);
  });

  test('asks for a recovery code where the key of the app is lost', async () => {
    const player = await createPlayerWithTotp(portal);
    await db.update(totpFactors).set({ keyId: 'lost' }).where(eq(totpFactors.accountId, player.id));
    const { factorToken } = await startSignIn(portal, player);
    const response = await attemptFactor(portal, { factorToken, code: codeOf(player.secret) });
    expect([response.statusCode, response.json().message]).toEqual([
      503,
      "Codes of authenticator apps can't be checked right now. Please use a recovery code.",
    ]);
    expect(await statusOf({ factorToken, code: player.recoveryCodes[0] ?? '' })).toBe(200);
  });
});

/** The statements that are sent meanwhile, those of a transaction included. */
async function statementsOf(work: () => Promise<LightMyRequestResponse>): Promise<number> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  try {
    expect((await work()).statusCode).toBe(200);
    return spy.mock.calls.length;
  } finally {
    spy.mockRestore();
  }
}

async function signInFromNetwork(player: PlayerWithTotp, address: string): Promise<void> {
  const { factorToken } = await startSignIn(portal, player, address);
  await attemptFactor(portal, { factorToken, code: codeOf(player.secret) }, { address });
  await forgetUsedCodes(portal, player.id);
}

describe('statements', () => {
  test('are two for a password, and one more for a password with a code of an app', async () => {
    const [player, cautious] = [await createSignedInPlayer(portal), await createPlayerWithTotp(portal)];
    // From a known network, because a new one is mailed.
    const address = '240.7.7.7';
    await attemptSignIn(portal, player, address);
    await signInFromNetwork(cautious, address);
    expect(await statementsOf(() => attemptSignIn(portal, player, address))).toBe(2);
    let factorToken = '';
    const first = await statementsOf(async () => {
      const response = await attemptSignIn(portal, cautious, address);
      ({ factorToken } = response.json());
      return response;
    });
    const second = await statementsOf(() =>
      attemptFactor(portal, { factorToken, code: codeOf(cautious.secret) }, { address }),
    );
    expect([first, second]).toEqual([2, 1]);
  });

  test('are three for a recovery code, whose address is counted too', async () => {
    const player = await createPlayerWithTotp(portal);
    const address = '240.7.7.8';
    await signInFromNetwork(player, address);
    const { factorToken } = await startSignIn(portal, player, address);
    const [code = ''] = player.recoveryCodes;
    expect(await statementsOf(() => attemptFactor(portal, { factorToken, code }, { address }))).toBe(3);
  });
});

describe('an app that the first step has read', () => {
  test('is no longer taken after it was replaced', async () => {
    const player = await createPlayerWithTotp(portal);
    const { factorToken } = await startSignIn(portal, player);
    const { secret } = await addTotp(portal, player);
    expect(await statusOf({ factorToken, code: codeOf(player.secret) })).toBe(403);
    expect(await statusOf({ factorToken, code: codeOf(secret) })).toBe(200);
  });

  test('opens nothing past the guesses, not even with the right code in parallel', async () => {
    const player = await createPlayerWithTotp(portal);
    const { factorToken } = await startSignIn(portal, player);
    const wrong = wrongCodeFor(player.secret);
    for (let guess = 0; guess < 5; guess += 1) expect(await statusOf({ factorToken, code: wrong })).toBe(403);
    const code = codeOf(player.secret);
    const statuses = await Promise.all([1, 2, 3].map(() => statusOf({ factorToken, code })));
    expect(statuses).toEqual([400, 400, 400]);
    expect(await sessionsOf(player.id)).toBe(1);
  });

  test('opens one session for parallel callers with one token, and counts no guess of the others', async () => {
    const player = await createPlayerWithTotp(portal);
    const { factorToken } = await startSignIn(portal, player);
    const code = codeOf(player.secret);
    const statuses = await Promise.all(Array.from({ length: 6 }, () => statusOf({ factorToken, code })));
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400, 400, 400]);
    expect(await sessionsOf(player.id)).toBe(2);
    expect(await guessesOf(player.id)).toEqual({});
  });

  test('is forgotten with a wrong code: what follows is counted before it is compared', async () => {
    const player = await createPlayerWithTotp(portal);
    const address = '240.7.7.9';
    await signInFromNetwork(player, address);
    const { factorToken } = await startSignIn(portal, player, address);
    expect(await statusOf({ factorToken, code: wrongCodeFor(player.secret) })).toBe(403);
    const right = { factorToken, code: codeOf(player.secret) };
    expect(await statementsOf(() => attemptFactor(portal, right, { address }))).toBe(3);
  });

  test('is read again where the second step reaches another process', async () => {
    const player = await createPlayerWithTotp(portal);
    const other = await useSecondProcess(portal);
    const { factorToken } = await startSignIn(portal, player);
    const answer = await attemptFactor(other, { factorToken, code: codeOf(player.secret) });
    expect(answer.statusCode).toBe(200);
  });
});

describe('parallel callers', () => {
  test('with one code and tokens of their own open one session', async () => {
    const player = await createPlayerWithTotp(portal);
    const other = await useSecondProcess(portal);
    const started = await Promise.all(Array.from({ length: 6 }, () => startSignIn(portal, player)));
    const code = codeOf(player.secret);
    const answers = await Promise.all(
      started.map(({ factorToken }, index) =>
        attemptFactor(index % 2 === 0 ? portal : other, { factorToken, code }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 403, 403, 403, 403, 403,
    ]);
    expect(await sessionsOf(player.id)).toBe(2);
  });

  test('with one token and several recovery codes open one session, and use one code', async () => {
    const player = await createPlayerWithTotp(portal);
    const { factorToken } = await startSignIn(portal, player);
    const codes = player.recoveryCodes.slice(0, 4);
    const answers = await Promise.all(codes.map((code) => attemptFactor(portal, { factorToken, code })));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const { rows } = await db.execute(sql`
      select from recovery_codes where account_id = ${player.id} and used_at is not null`);
    expect(rows).toHaveLength(1);
  });
});

describe('guesses', () => {
  test('with unknown tokens are 60 in 15 minutes from an address, and keep nobody else there out', async () => {
    const address = '240.6.6.6';
    const other = await useSecondProcess(portal);
    const player = await createPlayerWithTotp(portal);
    const players = [player, await createPlayerWithTotp(portal), await createPlayerWithTotp(portal)];
    const started = await Promise.all(players.map((one) => startSignIn(portal, one, address)));
    const flood = Array.from({ length: 66 }, (_, index) =>
      attemptFactor(index % 2 === 0 ? portal : other, UNKNOWN, { address }),
    );
    // Both ways to the session: in one statement, and counted first.
    const codes = players.map(({ secret, recoveryCodes }, index) =>
      index === 0 ? codeOf(secret) : (recoveryCodes[0] ?? ''),
    );
    const signedIn = started.map((step, index) =>
      attemptFactor(index % 2 === 0 ? portal : other, { ...step, code: codes[index] ?? '' }, { address }),
    );
    const answers = await Promise.all(flood);
    expect(answers.filter(({ statusCode }) => statusCode === 400)).toHaveLength(60);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(6);
    expect((await Promise.all(signedIn)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    const later = await startSignIn(portal, player, address);
    await forgetUsedCodes(portal, player.id);
    const code = codeOf(player.secret);
    expect(await statementsOf(() => attemptFactor(portal, { ...later, code }, { address }))).toBe(1);
  });

  test('from an address are compared 60 times in 15 minutes, by however many accounts at once', async () => {
    const address = '240.6.6.8';
    const other = await useSecondProcess(portal);
    const players = await Promise.all([1, 2].map(() => createPlayerWithTotp(portal)));
    await leaveGuesses(address, 5);
    const started = await Promise.all(
      [...players, ...players].map(async (player) => ({
        ...(await startSignIn(portal, player)),
        code: wrongCodeFor(player.secret),
      })),
    );
    const flood = Array.from({ length: 20 }, () => attemptFactor(other, UNKNOWN, { address }));
    const answers = await Promise.all(
      [portal, other].flatMap((process) =>
        started.map((guess) => attemptFactor(process, guess, { address })),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      403, 403, 403, 403, 403, 429, 429, 429,
    ]);
    expect(new Set((await Promise.all(flood)).map(({ statusCode }) => statusCode))).toEqual(new Set([400]));
    for (const { id } of players)
      expect(await guessesOf(id)).toEqual({ 'factor stranger': 4, 'factor day': 4 });
  });

  test('count for the account where the address has none left, and right codes are refused there too', async () => {
    const player = await createPlayerWithTotp(portal);
    const address = '240.6.6.7';
    const other = await useSecondProcess(portal);
    await leaveGuesses(address, 0);
    const [wrong, right] = [wrongCodeFor(player.secret), codeOf(player.secret)];
    const first = await startSignIn(portal, player);
    expect((await attemptFactor(portal, { ...first, code: right }, { address })).statusCode).toBe(429);
    expect(await guessesOf(player.id)).toEqual({ 'factor stranger': 1, 'factor day': 1 });
    const started = await Promise.all(Array.from({ length: 8 }, () => startSignIn(portal, player)));
    const answers = await Promise.all(
      started.flatMap((step, index) =>
        [wrong, right].map((code) =>
          attemptFactor(index % 2 === 0 ? portal : other, { ...step, code }, { address }),
        ),
      ),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([429]));
    expect(await sessionsOf(player.id)).toBe(1);
    // The limit of ten has refused the rest, whose guesses don't use up the day.
    expect(await guessesOf(player.id)).toEqual({ 'factor stranger': 17, 'factor day': 10 });
    const elsewhere = await startSignIn(portal, player);
    expect(await statusOf({ ...elsewhere, code: right })).toBe(429);
  });

  test('in parallel from two processes are ten for an account, and a right code after them is refused', async () => {
    const player = await createPlayerWithTotp(portal);
    const other = await useSecondProcess(portal);
    const code = wrongCodeFor(player.secret);
    const last = await startSignIn(portal, player);
    const started = await Promise.all(Array.from({ length: 9 }, () => startSignIn(portal, player)));
    const answers = await Promise.all(
      [portal, other].flatMap((process) => started.map((step) => attemptFactor(process, { ...step, code }))),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 403)).toHaveLength(10);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(8);
    expect(await statusOf({ ...last, code: codeOf(player.secret) })).toBe(429);
    expect(await sessionsOf(player.id)).toBe(1);
  });

  test('are five for each sign-in, also in parallel, and the sixth needs the password again', async () => {
    const player = await createPlayerWithTotp(portal);
    const { factorToken } = await startSignIn(portal, player);
    const code = wrongCodeFor(player.secret);
    const statuses = await Promise.all(Array.from({ length: 8 }, () => statusOf({ factorToken, code })));
    expect(statuses.toSorted((a, b) => a - b)).toEqual([400, 400, 400, 403, 403, 403, 403, 403]);
    expect(await statusOf({ factorToken, code: codeOf(player.secret) })).toBe(400);
    const next = await startSignIn(portal, player);
    expect(await statusOf({ ...next, code: codeOf(player.secret) })).toBe(200);
  });

  test('of strangers are ten for an account in 15 minutes, over all of their sign-ins', async () => {
    const player = await createPlayerWithTotp(portal);
    const code = wrongCodeFor(player.secret);
    for (let step = 0; step < 2; step += 1) {
      const { factorToken } = await startSignIn(portal, player);
      for (let guess = 0; guess < 5; guess += 1) expect(await statusOf({ factorToken, code })).toBe(403);
    }
    const { factorToken } = await startSignIn(portal, player);
    const blocked = await attemptFactor(portal, { factorToken, code: codeOf(player.secret) });
    expect(blocked.statusCode).toBe(429);
    expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(800);
  });

  test('of strangers who know the password lock no known browser out', async () => {
    const player = await createPlayerWithTotp(portal);
    const own = await startSignIn(portal, player);
    const known = await attemptFactor(portal, { ...own, code: codeOf(player.secret) });
    const cookie = String(known.headers['set-cookie']).split(';')[0] ?? '';
    for (let step = 0; step < 3; step += 1) {
      const { factorToken } = await startSignIn(portal, player, randomAddress());
      for (let guess = 0; guess < 5; guess += 1)
        await statusOf({ factorToken, code: wrongCodeFor(player.secret) });
    }
    await forgetUsedCodes(portal, player.id);
    const started = await portal.call('POST', '/auth/login', {
      body: { identifier: player.username, password: player.password },
      cookie,
    });
    const { factorToken } = started.json();
    const response = await attemptFactor(portal, { factorToken, code: codeOf(player.secret) }, { cookie });
    expect(response.statusCode).toBe(200);
  });

  test('of app codes are a hundred a day from everywhere, with those of open sessions; recovery codes go on', async () => {
    const player = await createPlayerWithTotp(portal);
    const code = wrongCodeFor(player.secret);
    const key = `factor day account:${player.id}`;
    await statusOf({ ...(await startSignIn(portal, player)), code });
    await portal.call('POST', '/user/sudo', { token: player.token, body: { code } });
    const { rows } = await db.execute<{ used: number }>(sql`select used from rate_limits where key = ${key}`);
    expect(rows).toEqual([{ used: 2 }]);
    await db.execute(sql`update rate_limits set used = 98 where key = ${key}`);
    const started = await Promise.all([1, 2, 3, 4].map(() => startSignIn(portal, player)));
    const statuses = await Promise.all(started.map((step) => statusOf({ ...step, code })));
    expect(statuses.toSorted((a, b) => a - b)).toEqual([403, 403, 429, 429]);
    const right = { code: codeOf(player.secret) };
    expect((await portal.call('POST', '/user/sudo', { token: player.token, body: right })).statusCode).toBe(
      429,
    );
    const recovery = { ...(await startSignIn(portal, player)), code: player.recoveryCodes[0] ?? '' };
    expect(await statusOf(recovery)).toBe(200);
    const locked = await db.execute(sql`
      select parameters->>'guessed' as guessed from mails
      where account_id = ${player.id} and kind = 'account-locked' order by created_at`);
    expect(locked.rows).toEqual([{ guessed: 'code' }]);
  });

  test('and the attempt of the password are given back by a success', async () => {
    const player = await createPlayerWithTotp(portal);
    for (let time = 0; time < 12; time += 1) {
      await forgetUsedCodes(portal, player.id);
      const { factorToken } = await startSignIn(portal, player, '240.9.9.9');
      const answer = await attemptFactor(
        portal,
        { factorToken, code: codeOf(player.secret) },
        { address: '240.9.9.9' },
      );
      expect(answer.statusCode).toBe(200);
    }
    expect(await guessesOf(player.id)).toEqual({});
  });

  test('that succeeded leave no rows once windows without a use are deleted', async () => {
    const player = await createPlayerWithTotp(portal);
    await signInFromNetwork(player, '240.9.9.8');
    await deleteEndedWindows(db);
    const { rows } = await db.execute(sql`
      select key from rate_limits where used = 0 or key like ${`factor %account:${player.id}`}`);
    expect(rows).toEqual([]);
  });
});

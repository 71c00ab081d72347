import { onTestFinished, expect, test, vi } from 'vitest';
import { useCode } from '#features/account-security/sudo.queries.ts';
import { createSignedInPlayer, usePortal } from '#test/account-journeys.ts';
import {
  attemptFactor,
  codeOf,
  createPlayerWithTotp,
  forgetUsedCodes,
  startSignIn,
} from '#test/factor-journeys.ts';

const portal = await usePortal();
const { call, parts } = portal;

const STEP_SECONDS = 30;
const HOUR_MS = 3_600_000;

/** This process's clock is wrong until the test ends; the database's is right. */
function shiftClock(ms: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
  onTestFinished(() => void vi.useRealTimers());
}

test.each([-HOUR_MS, HOUR_MS])(
  "a sign-in takes the code of the database's time, on a machine whose clock is %i ms wrong",
  async (ms) => {
    const player = await createPlayerWithTotp(portal);
    const code = codeOf(player.secret);
    shiftClock(ms);
    const codeOfMachine = codeOf(player.secret);
    for (const [entered, status] of [[codeOfMachine, 403] as const, [code, 200] as const]) {
      const { factorToken } = await startSignIn(portal, player);
      const answer = await attemptFactor(portal, { factorToken, code: entered });
      expect([entered, answer.statusCode]).toEqual([entered, status]);
    }
  },
);

test("without the first step's app, a code is compared by the database's time as well", async () => {
  const player = await createPlayerWithTotp(portal);
  const code = codeOf(player.secret);
  shiftClock(HOUR_MS);
  const { factorToken } = await startSignIn(portal, player);
  // A wrong code makes the process forget the app.
  const wrong = codeOf(player.secret);
  expect((await attemptFactor(portal, { factorToken, code: wrong })).statusCode).toBe(403);
  expect((await attemptFactor(portal, { factorToken, code })).statusCode).toBe(200);
});

test("a setup and a confirmation of who it is go by the database's time", async () => {
  const player = await createSignedInPlayer(portal);
  const { token } = player;
  const { secret } = (await call('POST', '/user/factors/totp', { token })).json<{ secret: string }>();
  const code = codeOf(secret);
  shiftClock(HOUR_MS);
  const post = (path: string, entered: string) => call('POST', path, { token, body: { code: entered } });
  expect((await post('/user/factors/totp/confirm', codeOf(secret))).statusCode).toBe(403);
  expect((await post('/user/factors/totp/confirm', code)).statusCode).toBe(200);
  await forgetUsedCodes(portal, player.id);
  expect((await post('/user/sudo', codeOf(secret))).statusCode).toBe(403);
  expect((await post('/user/sudo', code)).statusCode).toBe(200);
});

test('the statement that uses a code takes only those of now, and of one step before and after', async () => {
  const player = await createPlayerWithTotp(portal);
  const step = Math.floor(Date.now() / 1000 / STEP_SECONDS);
  const takes = async (totpStep: number) => {
    await forgetUsedCodes(portal, player.id);
    return useCode(parts.db, player.id, { totpStep, recoveryHash: null });
  };
  // Three, in case the clock passes a step in between.
  expect(await takes(step - 3)).toBe(false);
  expect(await takes(step + 3)).toBe(false);
  expect(await takes(step)).toBe(true);
});

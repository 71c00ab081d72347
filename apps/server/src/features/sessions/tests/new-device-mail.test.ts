import { eq, sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { sessions } from '#features/sessions/sessions.tables.ts';
import { attemptSignIn, createSignedInPlayer, usePortal, useSecondProcess } from '#test/account-journeys.ts';
import {
  attemptFactor,
  codeOf,
  createPlayerWithTotp,
  type PlayerWithTotp,
  startSignIn,
} from '#test/factor-journeys.ts';

const portal = await usePortal();
const { db } = portal.parts;

async function loseMails(): Promise<() => Promise<void>> {
  await db.execute(sql`alter table mails add constraint lost check (kind <> 'new-device') not valid`);
  const keepMails = async () => {
    await db.execute(sql`alter table mails drop constraint if exists lost`);
  };
  onTestFinished(keepMails);
  return keepMails;
}

const sessionsOf = (accountId: number) => db.$count(sessions, eq(sessions.accountId, accountId));

async function mailsOf(accountId: number): Promise<number> {
  const { rows } = await db.execute(sql`
    select from mails where account_id = ${accountId} and kind = 'new-device'`);
  return rows.length;
}

test.each<[string, (player: PlayerWithTotp) => string]>([
  ['a code of an app', ({ secret }) => codeOf(secret)],
  ['a recovery code', ({ recoveryCodes: [code = ''] }) => code],
])('%s opens no session whose mail is lost, and serves again', async (_name, codeFor) => {
  const player = await createPlayerWithTotp(portal);
  const { factorToken } = await startSignIn(portal, player);
  const step = { factorToken, code: codeFor(player) };
  const keepMails = await loseMails();
  expect((await attemptFactor(portal, step)).statusCode).toBe(500);
  expect([await sessionsOf(player.id), await mailsOf(player.id)]).toEqual([1, 0]);
  await keepMails();
  expect((await attemptFactor(portal, step)).statusCode).toBe(200);
  expect([await sessionsOf(player.id), await mailsOf(player.id)]).toEqual([2, 1]);
});

test('a password opens no session whose mail is lost, and the attempt is returned once', async () => {
  const player = await createSignedInPlayer(portal);
  const used = async () => {
    const { rows } = await db.execute<{ used: number }>(sql`
      select used from rate_limits where key = 'sign-in stranger '
        || encode(sha256(convert_to(lower(${player.username}), 'UTF8')), 'hex')`);
    return rows[0]?.used ?? 0;
  };
  const keepMails = await loseMails();
  expect((await attemptSignIn(portal, player)).statusCode).toBe(500);
  expect((await attemptSignIn(portal, player)).statusCode).toBe(500);
  expect([await sessionsOf(player.id), await mailsOf(player.id), await used()]).toEqual([1, 0, 2]);
  await keepMails();
  expect((await attemptSignIn(portal, player)).statusCode).toBe(200);
  expect([await sessionsOf(player.id), await mailsOf(player.id), await used()]).toEqual([2, 1, 2]);
});

test('parallel sign-ins from new devices in two processes have a mail each', async () => {
  const player = await createSignedInPlayer(portal);
  const other = await useSecondProcess(portal);
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => attemptSignIn(index % 2 === 0 ? portal : other, player)),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 8 }, () => 200));
  expect([await sessionsOf(player.id), await mailsOf(player.id)]).toEqual([9, 8]);
});

test('parallel callers with one code from new devices open one session, with one mail', async () => {
  const player = await createPlayerWithTotp(portal);
  const { factorToken } = await startSignIn(portal, player);
  const code = codeOf(player.secret);
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => attemptFactor(portal, { factorToken, code })),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  expect([await sessionsOf(player.id), await mailsOf(player.id)]).toEqual([2, 1]);
});

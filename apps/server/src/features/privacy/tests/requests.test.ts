import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createAccountEraser } from '#features/privacy/erasures.jobs.ts';
import {
  createOwner,
  createSignedInPlayer,
  createStaff,
  PASSWORD,
  receivedMail,
  usePortal,
} from '#test/account-journeys.ts';
import { createPlayerWithTotp, letSudoEnd } from '#test/factor-journeys.ts';

const portal = await usePortal({ isWorker: true });
const { parts, call } = portal;

const PATH = '/user/privacy';
const request = (token: string, password = PASSWORD) =>
  call('POST', `${PATH}/erasure`, { token, body: { password } });

describe('a request to delete the account', () => {
  test('is due in 14 days, mailed, and can be undone', async () => {
    const { token, email } = await createSignedInPlayer(portal);
    expect((await call('GET', PATH, { token })).json()).toEqual({ erasure: null });
    const { erasure } = (await request(token)).json();
    const days = (Date.parse(erasure.dueAt) - Date.parse(erasure.requestedAt)) / 86_400_000;
    expect(days).toBeCloseTo(14, 1);
    const mail = await receivedMail(parts.db, { to: email, subject: /will be deleted on/ });
    expect(mail.bodyText).toMatch(/Keep my account/);
    expect((await call('GET', PATH, { token })).json()).toEqual({ erasure });
    expect((await call('DELETE', `${PATH}/erasure`, { token })).json()).toEqual({ erasure: null });
    await receivedMail(parts.db, { to: email, subject: /account stays/ });
  });

  test('is made once, however often it is sent', async () => {
    const { token, id } = await createSignedInPlayer(portal);
    const answers = await Promise.all([1, 2, 3, 4].map(() => request(token)));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    const { rows } = await parts.db.execute(
      sql`select from mails where account_id = ${id} and kind = 'erasure-requested'`,
    );
    expect(rows).toHaveLength(1);
  });

  test('needs the password', async () => {
    const { token } = await createSignedInPlayer(portal);
    const refused = await request(token, 'wrong password');
    expect(refused.statusCode).toBe(403);
    expect(refused.json().fields).toEqual({ password: 'Your password is not correct.' });
    expect((await call('GET', PATH, { token })).json()).toEqual({ erasure: null });
  });

  test('asks for the password once, also after an old sign-in', async () => {
    const { token } = await createSignedInPlayer(portal);
    await letSudoEnd(portal, token);
    expect((await request(token)).statusCode).toBe(200);
  });

  test('needs a recent second factor where there is one', async () => {
    const player = await createPlayerWithTotp(portal);
    const { token } = player;
    await letSudoEnd(portal, token);
    const refused = await request(token);
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'sudo_required']);
    expect((await call('GET', PATH, { token })).json()).toEqual({ erasure: null });
    await call('POST', '/user/sudo', { token, body: { code: player.recoveryCodes[0] } });
    expect((await request(token)).statusCode).toBe(200);
  });

  test('is refused to accounts with rights, the last owner among them', async () => {
    for (const { token } of [await createOwner(portal), await createStaff(portal, ['news'])])
      expect((await request(token)).statusCode).toBe(409);
  });
});

describe('an owner', () => {
  const reason = 'Wrote a mail on Monday';

  test('requests it for a player, who is mailed and can undo it', async () => {
    const owner = await createOwner(portal);
    const player = await createSignedInPlayer(portal);
    const path = `/admin/users/${player.id}/erasure`;
    const asked = await call('POST', path, { token: owner.token, body: { isImmediate: false, reason } });
    expect(asked.json()).toMatchObject({
      erasure: { requestedBy: { accountDBID: owner.id } },
      erasedAt: null,
    });
    await receivedMail(parts.db, { to: player.email, subject: /will be deleted on/ });
    const staff = await createStaff(portal, ['users']);
    expect((await call('GET', path, { token: staff.token })).json()).toEqual(asked.json());
    const listed = await call('GET', `/admin/users?state=erasure&search=${player.username}`, {
      token: staff.token,
    });
    expect(listed.json().users).toMatchObject([{ accountDBID: player.id }]);
    await call('DELETE', `${PATH}/erasure`, { token: player.token });
    expect((await call('GET', path, { token: staff.token })).json().erasure).toBeNull();
  });

  test('has it carried out at once', async () => {
    const owner = await createOwner(portal);
    const player = await createSignedInPlayer(portal);
    const path = `/admin/users/${player.id}/erasure`;
    await call('POST', path, { token: owner.token, body: { isImmediate: true, reason } });
    await createAccountEraser(parts)({});
    expect((await call('GET', path, { token: owner.token })).json()).toEqual({
      erasure: null,
      erasedAt: expect.any(String),
    });
    const { rows } = await parts.db.execute(
      sql`select kind, reason from audit_entries where account_id = ${player.id}`,
    );
    expect(rows).toEqual([{ kind: 'user.erasure', reason: '[erased]' }]);
    const again = await call('POST', path, { token: owner.token, body: { isImmediate: true, reason } });
    expect(again.statusCode).toBe(409);
  });

  test('undoes it for the player', async () => {
    const owner = await createOwner(portal);
    const player = await createSignedInPlayer(portal);
    await request(player.token);
    const path = `/admin/users/${player.id}/erasure`;
    expect((await call('DELETE', path, { token: owner.token })).json().erasure).toBeNull();
    const { rows } = await parts.db.execute(
      sql`select kind from audit_entries where account_id = ${player.id}`,
    );
    expect(rows).toEqual([{ kind: 'user.erasure_undo' }]);
  });

  test('deletes nobody with rights, not even themselves', async () => {
    const owner = await createOwner(portal);
    const staff = await createStaff(portal, ['news']);
    for (const { id } of [owner, staff]) {
      const refused = await call('POST', `/admin/users/${id}/erasure`, {
        token: owner.token,
        body: { isImmediate: true, reason },
      });
      expect(refused.statusCode).toBe(409);
    }
  });
});

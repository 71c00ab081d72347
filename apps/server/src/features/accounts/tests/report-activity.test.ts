import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { hashRecoveryCode } from '#features/factors/codes.rules.ts';
import { factorRemovals, totpFactors } from '#features/factors/factors.tables.ts';
import { accounts } from '#features/identity/accounts.tables.ts';
import { mails } from '#features/mail/mail.tables.ts';
import { sessions } from '#features/sessions/sessions.tables.ts';
import {
  attemptSignIn,
  createOwner,
  createSignedInPlayer,
  createStaff,
  PASSWORD,
  type Player,
  receivedMail,
  registerPlayer,
  settleOutbox,
  signIn,
  tokenIn,
  uniqueName,
  usePortal,
} from '#test/account-journeys.ts';
import { updateUser } from '#test/edited-users.ts';
import {
  addTotp,
  attemptFactor,
  codeOf,
  planRemoval,
  signInWithTotp,
  startSignIn,
} from '#test/factor-journeys.ts';
import { applyRole, createRole } from '#test/roles.ts';

const portal = await usePortal({ isWorker: true });
const { db } = portal.parts;

const NEW = 'a wholly new password';
const newAddress = () => `${uniqueName()}@example.net`;
const report = (token: string) => portal.call('POST', `/auth/not-me/${token}`);
const reset = (token: string) =>
  portal.call('POST', `/auth/reset-password/${token}`, { body: { newPassword: NEW } });
const sessionsOf = ({ id }: Pick<Player, 'id'>) => db.$count(sessions, eq(sessions.accountId, id));
const accountOf = async ({ id }: Pick<Player, 'id'>) =>
  (await db.select().from(accounts).where(eq(accounts.id, id)))[0];

const factorsOf = ({ id }: Pick<Player, 'id'>) => db.$count(totpFactors, eq(totpFactors.accountId, id));

/** A player whose password somebody else has just used, and the link of the mail about it. */
async function startled() {
  const player = await createSignedInPlayer(portal);
  await signIn(portal, player);
  const link = tokenIn(await receivedMail(db, { to: player.email, subject: /New sign-in/ }));
  return { ...player, link };
}

/** As if the account's factors and its mails about them were older than any link. */
async function forgetNotices({ id, email }: Pick<Player, 'id' | 'email'>): Promise<void> {
  await receivedMail(db, { to: email, subject: /The sign-in of your/ });
  await db.execute(sql`update accounts set factors_since = now() - interval '8 days' where id = ${id}`);
  await db.execute(sql`
    update account_tokens set expires_at = now() where account_id = ${id} and purpose in ('not_me', 'undo_email')`);
  await db.execute(sql`update mails set created_at = now() - interval '8 days' where account_id = ${id}`);
}

const insertPasskey = ({ id }: Pick<Player, 'id'>, { name, age }: { name: string; age: string }) =>
  db.execute(sql`
    insert into passkeys (account_id, credential_id, public_key, counter, name, created_at)
    values (${id}, ${Buffer.from(`${name} ${id}`)}, '', 0, ${name}, now() - ${age}::interval)`);

/** Moves the account to another address, as its owner or a thief with the password does. */
async function changeEmail({ token }: { token: string }, newEmail: string): Promise<void> {
  const body = { currentPassword: PASSWORD, newEmail };
  await portal.call('POST', '/user/change-email', { token, body });
  const mail = await receivedMail(db, { to: newEmail, subject: /new email address/ });
  const { headers } = await portal.call('GET', `/auth/change-email/${tokenIn(mail)}`);
  expect(headers.location).toBe('/profile?message=email_changed');
}

const changeNotice = (to: string) => receivedMail(db, { to, subject: /email address was changed/ });

describe("'This wasn't me'", () => {
  test('ends all sessions and starts a reset', async () => {
    const player = await startled();
    const answer = await report(player.link);
    expect(answer.statusCode).toBe(200);
    expect(await sessionsOf(player)).toBe(0);
    expect((await reset(answer.json().resetToken)).statusCode).toBe(200);
    expect((await attemptSignIn(portal, player)).statusCode).toBe(401);
    await expect(signIn(portal, { ...player, password: NEW })).resolves.toBeTruthy();
  });

  test('has no effect when a mail program opens its page', async () => {
    const player = await startled();
    for (const path of [`/auth/not-me/${player.link}`])
      expect((await portal.call('GET', path)).statusCode).toBe(404);
    await portal.app.inject({ method: 'GET', url: `/not-me/${player.link}` });
    await portal.app.inject({ method: 'HEAD', url: `/not-me/${player.link}` });
    expect(await sessionsOf(player)).toBe(2);
    expect((await report(player.link)).statusCode).toBe(200);
  });

  test('works once, for two clicks at the same time too', async () => {
    const player = await startled();
    const answers = await Promise.all([report(player.link), report(player.link)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 400]);
    expect((await report(player.link)).json()).toMatchObject({ code: 'invalid_token' });
  });

  test('works for seven days', async () => {
    const player = await startled();
    await db.execute(sql`
      update account_tokens set expires_at = expires_at - interval '6 days 23 hours' where account_id = ${player.id}`);
    const [late] = (
      await db.execute<{ isLate: boolean }>(sql`
        select expires_at > now() and expires_at < now() + interval '1 hour' as "isLate" from account_tokens
        where account_id = ${player.id} and purpose = 'not_me'`)
    ).rows;
    expect(late).toEqual({ isLate: true });
    await db.execute(sql`
      update account_tokens set expires_at = expires_at - interval '1 hour' where account_id = ${player.id}`);
    expect((await report(player.link)).statusCode).toBe(400);
  });

  test('cancels an e-mail change and voids reset links', async () => {
    const player = await startled();
    const newEmail = newAddress();
    const body = { currentPassword: PASSWORD, newEmail };
    await portal.call('POST', '/user/change-email', { token: player.token, body });
    const wish = tokenIn(await receivedMail(db, { to: newEmail, subject: /new email address/ }));
    await portal.call('POST', '/user/request-password-reset-unauth', { body: { email: player.email } });
    const link = tokenIn(await receivedMail(db, { to: player.email, subject: /Reset your/ }));
    await report(player.link);
    const opened = await portal.call('GET', `/auth/change-email/${wish}`);
    expect(opened.headers.location).toBe('/profile?error=email_change_link_invalid');
    expect((await reset(link)).statusCode).toBe(400);
  });

  test('lets no password change through that began before it', async () => {
    const player = await startled();
    const body = { oldPassword: PASSWORD, newPassword: 'chosen by a thief' };
    const [changed, reported] = await Promise.all([
      portal.call('POST', '/user/change-password', { token: player.token, body }),
      report(player.link),
    ]);
    // 403: the old password was over first.
    expect([200, 401, 400, 403]).toContain(changed.statusCode);
    expect(reported.statusCode).toBe(200);
    expect(await sessionsOf(player)).toBe(0);
    expect((await reset(reported.json().resetToken)).statusCode).toBe(200);
    await expect(signIn(portal, { ...player, password: NEW })).resolves.toBeTruthy();
  });

  test('leaves no e-mail change behind that was asked for at the same time', async () => {
    for (let round = 0; round < 4; round += 1) {
      const player = await startled();
      const body = { currentPassword: PASSWORD, newEmail: newAddress() };
      await Promise.all([
        portal.call('POST', '/user/change-email', { token: player.token, body }),
        report(player.link),
      ]);
      expect(await accountOf(player)).toMatchObject({ email: player.email, pendingEmail: null });
    }
  });

  test('is no link of another purpose', async () => {
    const player = await startled();
    expect((await reset(player.link)).statusCode).toBe(400);
    const { resetToken } = (await report(player.link)).json();
    expect((await report(resetToken)).statusCode).toBe(400);
  });
});

describe("'This wasn't me' and what a thief has set up", () => {
  test('ends the old password at once, also for a sign-in that waits for its factor', async () => {
    const player = await addTotp(portal, await startled());
    const { factorToken } = await startSignIn(portal, player);
    const before = await accountOf(player);
    expect((await report(player.link)).statusCode).toBe(200);
    expect((await accountOf(player))?.passwordHash).not.toBe(before?.passwordHash);
    expect((await attemptSignIn(portal, player)).statusCode).toBe(401);
    const body = { factorToken, code: player.recoveryCodes[0] ?? '' };
    expect((await portal.call('POST', '/auth/login/factor', { body })).statusCode).toBe(400);
  });

  test.each(['sign-in of the thief', 'first factor'])(
    'removes the first factor that came after, by the mail about the %s',
    async (mail) => {
      const player = await startled();
      await addTotp(portal, player);
      const notice = await receivedMail(db, { to: player.email, subject: /The sign-in of your/ });
      const answer = await report(mail === 'first factor' ? tokenIn(notice) : player.link);
      expect(await factorsOf(player)).toBe(0);
      await reset(answer.json().resetToken);
      await expect(signIn(portal, { ...player, password: NEW })).resolves.toBeTruthy();
    },
  );

  test('removes it by the notice of an e-mail change too', async () => {
    const player = await createSignedInPlayer(portal);
    await changeEmail(player, newAddress());
    const link = tokenIn(await changeNotice(player.email));
    await addTotp(portal, player);
    await report(link);
    expect(await factorsOf(player)).toBe(0);
  });

  test('removes it by a newer mail too, whose reader has the link of the first one', async () => {
    const player = await addTotp(portal, await startled());
    await changeEmail(player, newAddress());
    await report(tokenIn(await changeNotice(player.email)));
    expect(await accountOf(player)).toMatchObject({ email: player.email });
    expect(await factorsOf(player)).toBe(0);
  });

  test('brings back the authenticator app and the recovery codes that somebody replaced since', async () => {
    const owner = await addTotp(portal, await createSignedInPlayer(portal));
    await forgetNotices(owner);
    await changeEmail(owner, newAddress());
    const link = tokenIn(await changeNotice(owner.email));
    const thief = await addTotp(portal, owner);
    const renewed = await portal.call('POST', '/user/factors/recovery-codes', { token: owner.token });
    const stolen: string[] = renewed.json().recoveryCodes;
    await addTotp(portal, owner);
    const answer = await report(link);
    await reset(answer.json().resetToken);
    const { factorToken, methods } = await startSignIn(portal, { ...owner, password: NEW });
    expect(methods).toEqual(['totp', 'recovery_code']);
    for (const code of [codeOf(thief.secret), stolen[0] ?? '', thief.recoveryCodes[0] ?? ''])
      expect((await attemptFactor(portal, { factorToken, code })).statusCode).toBe(403);
    await expect(signInWithTotp(portal, { ...owner, password: NEW })).resolves.toBeTruthy();
    const again = await startSignIn(portal, { ...owner, password: NEW });
    const code = owner.recoveryCodes[0] ?? '';
    expect((await attemptFactor(portal, { ...again, code })).statusCode).toBe(200);
  });

  test('ends an app that came in place of one that was removed, and leaves the passkey and its recovery codes', async () => {
    const owner = await addTotp(portal, await createSignedInPlayer(portal));
    await insertPasskey(owner, { name: 'of the owner', age: '9 days' });
    await forgetNotices(owner);
    await changeEmail(owner, newAddress());
    await portal.call('DELETE', '/user/factors/totp', { token: owner.token });
    await addTotp(portal, owner);
    await report(tokenIn(await changeNotice(owner.email)));
    expect(await factorsOf(owner)).toBe(0);
    const { rows } = await db.execute<{ count: number }>(sql`
      select count(*)::int as count from recovery_codes where account_id = ${owner.id}
        and code_hash = ${hashRecoveryCode(owner.recoveryCodes[0] ?? '')}`);
    expect(rows).toEqual([{ count: 1 }]);
  });

  test.each(['app', 'passkey'])(
    'keeps the %s that is the only factor: a mailbox alone gets around none',
    async (kind) => {
      const owner = await addTotp(portal, await createSignedInPlayer(portal));
      if (kind === 'app') {
        await insertPasskey(owner, { name: 'of before', age: '9 days' });
        await portal.call('DELETE', '/user/factors/totp', { token: owner.token });
      }
      await forgetNotices(owner);
      await changeEmail(owner, newAddress());
      if (kind === 'app') {
        await addTotp(portal, owner);
        await db.execute(sql`delete from passkeys where account_id = ${owner.id}`);
      } else {
        await insertPasskey(owner, { name: 'the new one', age: '0 seconds' });
        await portal.call('DELETE', '/user/factors/totp', { token: owner.token });
      }
      const answer = await report(tokenIn(await changeNotice(owner.email)));
      await reset(answer.json().resetToken);
      const { methods } = await startSignIn(portal, { ...owner, password: NEW });
      expect(methods).toContain(kind === 'app' ? 'totp' : 'passkey');
    },
  );

  test('brings no app back that its owner has removed, also if it had replaced another one', async () => {
    const lost = await addTotp(portal, await createSignedInPlayer(portal));
    await insertPasskey(lost, { name: 'of the owner', age: '9 days' });
    await forgetNotices(lost);
    await changeEmail(lost, newAddress());
    await addTotp(portal, lost);
    await portal.call('DELETE', '/user/factors/totp', { token: lost.token });
    expect(
      (await db.execute(sql`select key_id from replaced_factors where account_id = ${lost.id}`)).rows,
    ).toEqual([{ key_id: null }]);
    await addTotp(portal, lost);
    await report(tokenIn(await changeNotice(lost.email)));
    expect(await factorsOf(lost)).toBe(0);
  });

  test('ends the recovery codes that a thief has made where there were none to keep', async () => {
    const owner = await addTotp(portal, await createSignedInPlayer(portal));
    await insertPasskey(owner, { name: 'of the owner', age: '9 days' });
    await portal.call('DELETE', '/user/factors/totp', { token: owner.token });
    await db.execute(sql`delete from recovery_codes where account_id = ${owner.id}`);
    await forgetNotices(owner);
    await changeEmail(owner, newAddress());
    const renewed = await portal.call('POST', '/user/factors/recovery-codes', { token: owner.token });
    expect(renewed.json().recoveryCodes).toHaveLength(10);
    await report(tokenIn(await changeNotice(owner.email)));
    expect(
      (await db.execute(sql`select from recovery_codes where account_id = ${owner.id}`)).rows,
    ).toHaveLength(0);
  });

  test('leaves an app that was replaced before the oldest mail of the week', async () => {
    const owner = await addTotp(portal, await createSignedInPlayer(portal));
    const replaced = await addTotp(portal, owner);
    await forgetNotices(owner);
    await db.execute(sql`
      update totp_factors set confirmed_at = now() - interval '8 days' where account_id = ${owner.id}`);
    await db.execute(sql`
      update replaced_factors set replaced_at = now() - interval '8 days' where account_id = ${owner.id}`);
    await changeEmail(owner, newAddress());
    const answer = await report(tokenIn(await changeNotice(owner.email)));
    await reset(answer.json().resetToken);
    await expect(signInWithTotp(portal, { ...replaced, password: NEW })).resolves.toBeTruthy();
  });

  test('removes passkeys that came after the mail, and keeps those that were there', async () => {
    const player = await addTotp(portal, await createSignedInPlayer(portal));
    await forgetNotices(player);
    await insertPasskey(player, { name: 'of the owner', age: '1 hour' });
    await changeEmail(player, newAddress());
    await insertPasskey(player, { name: 'of a thief', age: '0 seconds' });
    await report(tokenIn(await changeNotice(player.email)));
    const { rows } = await db.execute(sql`select name from passkeys where account_id = ${player.id}`);
    expect(rows).toEqual([{ name: 'of the owner' }]);
    expect(await factorsOf(player)).toBe(1);
  });

  test('stops a planned removal of factors', async () => {
    const player = await addTotp(portal, await startled());
    await planRemoval(portal, player.id);
    await report(player.link);
    expect(await db.$count(factorRemovals, eq(factorRemovals.accountId, player.id))).toBe(0);
  });

  test("withdraws the account's own request to be erased, and none by staff", async () => {
    const [own, byStaff] = [await startled(), await startled()];
    const staff = await createStaff(portal, ['users']);
    await db.execute(sql`
      insert into account_erasures (account_id, staff_id, due_at)
      values (${own.id}, null, now() + interval '1 day'), (${byStaff.id}, ${staff.id}, now() + interval '1 day')`);
    await Promise.all([report(own.link), report(byStaff.link)]);
    const { rows } = await db.execute(sql`
      select account_id from account_erasures where account_id in (${own.id}, ${byStaff.id})`);
    expect(rows).toEqual([{ account_id: byStaff.id }]);
  });

  test('and a first factor at the same time leave no factor', async () => {
    for (let round = 0; round < 4; round += 1) {
      const player = await startled();
      const { token } = player;
      const { secret } = (await portal.call('POST', '/user/factors/totp', { token })).json();
      const body = { code: codeOf(secret) };
      const [confirmed] = await Promise.all([
        portal.call('POST', '/user/factors/totp/confirm', { token, body }),
        report(player.link),
      ]);
      expect([200, 401, 409]).toContain(confirmed.statusCode);
      expect(await factorsOf(player)).toBe(0);
    }
  });
});

const askFor = async (player: { token: string }, newEmail: string) => {
  const body = { currentPassword: PASSWORD, newEmail };
  await portal.call('POST', '/user/change-email', { token: player.token, body });
  return tokenIn(await receivedMail(db, { to: newEmail, subject: /new email address/ }));
};

const openedAt = async (token: string) =>
  (await portal.call('GET', `/auth/change-email/${token}`)).headers.location;

describe('an e-mail change that waits', () => {
  test('ends with a new password', async () => {
    const player = await createSignedInPlayer(portal);
    const link = await askFor(player, newAddress());
    const body = { oldPassword: PASSWORD, newPassword: NEW };
    await portal.call('POST', '/user/change-password', { token: player.token, body });
    expect(await openedAt(link)).toBe('/profile?error=email_change_link_invalid');
  });

  test('ends with the first factor, and not with another one', async () => {
    const player = await createSignedInPlayer(portal);
    const link = await askFor(player, newAddress());
    await addTotp(portal, player);
    expect(await openedAt(link)).toBe('/profile?error=email_change_link_invalid');
    const second = await askFor(player, newAddress());
    await addTotp(portal, player);
    expect(await openedAt(second)).toBe('/profile?message=email_changed');
  });
});

describe('the notice of an e-mail change', () => {
  test('brings the old address back, and a reset goes on from there', async () => {
    const player = await createSignedInPlayer(portal);
    const thief = newAddress();
    await changeEmail(player, thief);
    const answer = await report(tokenIn(await changeNotice(player.email)));
    expect(await accountOf(player)).toMatchObject({ email: player.email, pendingEmail: null });
    expect((await reset(answer.json().resetToken)).statusCode).toBe(200);
    const notice = await changeNotice(thief);
    expect(notice.bodyText).not.toContain('/not-me/');
  });

  test('leaves the address alone if somebody else has it by now, and starts a reset anyway', async () => {
    const player = await createSignedInPlayer(portal);
    const present = newAddress();
    await changeEmail(player, present);
    const link = tokenIn(await changeNotice(player.email));
    await registerPlayer(portal, { email: player.email.toUpperCase() });
    const answer = await report(link);
    expect(await accountOf(player)).toMatchObject({ email: present });
    expect((await reset(answer.json().resetToken)).statusCode).toBe(200);
  });

  test('has the link for the first of two changes only: the address in between is not brought back', async () => {
    const player = await createSignedInPlayer(portal);
    const [between, last] = [newAddress(), newAddress()];
    await changeEmail(player, between);
    await changeEmail(player, last);
    expect((await changeNotice(between)).bodyText).not.toContain('/not-me/');
    await report(tokenIn(await changeNotice(player.email)));
    expect(await accountOf(player)).toMatchObject({ email: player.email });
  });

  test('has no link if the old address was never confirmed', async () => {
    const player = await registerPlayer(portal);
    const { accessToken: token } = await signIn(portal, player);
    await changeEmail({ token }, newAddress());
    expect((await changeNotice(player.email)).bodyText).not.toContain('/not-me/');
  });

  test('voids the links of other mails to the old address', async () => {
    const player = await startled();
    await changeEmail(player, newAddress());
    expect((await report(player.link)).statusCode).toBe(400);
  });

  test('brings nothing back after staff have moved the account', async () => {
    const owner = await createOwner(portal);
    const player = await createSignedInPlayer(portal);
    await changeEmail(player, newAddress());
    const link = tokenIn(await changeNotice(player.email));
    const moved = newAddress();
    expect((await updateUser(portal, owner, player.id, { email: moved })).statusCode).toBe(200);
    expect((await report(link)).statusCode).toBe(400);
    expect(await accountOf(player)).toMatchObject({ email: moved });
  });
});

describe('rights that staff grant', () => {
  test('are mailed with their names, what they revoke is not', async () => {
    const owner = await createOwner(portal);
    const player = await createSignedInPlayer(portal);
    expect((await updateUser(portal, owner, player.id, { webMgt: 11 * 7 })).statusCode).toBe(200);
    const mail = await receivedMail(db, { to: player.email, subject: /given rights/ });
    expect(mail.bodyText).toContain('patchNotes, news');
    expect((await updateUser(portal, owner, player.id, { webMgt: 11 })).statusCode).toBe(200);
    await settleOutbox(portal);
    const sent = await db.select().from(mails).where(eq(mails.accountId, player.id));
    expect(sent.filter(({ kind }) => kind === 'rights-granted')).toHaveLength(1);
  });

  test('are mailed to confirmed addresses when a role brings them, and when the role gains a section', async () => {
    const owner = await createOwner(portal);
    const [player, unconfirmed] = [await createSignedInPlayer(portal), await registerPlayer(portal)];
    const role = await createRole(portal, owner, ['news']);
    const applied = await applyRole(portal, owner, role, { accounts: [player.id, unconfirmed.id] });
    expect(applied.statusCode).toBe(200);
    const body = { name: role.name, sections: ['news', 'benefits'], revision: role.revision };
    const saved = await portal.call('PUT', `/admin/roles/${role.roleId}`, { token: owner.token, body });
    expect(saved.statusCode).toBe(200);
    const granted = await db.select().from(mails).where(eq(mails.kind, 'rights-granted'));
    const rightsOf = ({ id }: Pick<Player, 'id'>) =>
      granted.filter(({ accountId }) => accountId === id).map(({ parameters }) => parameters['rights']);
    expect(rightsOf(player)).toEqual(expect.arrayContaining([['news'], ['benefits']]));
    expect([rightsOf(player).length, rightsOf(unconfirmed).length]).toEqual([2, 0]);
  });

  test('are not mailed when an edit leaves them', async () => {
    const owner = await createOwner(portal);
    const staff = await createStaff(portal, ['news']);
    expect((await updateUser(portal, owner, staff.id, { agaiaCoins: 5 })).statusCode).toBe(200);
    const sent = await db.select().from(mails).where(eq(mails.accountId, staff.id));
    expect(sent.filter(({ kind }) => kind === 'rights-granted')).toEqual([]);
  });
});

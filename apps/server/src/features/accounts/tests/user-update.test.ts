import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { selectBalances } from '#features/ledger/ledger.queries.ts';
import { createPasswords } from '#platform/auth/passwords.ts';
import {
  createOwner,
  usePortal,
  createSignedInPlayer,
  createStaff,
  type Player,
  receivedMail,
  registerPlayer,
  signIn,
  tokenIn,
  uniqueName,
  useSecondProcess,
} from '#test/account-journeys.ts';
import { entriesAbout } from '#test/audit.ts';
import { readUser, updateUser, userFormOf } from '#test/edited-users.ts';
import { accounts } from '#features/identity/accounts.tables.ts';

const portal = await usePortal({ isWorker: true });
const owner = await createOwner(portal);
const staff = await createStaff(portal, ['users']);

const update = (id: number, body: object, by: { token: string } = staff) => updateUser(portal, by, id, body);
const read = (id: number) => readUser(portal, staff, id);

const auditOf = (accountId: number) => entriesAbout(portal, accountId);

describe('an update', () => {
  test('changes every field, and the audit log has the old and new values', async () => {
    const player = await registerPlayer(portal);
    const userName = uniqueName();
    const body = {
      userName,
      email: `${userName}@example.net`,
      permission: 0,
      webMgt: 2,
      agaiaClubExpiry: '2030-05-06 07:08:09',
      agaiaCoins: 500,
      astrumCoins: 70,
      hasClaimedFounderPackage: true,
      hasClaimedVeteranPackage: true,
      isEmailConfirmed: true,
    };

    const response = await update(player.id, body);

    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ ...body, agaiaClubExpiry: '2030-05-06T07:08:09.000Z' });
    expect(response.json()).toEqual(await read(player.id));
    expect(await auditOf(player.id)).toEqual([
      {
        id: expect.any(Number),
        at: expect.any(Date),
        staffId: staff.id,
        address: expect.stringMatching(/^240\./),
        kind: 'user.update',
        target: String(player.id),
        accountId: player.id,
        reason: null,
        before: {
          userName: player.username,
          email: player.email,
          webMgt: 1,
          agaiaClubExpiry: null,
          agaiaCoins: 0,
          astrumCoins: 0,
          hasClaimedFounderPackage: false,
          hasClaimedVeteranPackage: false,
          isEmailConfirmed: false,
        },
        after: {
          userName,
          email: `${userName}@example.net`,
          webMgt: 2,
          agaiaClubExpiry: '2030-05-06T07:08:09.000Z',
          agaiaCoins: 500,
          astrumCoins: 70,
          hasClaimedFounderPackage: true,
          hasClaimedVeteranPackage: true,
          isEmailConfirmed: true,
          budgets: { coins: 0, packs: 0, items: 0, refunds: 0 },
        },
      },
    ]);
  });

  test('leaves omitted fields unchanged', async () => {
    const player = await registerPlayer(portal);
    await update(player.id, { agaiaCoins: 5, agaiaClubExpiry: '2030-05-06 07:08:09' });
    const before = await read(player.id);
    const after = (await update(player.id, { hasClaimedFounderPackage: true })).json();
    expect({ ...after, revision: 0 }).toEqual({ ...before, hasClaimedFounderPackage: true, revision: 0 });
  });

  test('that changes nothing writes no audit entry', async () => {
    const player = await registerPlayer(portal);
    await portal.parts.db
      .update(accounts)
      .set({ agaiaClubExpiresAt: sql`'2030-05-06 07:08:09.123456+00'` })
      .where(eq(accounts.id, player.id));
    const before = await read(player.id);
    // A form knows seconds and no fractions of them.
    const response = await update(player.id, {
      ...userFormOf(before),
      agaiaClubExpiry: '2030-05-06 07:08:09',
    });
    expect(response.json()).toEqual(before);
    expect((await update(player.id, {})).json()).toEqual(before);
    expect(await auditOf(player.id)).toEqual([]);
  });

  test('ends the club with null', async () => {
    const player = await registerPlayer(portal);
    await update(player.id, { agaiaClubExpiry: '2030-05-06 07:08:09' });
    expect((await update(player.id, { agaiaClubExpiry: null })).json()).toMatchObject({
      agaiaClubExpiry: null,
    });
  });

  test('is refused for an unknown id', async () => {
    expect((await update(2_147_483_647, { agaiaCoins: 1 })).statusCode).toBe(404);
  });

  test.each([
    ['userName', { userName: 'a b' }],
    ['userName', { userName: '' }],
    ['email', { email: 'nobody' }],
    ['permission', { permission: -1 }],
    ['permission', { permission: 33 }],
    ['permission', { permission: 'owner' }],
    ['webMgt', { webMgt: 0 }],
    ['webMgt', { webMgt: 4 }],
    ['webMgt', { webMgt: 43 }],
    ['password', { password: 'short' }],
    ['agaiaClubExpiry', { agaiaClubExpiry: 'tomorrow' }],
    ['agaiaCoins', { agaiaCoins: 1.5 }],
    ['agaiaCoins', { agaiaCoins: -1 }],
    ['astrumCoins', { astrumCoins: 1_000_000_001 }],
  ])('is refused for a bad %s', async (field, body) => {
    const player = await registerPlayer(portal);
    const before = await read(player.id);
    const response = await update(player.id, { ...body, hasClaimedFounderPackage: true }, owner);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ fields: { [field]: expect.any(String) } });
    expect(await read(player.id)).toEqual(before);
    expect(await auditOf(player.id)).toEqual([]);
  });
});

describe('a name or an address that is taken', () => {
  test.each([
    ['userName', 'This username is already taken.', ({ username }: Player) => username.toUpperCase()],
    ['email', 'This email address is already in use.', ({ email }: Player) => email.toUpperCase()],
  ])('is refused at its field: %s', async (field, message, valueOf) => {
    const [player, other] = [await registerPlayer(portal), await registerPlayer(portal)];
    const response = await update(player.id, { [field]: valueOf(other), agaiaCoins: 9 });
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({ code: 'conflict', message, fields: { [field]: message } });
    expect(await selectBalances(portal.parts.db, player.id)).toEqual({ premium: 0, second: 0 });
  });

  test('goes to one of two concurrent requests', async () => {
    const players = [await registerPlayer(portal), await registerPlayer(portal)];
    const userName = uniqueName();
    const answers = await Promise.all(players.map(({ id }) => update(id, { userName })));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });
});

describe('a new password', () => {
  test('works immediately, ends every session, voids open links, and appears in no log', async () => {
    const player = await createSignedInPlayer(portal);
    await portal.call('POST', '/user/request-password-reset', { token: player.token });
    const mail = await receivedMail(portal.parts.db, { to: player.email, subject: /reset/i });

    const response = await update(player.id, { password: 'chosen by staff' }, owner);

    expect(response.statusCode).toBe(200);
    expect((await portal.call('GET', '/user/profile', { token: player.token })).statusCode).toBe(401);
    const body = { newPassword: 'chosen by a thief' };
    const reset = await portal.call('POST', `/auth/reset-password/${tokenIn(mail)}`, { body });
    expect(reset.statusCode).toBe(400);
    await expect(signIn(portal, player)).rejects.toThrow('Wrong username');
    await expect(signIn(portal, { ...player, password: 'chosen by staff' })).resolves.toBeTruthy();
    expect(await auditOf(player.id)).toMatchObject([{ before: {}, after: { passwordChanged: true } }]);
  });

  test('waits in the bounded queue, and changes nothing when the queue is full', async () => {
    const player = await registerPlayer(portal);
    const before = await read(player.id);
    const crowded = await useSecondProcess(portal, createPasswords({ concurrency: 0, maxWaiting: 0 }));
    const response = await crowded.call('PUT', `/admin/users/${player.id}`, {
      token: owner.token,
      body: { password: 'chosen by staff', agaiaCoins: 3 },
    });
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '5']);
    expect(await read(player.id)).toEqual(before);
  });
});

describe('a new e-mail address', () => {
  test('is confirmed only if staff choose so, and the old address is notified', async () => {
    const player = await createSignedInPlayer(portal);
    await update(player.id, { isEmailConfirmed: true });
    const [first, second] = [`${uniqueName()}@example.net`, `${uniqueName()}@example.net`];

    expect((await update(player.id, { email: first })).json()).toMatchObject({ isEmailConfirmed: false });
    const mail = await receivedMail(portal.parts.db, { to: player.email, subject: /was changed/ });
    expect(mail.bodyText).toContain(`${first[0]}***@example.net`);
    const confirmed = await update(player.id, { email: second, isEmailConfirmed: true });
    expect(confirmed.json()).toMatchObject({ email: second, isEmailConfirmed: true });
    await receivedMail(portal.parts.db, { to: first, subject: /was changed/ });
  });

  test('is not confirmed by a form that sends back what it had read of the old one', async () => {
    const player = await registerPlayer(portal);
    await update(player.id, { isEmailConfirmed: true });
    const form = userFormOf(await read(player.id));
    expect(form.isEmailConfirmed).toBe(true);
    const email = `${uniqueName()}@example.net`;
    const { json } = await update(player.id, { ...form, email });
    expect(json()).toMatchObject({ email, isEmailConfirmed: false });
    expect((await auditOf(player.id)).at(-1)).toMatchObject({
      before: { email: player.email, isEmailConfirmed: true },
      after: { email, isEmailConfirmed: false },
    });
  });

  test('is confirmed when staff tick it in the same edit', async () => {
    const player = await registerPlayer(portal);
    await update(player.id, { isEmailConfirmed: true });
    const [first, second] = [`${uniqueName()}@example.net`, `${uniqueName()}@example.net`];
    const form = userFormOf(await read(player.id));
    const ticked = await update(player.id, { ...form, email: first, confirmedEmail: first.toUpperCase() });
    expect(ticked.json()).toMatchObject({ email: first, isEmailConfirmed: true });
    const alone = await update(player.id, { email: second, confirmedEmail: second });
    expect(alone.json()).toMatchObject({ email: second, isEmailConfirmed: true });
  });

  test.each([
    ['a tick for another address', { isEmailConfirmed: true, confirmedEmail: 'other@example.net' }],
    ['a box that was unticked again', { isEmailConfirmed: false, confirmedEmail: 'EMAIL' }],
  ])('stays unconfirmed with %s', async (_, body) => {
    const player = await registerPlayer(portal);
    await update(player.id, { isEmailConfirmed: true });
    const email = `${uniqueName()}@example.net`;
    const confirmedEmail = body.confirmedEmail === 'EMAIL' ? email : body.confirmedEmail;
    const { json } = await update(player.id, { ...body, email, confirmedEmail });
    expect(json()).toMatchObject({ email, isEmailConfirmed: false });
  });

  test('that was unconfirmed is not confirmed by a tick for another address', async () => {
    const player = await registerPlayer(portal);
    const form = { ...userFormOf(await read(player.id)), isEmailConfirmed: true };
    const kept = await update(player.id, { ...form, confirmedEmail: 'other@example.net' });
    expect(kept.json()).toMatchObject({ email: player.email, isEmailConfirmed: false });
    const email = `${uniqueName()}@example.net`;
    const moved = await update(player.id, {
      email,
      isEmailConfirmed: true,
      confirmedEmail: player.email,
    });
    expect(moved.json()).toMatchObject({ email, isEmailConfirmed: false });
  });

  test('is not undone by an earlier change request of the player', async () => {
    const player = await createSignedInPlayer(portal);
    const [wish, given] = [`${uniqueName()}@example.net`, `${uniqueName()}@example.net`];
    const body = { currentPassword: player.password, newEmail: wish };
    await portal.call('POST', '/user/change-email', { token: player.token, body });
    const link = tokenIn(await receivedMail(portal.parts.db, { to: wish, subject: /new email address/ }));

    await update(player.id, { email: given });

    const opened = await portal.call('GET', `/auth/change-email/${link}`);
    expect(opened.headers.location).toMatch(/error=email_change_link_invalid$/);
    expect(await read(player.id)).toMatchObject({ email: given });
  });

  test('stays confirmed without a mail when only its case changes', async () => {
    const player = await registerPlayer(portal);
    await update(player.id, { isEmailConfirmed: true });
    const { json } = await update(player.id, { email: player.email.toUpperCase() });
    expect(json()).toMatchObject({ email: player.email.toUpperCase(), isEmailConfirmed: true });
    const { rows } = await portal.parts.db.execute(sql`
      select from mails where recipient = ${player.email} and kind = 'email-changed'`);
    expect(rows).toEqual([]);
  });
});

import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditEntries } from '#features/audit/audit.tables.ts';
import { postTransaction, selectBalances } from '#features/ledger/ledger.service.ts';
import { ledgerTransactions } from '#features/ledger/ledger.tables.ts';
import { createPasswords } from '#platform/auth/passwords.ts';
import {
  createOwner,
  createPortal,
  createSignedInPlayer,
  createStaff,
  type Player,
  type Portal,
  receivedMail,
  registerPlayer,
  signIn,
  tokenIn,
  uniqueName,
  useSecondProcess,
} from '#test/account-journeys.ts';
import { accounts } from './accounts.tables.ts';

let portal: Portal;
let owner: Player & { token: string };
let staff: Player & { token: string };
beforeAll(async () => {
  portal = await createPortal({ isWorker: true });
  owner = await createOwner(portal);
  staff = await createStaff(portal, ['users']);
});
afterAll(() => portal.close());

const update = (id: number, body: object, { token } = staff) =>
  portal.call('PUT', `/admin/users/${id}`, { token, body });
const read = async (id: number) =>
  (await portal.call('GET', `/admin/users/${id}`, { token: staff.token })).json();

const auditOf = (accountId: number) =>
  portal.parts.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.accountId, accountId))
    .orderBy(auditEntries.id);

const giveCoins = (accountId: number, amount: number) =>
  portal.parts.db.transaction((tx) =>
    postTransaction(tx, {
      idempotencyKey: `test ${uniqueName()}`,
      reason: 'test',
      entries: [{ accountId, currency: 'premium', amount }],
    }),
  );

/** Everything a form sends, as it was read. */
const formOf = ({
  userName,
  email,
  permission,
  webMgt,
  agaiaClubExpiry,
  agaiaCoins,
  astrumCoins,
  hasClaimedFounderPackage,
  hasClaimedVeteranPackage,
  isEmailConfirmed,
  revision,
}: Record<string, unknown>) => ({
  userName,
  email,
  permission,
  webMgt,
  agaiaClubExpiry,
  agaiaCoins,
  astrumCoins,
  hasClaimedFounderPackage,
  hasClaimedVeteranPackage,
  isEmailConfirmed,
  revision,
});

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
        address: expect.stringMatching(/^10\./),
        kind: 'user.update',
        target: String(player.id),
        accountId: player.id,
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
        },
      },
    ]);
  });

  test('leaves alone what it leaves out', async () => {
    const player = await registerPlayer(portal);
    await update(player.id, { agaiaCoins: 5, agaiaClubExpiry: '2030-05-06 07:08:09' });
    const before = await read(player.id);
    const after = (await update(player.id, { hasClaimedFounderPackage: true })).json();
    expect({ ...after, revision: 0 }).toEqual({ ...before, hasClaimedFounderPackage: true, revision: 0 });
  });

  test('that changes nothing is no deed', async () => {
    const player = await registerPlayer(portal);
    await portal.parts.db
      .update(accounts)
      .set({ agaiaClubExpiresAt: sql`'2030-05-06 07:08:09.123456+00'` })
      .where(eq(accounts.id, player.id));
    const before = await read(player.id);
    // A form knows seconds and no fractions of them.
    const response = await update(player.id, { ...formOf(before), agaiaClubExpiry: '2030-05-06 07:08:09' });
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

  test('is not for an id that nobody has', async () => {
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

  test('goes to one of two who want it at once', async () => {
    const players = [await registerPlayer(portal), await registerPlayer(portal)];
    const userName = uniqueName();
    const answers = await Promise.all(players.map(({ id }) => update(id, { userName })));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });
});

describe('a new password', () => {
  test('works at once, ends every session, voids open links, and stands in no log', async () => {
    const player = await createSignedInPlayer(portal);
    await portal.call('POST', '/user/request-password-reset', { token: player.token });
    const mail = await receivedMail(portal.parts.db, { to: player.email, subject: /reset/i });

    const response = await update(player.id, { password: 'chosen by staff' });

    expect(response.statusCode).toBe(200);
    expect((await portal.call('GET', '/user/profile', { token: player.token })).statusCode).toBe(401);
    const body = { newPassword: 'chosen by a thief' };
    const reset = await portal.call('POST', `/auth/reset-password/${tokenIn(mail)}`, { body });
    expect(reset.statusCode).toBe(400);
    await expect(signIn(portal, player)).rejects.toThrow('Wrong username');
    await expect(signIn(portal, { ...player, password: 'chosen by staff' })).resolves.toBeTruthy();
    expect(await auditOf(player.id)).toMatchObject([{ before: {}, after: { passwordChanged: true } }]);
  });

  test('waits in the bounded queue, and past it nothing is changed', async () => {
    const player = await registerPlayer(portal);
    const before = await read(player.id);
    const crowded = await useSecondProcess(portal, createPasswords({ concurrency: 0, maxWaiting: 0 }));
    const response = await crowded.call('PUT', `/admin/users/${player.id}`, {
      token: staff.token,
      body: { password: 'chosen by staff', agaiaCoins: 3 },
    });
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '5']);
    expect(await read(player.id)).toEqual(before);
  });
});

describe('a new e-mail address', () => {
  test('is confirmed only if staff says so, and the old address is told', async () => {
    const player = await createSignedInPlayer(portal);
    await update(player.id, { isEmailConfirmed: true });
    const [first, second] = [`${uniqueName()}@example.net`, `${uniqueName()}@example.net`];

    expect((await update(player.id, { email: first })).json()).toMatchObject({ isEmailConfirmed: false });
    const told = await receivedMail(portal.parts.db, { to: player.email, subject: /was changed/ });
    expect(told.bodyText).toContain(`${first[0]}***@example.net`);
    const confirmed = await update(player.id, { email: second, isEmailConfirmed: true });
    expect(confirmed.json()).toMatchObject({ email: second, isEmailConfirmed: true });
    await receivedMail(portal.parts.db, { to: first, subject: /was changed/ });
  });

  test('is not undone by a change that the player had asked for before', async () => {
    const player = await createSignedInPlayer(portal);
    const [wish, given] = [`${uniqueName()}@example.net`, `${uniqueName()}@example.net`];
    const body = { currentPassword: player.password, newEmail: wish };
    await portal.call('POST', '/user/change-email', { token: player.token, body });
    const link = tokenIn(await receivedMail(portal.parts.db, { to: wish, subject: /new email address/ }));

    await update(player.id, { email: given });

    const opened = await portal.call('GET', `/auth/change-email/${link}`);
    expect(opened.headers.location).toMatch(/error=Invalid/);
    expect(await read(player.id)).toMatchObject({ email: given });
  });

  test('that differs in capitals alone stays confirmed and tells nobody', async () => {
    const player = await registerPlayer(portal);
    await update(player.id, { isEmailConfirmed: true });
    const { json } = await update(player.id, { email: player.email.toUpperCase() });
    expect(json()).toMatchObject({ email: player.email.toUpperCase(), isEmailConfirmed: true });
    const { rows } = await portal.parts.db.execute(sql`
      select from mails where recipient = ${player.email} and kind = 'email-changed'`);
    expect(rows).toEqual([]);
  });
});

describe('coins', () => {
  test('become an adjustment in the ledger that names its entry in the audit log', async () => {
    const player = await registerPlayer(portal);
    await giveCoins(player.id, 300);

    await update(player.id, { agaiaCoins: 120, astrumCoins: 8 });

    expect(await selectBalances(portal.parts.db, player.id)).toEqual({ premium: 120, second: 8 });
    const [entry] = await auditOf(player.id);
    const posted = await portal.parts.db
      .select()
      .from(ledgerTransactions)
      .where(eq(ledgerTransactions.idempotencyKey, `audit:${entry?.id}`));
    expect(posted).toMatchObject([{ reason: 'adjusted by staff' }]);
    const history = await portal.call('GET', `/admin/users/${player.id}/history`, { token: staff.token });
    expect(history.json().ledger).toMatchObject([
      { currency: expect.any(String), reason: 'adjusted by staff' },
      { currency: expect.any(String), reason: 'adjusted by staff' },
      { currency: 'premium', amount: 300, reason: 'test' },
    ]);
  });

  test('below zero stay where they are when a form is saved, and are set to no other debt', async () => {
    const player = await registerPlayer(portal);
    await giveCoins(player.id, -40);
    const form = formOf(await read(player.id));
    expect((await update(player.id, { ...form, hasClaimedFounderPackage: true })).json()).toMatchObject({
      agaiaCoins: -40,
      hasClaimedFounderPackage: true,
    });
    expect((await update(player.id, { agaiaCoins: -39 })).statusCode).toBe(400);
    expect((await update(player.id, { agaiaCoins: 0 })).json()).toMatchObject({ agaiaCoins: 0 });
  });

  test('set by many at once end at what one of them said, with the ledger in step', async () => {
    const player = await registerPlayer(portal);
    const wanted = Array.from({ length: 12 }, (_, index) => 100 + index);
    const answers = await Promise.all(wanted.map((agaiaCoins) => update(player.id, { agaiaCoins })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(wanted.map(() => 200));
    const { premium } = await selectBalances(portal.parts.db, player.id);
    expect(wanted).toContain(premium);
    const { rows } = await portal.parts.db.execute(sql`
      select sum(amount)::int as sum from ledger_entries where account_id = ${player.id}`);
    expect(rows).toEqual([{ sum: premium }]);
  });

  test('that are given while staff sets them are neither lost nor made up', async () => {
    const player = await registerPlayer(portal);
    await giveCoins(player.id, 10);
    const gifts = Array.from({ length: 10 }, () => giveCoins(player.id, 1));
    const edits = Array.from({ length: 10 }, () => update(player.id, { agaiaCoins: 1000 }));
    await Promise.all([...gifts, ...edits]);
    const { premium } = await selectBalances(portal.parts.db, player.id);
    expect(premium).toBeGreaterThanOrEqual(1000);
    expect(premium).toBeLessThanOrEqual(1010);
  });
});

describe('an editor who had read an older version', () => {
  test('learns of what another editor saved, and overwrites nothing', async () => {
    const player = await registerPlayer(portal);
    const form = formOf(await read(player.id));
    await update(player.id, { ...form, webMgt: 2 });

    const late = await update(player.id, { ...form, agaiaCoins: 7 });

    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({ code: 'conflict', current: { webMgt: 2, agaiaCoins: 0 } });
    expect(late.json().current).toEqual(await read(player.id));
    const { revision } = late.json().current;
    expect((await update(player.id, { ...form, agaiaCoins: 7, revision })).json()).toMatchObject({
      webMgt: 1,
      agaiaCoins: 7,
    });
  });

  test.each<[string, (player: Player & { token: string }) => Promise<unknown>]>([
    ['a purchase', ({ id }) => giveCoins(id, 500)],
    [
      'the end of a club',
      ({ id }) =>
        portal.parts.db
          .update(accounts)
          .set({ agaiaClubExpiresAt: sql`now() + interval '30 days'` })
          .where(eq(accounts.id, id)),
    ],
    ['a new password by staff', ({ id }) => update(id, { password: 'chosen by staff' })],
  ])('learns of %s', async (_, happen) => {
    const player = await createSignedInPlayer(portal);
    const form = formOf(await read(player.id));
    await happen(player);
    expect((await update(player.id, { ...form, hasClaimedFounderPackage: true })).statusCode).toBe(409);
  });

  test('is not disturbed by a sign-in', async () => {
    const player = await registerPlayer(portal);
    const form = formOf(await read(player.id));
    await signIn(portal, player);
    expect((await update(player.id, { ...form, hasClaimedFounderPackage: true })).statusCode).toBe(200);
  });

  test('saves once when two save at once', async () => {
    const player = await registerPlayer(portal);
    const form = formOf(await read(player.id));
    const answers = await Promise.all(
      [1, 2, 3, 4].map((agaiaCoins) => update(player.id, { ...form, agaiaCoins })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409, 409,
    ]);
    expect(await auditOf(player.id)).toHaveLength(1);
  });
});

test('the history shows the newest of what has happened around an account', async () => {
  const player = await createSignedInPlayer(portal);
  await signIn(portal, player);
  const history = async () =>
    (await portal.call('GET', `/admin/users/${player.id}/history`, { token: staff.token })).json();
  expect(await history()).toEqual({
    bans: [],
    ledger: [],
    sessions: [
      { createdAt: expect.any(String), lastUsedAt: expect.any(String) },
      { createdAt: expect.any(String), lastUsedAt: expect.any(String) },
    ],
    mails: [
      {
        kind: 'confirm-email',
        recipient: player.email,
        createdAt: expect.any(String),
        sentAt: expect.toSatisfy((time) => time === null || !Number.isNaN(Date.parse(time))),
        failedAt: null,
        failure: null,
      },
    ],
  });
  const unknown = await portal.call('GET', '/admin/users/2147483647/history', { token: staff.token });
  expect(unknown.statusCode).toBe(404);
});

describe('ending the sessions of an account', () => {
  test('signs it out everywhere, once, with an entry in the audit log', async () => {
    const player = await createSignedInPlayer(portal);
    await signIn(portal, player);
    const end = () => portal.call('DELETE', `/admin/users/${player.id}/sessions`, { token: staff.token });

    const answers = await Promise.all([end(), end()]);

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 204]);
    expect((await portal.call('GET', '/user/profile', { token: player.token })).statusCode).toBe(401);
    expect(await auditOf(player.id)).toMatchObject([
      { kind: 'user.end_sessions', before: { sessions: 2 }, after: { sessions: 0 } },
    ]);
  });

  test('is not for an id that nobody has', async () => {
    const response = await portal.call('DELETE', '/admin/users/2147483647/sessions', { token: staff.token });
    expect(response.statusCode).toBe(404);
  });
});

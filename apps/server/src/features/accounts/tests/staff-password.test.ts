import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { accounts, bans } from '#features/identity/accounts.tables.ts';
import { mails } from '#features/mail/mail.tables.ts';
import {
  attemptSignIn,
  createOwner,
  createSignedInPlayer,
  createStaff,
  type Player,
  receivedMail,
  registerPlayer,
  settleOutbox,
  signIn,
  tokenIn,
  uniqueName,
  until,
  usePortal,
} from '#test/account-journeys.ts';
import { entriesAbout } from '#test/audit.ts';
import { updateUser } from '#test/edited-users.ts';
import { countLockWaits } from '#test/locks.ts';

const portal = await usePortal({ isWorker: true });
const { db } = portal.parts;
const owner = await createOwner(portal);
const staff = await createStaff(portal, ['users']);

const CHOSEN = 'chosen by an owner';
const ONLY_OWNERS = 'Only an owner can set a password. Send a reset link instead.';

const accountOf = async (id: number) => (await db.select().from(accounts).where(eq(accounts.id, id)))[0];
const sendLink = (id: number, by: { token: string } = staff) =>
  portal.call('POST', `/admin/users/${id}/reset-link`, { token: by.token });

describe('a password set by staff', () => {
  test.each(['another account', 'their own account'])('is refused to all but owners: %s', async (whose) => {
    const player = await createSignedInPlayer(portal);
    if (whose === 'their own account')
      await db.update(accounts).set({ webMgt: 2 }).where(eq(accounts.id, player.id));
    const by = whose === 'their own account' ? player : staff;
    const before = await accountOf(player.id);
    const response = await updateUser(portal, by, player.id, { password: CHOSEN, userName: uniqueName() });
    expect([response.statusCode, response.json().message]).toEqual([403, ONLY_OWNERS]);
    const after = await accountOf(player.id);
    expect([after?.passwordHash, after?.userName]).toEqual([before?.passwordHash, player.username]);
    expect(await entriesAbout(portal, player.id)).toEqual([]);
  });

  test('is refused when an owner is demoted while the request waits', async () => {
    const [boss, player] = [await createOwner(portal), await registerPlayer(portal)];
    const before = await accountOf(player.id);
    const { answer } = await db.transaction(async (tx) => {
      await tx.update(accounts).set({ permission: 0, webMgt: 2 }).where(eq(accounts.id, boss.id));
      const sent = updateUser(portal, boss, player.id, { password: CHOSEN });
      await until(async () => (await countLockWaits(db)) > 0);
      return { answer: sent };
    });
    expect([(await answer).statusCode, (await answer).json().message]).toEqual([403, ONLY_OWNERS]);
    expect(await accountOf(player.id)).toEqual(before);
  });

  test('is reported to the account, with a link to choose another one', async () => {
    const player = await createSignedInPlayer(portal);
    expect((await updateUser(portal, owner, player.id, { password: CHOSEN })).statusCode).toBe(200);
    const mail = await receivedMail(db, { to: player.email, subject: /password was changed/ });
    expect(mail.bodyText).toContain('by our staff');
    expect(mail.bodyText).toContain(`${portal.parts.config.publicOrigin}/not-me/${tokenIn(mail)}`);
    expect(mail.bodyText + mail.html).not.toContain(CHOSEN);
    await expect(signIn(portal, { ...player, password: CHOSEN })).resolves.toBeTruthy();
  });

  test('sends no mail when the edit is refused', async () => {
    const [player, other] = [await registerPlayer(portal), await registerPlayer(portal)];
    const edit = { password: CHOSEN, userName: other.username };
    expect((await updateUser(portal, owner, player.id, edit)).statusCode).toBe(409);
    expect(await mailsTo(player, 'password-changed')).toBe(0);
  });
});

describe('a reset link sent by staff', () => {
  test('lets the player choose a password, and changes nothing before', async () => {
    const player = await createSignedInPlayer(portal);
    await confirm(player);
    const response = await sendLink(player.id);
    expect([response.statusCode, response.json()]).toEqual([200, { message: 'Reset link sent.' }]);
    const mail = await receivedMail(db, { to: player.email, subject: /Reset your .* password/ });
    expect(mail.bodyText).toContain('Our staff sent you this link');
    expect((await portal.call('GET', '/user/profile', { token: player.token })).statusCode).toBe(200);
    await expect(signIn(portal, player)).resolves.toBeTruthy();
    const body = { newPassword: 'chosen by the player' };
    const reset = await portal.call('POST', `/auth/reset-password/${tokenIn(mail)}`, { body });
    expect(reset.statusCode).toBe(200);
    await expect(signIn(portal, { ...player, password: body.newPassword })).resolves.toBeTruthy();
    expect(await entriesAbout(portal, player.id)).toMatchObject([
      { kind: 'user.reset_link', target: String(player.id), staffId: staff.id, before: null, after: null },
    ]);
  });

  test('shares the ration of three an hour with the requests of the player', async () => {
    const player = await registerPlayer(portal);
    await portal.call('POST', '/user/request-password-reset-unauth', { body: { email: player.email } });
    await settleOutbox(portal);
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => sendLink(player.id)));
    await settleOutbox(portal);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 200, 429, 429, 429,
    ]);
    const refused = answers.find(({ statusCode }) => statusCode === 429);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(3000);
    expect(await mailsTo(player, 'reset-password')).toBe(3);
    expect(await entriesAbout(portal, player.id)).toHaveLength(2);
  });

  test('says so when the address is unconfirmed', async () => {
    const player = await registerPlayer(portal);
    expect((await sendLink(player.id)).json()).toEqual({
      message:
        'Reset link sent. This email address was never confirmed: make sure that it belongs to the player.',
    });
  });

  test('says so when the account is banned, which can still choose a password', async () => {
    const player = await registerPlayer(portal);
    await confirm(player);
    await db.insert(bans).values({ accountId: player.id, description: 'Stolen' });
    expect((await sendLink(player.id)).json()).toEqual({
      message: "Reset link sent. The account is banned: the player can't sign in until the ban ends.",
    });
    const mail = await receivedMail(db, { to: player.email, subject: /Reset your .* password/ });
    const body = { newPassword: 'chosen by the player' };
    await portal.call('POST', `/auth/reset-password/${tokenIn(mail)}`, { body });
    expect((await attemptSignIn(portal, { ...player, password: body.newPassword })).statusCode).toBe(403);
  });

  test('says so when the last mail to the address was refused', async () => {
    const player = await registerPlayer(portal);
    await settleOutbox(portal);
    await confirm(player);
    await db
      .update(mails)
      .set({ sentAt: null, failedAt: sql`now()`, failure: '550 No such mailbox' })
      .where(eq(mails.accountId, player.id));
    expect((await sendLink(player.id)).json()).toEqual({
      message: 'Reset link sent. The last mail to this address was refused, so this one may be too.',
    });
    await settleOutbox(portal);
    // It has arrived, so that the address works again.
    expect((await sendLink(player.id)).json()).toEqual({ message: 'Reset link sent.' });
  });

  test('is refused for superiors, unknown accounts and staff of other sections', async () => {
    const [player, others] = [await registerPlayer(portal), await createStaff(portal, ['actions'])];
    expect((await sendLink(owner.id)).statusCode).toBe(403);
    expect((await sendLink(2_147_483_647)).statusCode).toBe(404);
    expect((await sendLink(player.id, others)).statusCode).toBe(403);
    expect(await mailsTo(owner, 'reset-password')).toBe(0);
  });
});

function confirm({ id }: Player) {
  return db
    .update(accounts)
    .set({ emailConfirmedAt: sql`now()` })
    .where(eq(accounts.id, id));
}

async function mailsTo({ email }: Player, kind: string): Promise<number> {
  return db.$count(mails, sql`recipient = ${email} and kind = ${kind}`);
}

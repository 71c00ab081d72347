import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  createOwner,
  createSignedInPlayer,
  randomAddress,
  registerPlayer,
  signIn,
} from '#test/account-journeys.ts';
import { entriesAbout } from '#test/audit.ts';
import { useBanningStaff } from '#test/staff-journeys.ts';
import { bans } from '#features/identity/accounts.tables.ts';
import { sessions } from '#features/sessions/sessions.tables.ts';

const { portal, staff, ban, unban, attempt } = await useBanningStaff();

const auditOf = (accountId: number) => entriesAbout(portal, accountId);
const bansOf = (accountId: number) =>
  portal.parts.db.select().from(bans).where(eq(bans.accountId, accountId)).orderBy(bans.id);

describe('a ban', () => {
  test('ends every session at once, tells the player why, and stands in the audit log', async () => {
    const player = await createSignedInPlayer(portal);
    await signIn(portal, player);

    const response = await ban(player.id);

    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ message: `User ${player.username} banned successfully.` });
    expect((await portal.call('GET', '/user/profile', { token: player.token })).statusCode).toBe(401);
    const left = await portal.parts.db.select().from(sessions).where(eq(sessions.accountId, player.id));
    expect(left).toEqual([]);
    const refused = await attempt(player);
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toMatchObject({
      code: 'account_banned',
      message: 'This account is banned until 3 December 2099 at 14:05 UTC. Reason: Used a bot',
    });
    expect(await auditOf(player.id)).toMatchObject([
      {
        kind: 'user.ban',
        staffId: staff.id,
        target: String(player.id),
        before: null,
        after: { endTime: '2099-12-03T14:05:00.000Z', ip: null, description: 'Used a bot' },
      },
    ]);
  });

  test('expires by itself', async () => {
    const player = await createSignedInPlayer(portal);
    const endTime = new Date(Date.now() + 3_600_000).toISOString();
    await ban(player.id, { endTime });
    expect((await attempt(player)).statusCode).toBe(403);
    await portal.parts.db
      .update(bans)
      .set({ startsAt: sql`now() - interval '2 hours'`, endsAt: sql`now()` })
      .where(eq(bans.accountId, player.id));
    await expect(signIn(portal, player)).resolves.toBeTruthy();
    const owner = await createOwner(portal);
    const seen = await portal.call('GET', `/admin/users/${player.id}`, { token: owner.token });
    expect(seen.json()).toMatchObject({ banned: false, bannedUntil: null, banReason: null });
  });

  test('bans the last address when none is named, and no address for null', async () => {
    const address = randomAddress();
    const player = await registerPlayer(portal);
    await attempt(player, address);
    await ban(player.id, { ip: undefined });
    await ban(player.id, { ip: null });
    expect(await bansOf(player.id)).toMatchObject([
      { ip: address, network: address },
      { ip: null, network: null },
    ]);
  });

  test('starts now at the latest, whatever the staff member’s clock says', async () => {
    const player = await createSignedInPlayer(portal);
    await ban(player.id, { startTime: '2098-01-01 00:00:00' });
    await ban(player.id, { startTime: '2026-01-01 00:00:00' });
    expect((await attempt(player)).statusCode).toBe(403);
    const [first, second] = await bansOf(player.id);
    expect(Math.abs(Date.now() - Number(first?.startsAt))).toBeLessThan(10_000);
    expect(second?.startsAt).toEqual(new Date('2026-01-01T00:00:00Z'));
  });

  test('is refused when its end is in the past', async () => {
    const player = await createSignedInPlayer(portal);
    const response = await ban(player.id, { endTime: '2026-01-01 00:00:00' });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      fields: { endTime: 'The end of a ban must be in the future.' },
    });
    expect((await portal.call('GET', '/user/profile', { token: player.token })).statusCode).toBe(200);
    expect([await bansOf(player.id), await auditOf(player.id)]).toEqual([[], []]);
  });

  test.each([
    ['description', { description: '' }, 'Ban End Time and Reason are required.'],
    ['description', { description: undefined }, 'Ban End Time and Reason are required.'],
    ['description', { description: 'x'.repeat(501) }, 'Ban End Time and Reason are required.'],
    ['endTime', { endTime: undefined }, undefined],
    ['endTime', { endTime: 'soon' }, undefined],
    ['ip', { ip: '10.0.0.256' }, undefined],
    ['ip', { ip: 'localhost' }, undefined],
    ['accountDBID', { accountDBID: 0 }, undefined],
  ])('is refused for a bad %s', async (field, given, message = expect.any(String)) => {
    const player = await registerPlayer(portal);
    const response = await ban(player.id, given);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ fields: { [field]: message } });
    expect(await bansOf(player.id)).toEqual([]);
  });

  test('is refused for an unknown id and for oneself', async () => {
    expect((await ban(2_147_483_647)).statusCode).toBe(404);
    const own = await ban(staff.id);
    expect([own.statusCode, own.json().message]).toEqual([403, 'You cannot ban yourself.']);
  });
});

describe('lifting bans', () => {
  test('lifts every active ban and leaves expired ones unchanged', async () => {
    const player = await registerPlayer(portal);
    await ban(player.id);
    await ban(player.id, { description: 'Twice' });
    await portal.parts.db.insert(bans).values({
      accountId: player.id,
      description: 'Long ago',
      startsAt: new Date('2026-01-01'),
      endsAt: new Date('2026-02-01'),
    });

    const response = await unban(player.id);

    expect(response.json()).toEqual({ message: `User ${player.username} unbanned successfully.` });
    await expect(signIn(portal, player)).resolves.toBeTruthy();
    expect((await bansOf(player.id)).map(({ isActive }) => isActive)).toEqual([false, false, true]);
    expect((await auditOf(player.id)).at(-1)).toMatchObject({
      kind: 'user.unban',
      before: { bans: [{ description: 'Used a bot' }, { description: 'Twice' }] },
    });
  });

  test('writes one audit entry for concurrent requests', async () => {
    const player = await registerPlayer(portal);
    await ban(player.id);
    const answers = await Promise.all([unban(player.id), unban(player.id), unban(player.id)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    const kinds = (await auditOf(player.id)).map(({ kind }) => kind);
    expect(kinds).toEqual(['user.ban', 'user.unban']);
  });

  test('is refused for an invalid or unknown id', async () => {
    const bad = await portal.call('POST', '/admin/unbanUser', {
      token: staff.token,
      body: { accountDBID: 'x' },
    });
    expect(bad.statusCode).toBe(400);
    expect((await unban(2_147_483_647)).statusCode).toBe(404);
  });

  test('is serialised with a concurrent ban', async () => {
    const player = await registerPlayer(portal);
    const answers = await Promise.all([ban(player.id), unban(player.id), ban(player.id), unban(player.id)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    await unban(player.id);
    await expect(signIn(portal, player)).resolves.toBeTruthy();
  });
});

test('a ban stops a sign-in that is in progress', async () => {
  const player = await registerPlayer(portal);
  const [banned, ...attempts] = await Promise.all([
    ban(player.id),
    ...Array.from({ length: 5 }, () => attempt(player)),
  ]);
  expect(banned?.statusCode).toBe(200);
  for (const answer of attempts) {
    const token = answer.json().accessToken ?? 'refused';
    expect((await portal.call('GET', '/user/profile', { token })).statusCode).toBe(401);
  }
  expect((await attempt(player)).statusCode).toBe(403);
});

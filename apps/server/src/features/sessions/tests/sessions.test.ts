import { eq, sql } from 'drizzle-orm';
import type pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { hashToken } from '#platform/auth/tokens.ts';
import {
  usePortal,
  createSignedInPlayer,
  createUnconfirmedPlayer,
  signIn,
  until,
} from '#test/account-journeys.ts';
import { countLockWaits } from '#test/locks.ts';
import { accounts, bans } from '#features/identity/accounts.tables.ts';
import { accountActivity } from '#features/identity/activity.tables.ts';
import { sessions } from '#features/sessions/sessions.tables.ts';
import { deleteExpiredSessions, endSessionsOfAccount } from '#features/sessions/sessions.queries.ts';

const portal = await usePortal();

const profile = (token: string, address?: string) =>
  portal.call('GET', '/user/profile', { token, ...(address && { address }) });

const moveLastUse = (token: string, interval: string) =>
  portal.parts.db
    .update(sessions)
    .set({ lastUsedAt: sql`now() - ${interval}::interval` })
    .where(eq(sessions.tokenHash, hashToken(token)));

const readSession = async (token: string) => {
  const found = await portal.parts.db
    .select()
    .from(sessions)
    .where(eq(sessions.tokenHash, hashToken(token)));
  return found[0];
};

describe('the profile', () => {
  test('belongs to the session’s account', async () => {
    const player = await createUnconfirmedPlayer(portal);
    const response = await profile(player.token);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      userName: player.username,
      email: player.email,
      isEmailConfirmed: false,
      avatarUrl: null,
      accountDBID: player.id,
      registerTime: expect.any(String),
      lastLoginTime: expect.any(String),
      agaiaCoins: 0,
      astrumCoins: 0,
      agaiaClubExpiry: null,
      hasClaimedVeteranPackage: false,
      hasClaimedFounderPackage: false,
      twitchId: null,
      webMgt: 1,
      privilege: 0,
      sections: [],
    });
  });

  test('is read with its session in one prepared statement', async () => {
    const player = await createSignedInPlayer(portal);
    // Drizzle has its pool there, which its type leaves out.
    const { $client: pool } = portal.parts.db as unknown as { $client: pg.Pool };
    const query = vi.spyOn(pool, 'query');
    const { statusCode } = await profile(player.token);
    const statements = query.mock.calls.map(([statement]) => statement as unknown as pg.QueryConfig);
    query.mockRestore();
    expect(statusCode).toBe(200);
    expect(statements.map(({ name }) => name)).toEqual(['profiles_of_sessions']);
  });

  test.each([undefined, 'nonsense', 'A'.repeat(43)])('is refused for the token %s', async (token) => {
    const response = await portal.call('GET', '/user/profile', { ...(token && { token }) });
    expect(response.statusCode).toBe(401);
    expect(response.json()).toMatchObject({ code: 'unauthenticated' });
  });

  test('can be read during a password reset without failing either', async () => {
    const player = await createSignedInPlayer(portal);
    await moveLastUse(player.token, '2 hours');
    const { db } = portal.parts;
    const reading = await db.transaction(async (tx) => {
      await tx.update(accounts).set({ passwordHash: 'another' }).where(eq(accounts.id, player.id));
      const answer = profile(player.token);
      await until(async () => (await countLockWaits(db)) > 0);
      await endSessionsOfAccount(tx, player.id);
      return { answer };
    });
    expect((await reading.answer).statusCode).toBe(200);
    expect(await readSession(player.token)).toBeUndefined();
  });

  test('shows a new rank in an existing session', async () => {
    const player = await createSignedInPlayer(portal);
    await portal.parts.db.update(accounts).set({ webMgt: 77 }).where(eq(accounts.id, player.id));
    expect((await profile(player.token)).json()).toMatchObject({ webMgt: 77, privilege: 0 });
  });
});

describe('a session', () => {
  test('ends on logout, and other sessions of the account stay', async () => {
    const player = await createSignedInPlayer(portal);
    const other = await signIn(portal, player);

    const out = await portal.call('POST', '/auth/logout', { token: player.token });

    expect(out.statusCode).toBe(204);
    expect((await profile(player.token)).statusCode).toBe(401);
    expect((await profile(other.accessToken)).statusCode).toBe(200);
    expect((await portal.call('POST', '/auth/logout', { token: player.token })).statusCode).toBe(401);
  });

  test('is refused while the account is banned', async () => {
    const player = await createSignedInPlayer(portal);
    await portal.parts.db.insert(bans).values({ accountId: player.id, description: 'Used a bot' });
    expect((await profile(player.token)).statusCode).toBe(401);
  });

  test('expires after thirty days without use, and is deleted', async () => {
    const player = await createSignedInPlayer(portal);
    await moveLastUse(player.token, '29 days 23 hours');
    expect((await profile(player.token)).statusCode).toBe(200);

    await moveLastUse(player.token, '30 days');
    expect((await profile(player.token)).statusCode).toBe(401);
    await deleteExpiredSessions(portal.parts.db);
    expect(await readSession(player.token)).toBeUndefined();
  });

  test('is extended by use, with one write an hour', async () => {
    const player = await createSignedInPlayer(portal);
    // The first use of a day is written, too.
    await portal.parts.db
      .update(sessions)
      .set({ lastUsedAt: sql`greatest(now() - interval '59 minutes', date_trunc('day', now(), 'UTC'))` })
      .where(eq(sessions.tokenHash, hashToken(player.token)));
    const before = await readSession(player.token);
    await profile(player.token);
    expect((await readSession(player.token))?.lastUsedAt).toEqual(before?.lastUsedAt);

    await moveLastUse(player.token, '61 minutes');
    await profile(player.token, '198.51.100.8');
    const used = await readSession(player.token);
    expect(Date.now() - Number(used?.lastUsedAt)).toBeLessThan(10_000);
    const [activity] = await portal.parts.db
      .select()
      .from(accountActivity)
      .where(eq(accountActivity.accountId, player.id));
    expect(activity?.lastIp).toBe('198.51.100.8');
    expect(activity?.lastLoginIp).not.toBe('198.51.100.8');
  });

  test('survives an invalid address from an untrusted proxy', async () => {
    const player = await createSignedInPlayer(portal);
    await moveLastUse(player.token, '2 hours');
    expect((await profile(player.token, 'unknown')).statusCode).toBe(200);
  });
});

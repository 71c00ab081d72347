import { hash } from '@node-rs/argon2';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { ARGON2ID, createPasswords } from '#platform/auth/passwords.ts';
import {
  usePortal,
  PASSWORD,
  type Player,
  type Portal,
  randomAddress,
  registerPlayer,
  uniqueName,
  useSecondProcess,
} from '#test/account-journeys.ts';
import { accounts, bans } from '#features/identity/accounts.tables.ts';
import { accountActivity } from '#features/identity/activity.tables.ts';
import { sessions } from '#features/sessions/sessions.tables.ts';

let verifications: (string | undefined)[] = [];
const real = createPasswords();
const counting = {
  ...real,
  verify: (storedHash: string | undefined, password: string) => {
    verifications.push(storedHash);
    return real.verify(storedHash, password);
  },
};

const portal = await usePortal({ passwords: counting });

type Attempt = { identifier: string; password?: string; address?: string };

const attempt = (
  { identifier, password = PASSWORD, address }: Attempt,
  { call }: Pick<Portal, 'call'> = portal,
) => call('POST', '/auth/login', { body: { identifier, password }, ...(address && { address }) });

const ban = (player: Player, row: Partial<typeof bans.$inferInsert> = {}) =>
  portal.parts.db.insert(bans).values({ accountId: player.id, description: 'Used a bot', ...row });

describe('signing in', () => {
  test('works by name and by e-mail in any case, before the address is confirmed', async () => {
    const player = await registerPlayer(portal);

    const answers = await Promise.all(
      [player.username, player.username.toUpperCase(), player.email, player.email.toUpperCase()].map(
        (identifier) => attempt({ identifier }),
      ),
    );

    for (const answer of answers) {
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.json()).toEqual({
        accessToken: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
        privilege: 0,
        sections: [],
        webMgt: 1,
        accountDBID: player.id,
        userName: player.username,
        email: player.email,
        expiresAt: expect.any(String),
      });
    }
    const days = (Date.parse(answers[0]?.json().expiresAt) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(30, 2);
  });

  test('ends by the clock of the database, whatever this machine thinks', async () => {
    const player = await registerPlayer(portal);
    const now = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: now + 100 * 86_400_000 });
    onTestFinished(() => void vi.useRealTimers());
    const answer = await attempt({ identifier: player.username });
    expect((Date.parse(answer.json().expiresAt) - now) / 86_400_000).toBeCloseTo(30, 2);
  });

  test('records the time and the address', async () => {
    const player = await registerPlayer(portal);
    await attempt({ identifier: player.username, address: '::ffff:198.51.100.7' });
    const [activity] = await portal.parts.db
      .select()
      .from(accountActivity)
      .where(eq(accountActivity.accountId, player.id));
    expect(activity).toMatchObject({ lastLoginIp: '198.51.100.7', lastIp: '198.51.100.7' });
    expect(Date.now() - Number(activity?.lastLoginAt)).toBeLessThan(10_000);
  });

  test('stores the token only as a hash', async () => {
    const player = await registerPlayer(portal);
    const { accessToken } = (await attempt({ identifier: player.username })).json();
    const [session] = await portal.parts.db.select().from(sessions).where(eq(sessions.accountId, player.id));
    expect(session?.tokenHash).toHaveLength(32);
    expect(session?.tokenHash.includes(Buffer.from(accessToken, 'base64url'))).toBe(false);
  });

  test('fails the same for an unknown name and a wrong password, hashing for both', async () => {
    const player = await registerPlayer(portal);
    verifications = [];

    const unknown = await attempt({ identifier: uniqueName(), password: 'wrong password' });
    const wrong = await attempt({ identifier: player.username, password: 'wrong password' });

    const { requestId: _unknownId, ...unknownBody } = unknown.json();
    const { requestId: _wrongId, ...wrongBody } = wrong.json();
    expect(unknownBody).toEqual({
      code: 'unauthenticated',
      message: 'Wrong username, email or password.',
    });
    expect(wrongBody).toEqual(unknownBody);
    expect([unknown.statusCode, wrong.statusCode]).toEqual([401, 401]);
    expect(verifications).toEqual([undefined, expect.stringContaining('$argon2id$')]);
  });

  test.each([{}, { identifier: 'x' }, { identifier: '', password: 'x' }, { identifier: 1, password: [] }])(
    'is refused for the incomplete %j',
    async (body) => {
      const response = await portal.call('POST', '/auth/login', { body });
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({ code: 'validation_failed', message: expect.any(String) });
    },
  );

  test('ends the least recently used sessions beyond a hundred per account', async () => {
    const player = await registerPlayer(portal);
    await portal.parts.db.execute(sql`
      insert into sessions (token_hash, account_id, last_used_at)
      select sha256(convert_to(${player.username} || n, 'UTF8')), ${player.id}, now() - make_interval(mins => n)
      from generate_series(1, 120) as n`);
    await attempt({ identifier: player.username });
    const { rows } = await portal.parts.db.execute(sql`
      select count(*)::int as kept, min(last_used_at) > now() - interval '100 minutes' as newest
      from sessions where account_id = ${player.id}`);
    expect(rows).toEqual([{ kept: 100, newest: true }]);
  });

  test('upgrades a weaker hash to the current parameters', async () => {
    const player = await registerPlayer(portal);
    const weaker = await hash(PASSWORD, { ...ARGON2ID, memoryCost: 8192, timeCost: 1 });
    await portal.parts.db.update(accounts).set({ passwordHash: weaker }).where(eq(accounts.id, player.id));

    expect((await attempt({ identifier: player.username })).statusCode).toBe(200);

    const [account] = await portal.parts.db.select().from(accounts).where(eq(accounts.id, player.id));
    expect(account?.passwordHash).toContain('$m=12288,t=3,p=1$');
    expect((await attempt({ identifier: player.username })).statusCode).toBe(200);
  });
});

test('a sign-in that started before a reset opens no session after it', async () => {
  const player = await registerPlayer(portal);
  const reset = async () => {
    const passwordHash = await real.hash('a wholly new password');
    await portal.parts.db.update(accounts).set({ passwordHash }).where(eq(accounts.id, player.id));
  };
  const slow = await useSecondProcess(portal, {
    ...real,
    verify: async (storedHash, password) => {
      const isRight = await real.verify(storedHash, password);
      await reset();
      return isRight;
    },
  });

  expect((await attempt({ identifier: player.username }, slow)).statusCode).toBe(401);
  const opened = await portal.parts.db.select().from(sessions).where(eq(sessions.accountId, player.id));
  expect(opened).toEqual([]);
});

describe('a banned account', () => {
  test('sees the end and the reason, with the right password only', async () => {
    const player = await registerPlayer(portal);
    await ban(player, { endsAt: new Date('2099-12-03T14:05:00Z') });

    const right = await attempt({ identifier: player.username });
    const wrong = await attempt({ identifier: player.username, password: 'wrong password' });

    expect(right.statusCode).toBe(403);
    expect(right.json()).toMatchObject({
      code: 'account_banned',
      message: 'This account is banned until 3 December 2099 at 14:05 UTC. Reason: Used a bot',
    });
    expect(wrong.json()).toMatchObject({ code: 'unauthenticated' });
  });

  test('is told when the ban is permanent', async () => {
    const player = await registerPlayer(portal);
    await ban(player, { endsAt: new Date('2099-12-03T14:05:00Z') });
    await ban(player);
    const response = await attempt({ identifier: player.username });
    expect(response.json().message).toBe('This account is banned permanently. Reason: Used a bot');
  });

  test.each([
    ['is over', { startsAt: new Date('2020-01-01'), endsAt: new Date('2020-01-02') }],
    ['has not begun', { startsAt: new Date('2099-01-01') }],
    ['was lifted', { isActive: false }],
  ])('signs in when the ban %s', async (_, row) => {
    const player = await registerPlayer(portal);
    await ban(player, row);
    expect((await attempt({ identifier: player.username })).statusCode).toBe(200);
  });
});

/** The statuses of fifty wrong passwords from one IPv6 network. */
async function failFrom(network: string): Promise<number[]> {
  const attempts = Array.from({ length: 50 }, (_, host) =>
    attempt({ identifier: uniqueName(), address: `${network}::${host}` }),
  );
  return (await Promise.all(attempts)).map(({ statusCode }) => statusCode);
}

describe('the throttle', () => {
  test('allows ten wrong passwords per name, in any case', async () => {
    const player = await registerPlayer(portal);
    const codes: number[] = [];
    for (let index = 0; index < 12; index += 1) {
      const identifier = index % 2 === 0 ? player.username : player.username.toUpperCase();
      codes.push((await attempt({ identifier, password: 'wrong password' })).statusCode);
    }

    const right = await attempt({ identifier: player.username });

    expect(codes).toEqual([...Array(10).fill(401), 429, 429]);
    expect(right.statusCode).toBe(429);
    expect(right.json()).toMatchObject({
      code: 'too_many_requests',
      message: 'Too many attempts. Please try again in 15 minutes.',
    });
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(890);
  });

  test('treats an unknown name like an existing one', async () => {
    const identifier = uniqueName();
    const codes: number[] = [];
    for (let index = 0; index < 11; index += 1) codes.push((await attempt({ identifier })).statusCode);
    expect(codes).toEqual([...Array(10).fill(401), 429]);
  });

  test('allows fifty wrong passwords per address', async () => {
    const address = randomAddress();
    const attempts = Array.from({ length: 55 }, () => attempt({ identifier: uniqueName(), address }));
    const codes = (await Promise.all(attempts)).map(({ statusCode }) => statusCode);
    expect(codes.filter((code) => code === 401)).toHaveLength(50);
    expect(codes.filter((code) => code === 429)).toHaveLength(5);
  });

  test('allows the networks around an IPv6 address four and sixteen times as many', async () => {
    for (const subnet of [1, 2, 3, 4])
      expect(await failFrom(`2001:db8:51:10${subnet}`)).toEqual(Array(50).fill(401));
    expect(await failFrom('2001:db8:51:105')).toEqual(Array(50).fill(429));
    expect(await failFrom('2001:db8:51:205')).toEqual(Array(50).fill(401));
  });

  test('does not count successful sign-ins', async () => {
    const player = await registerPlayer(portal);
    const address = randomAddress();
    for (let index = 0; index < 12; index += 1) {
      expect((await attempt({ identifier: player.username, address })).statusCode).toBe(200);
    }
  });

  test('gets back every attempt of parallel sign-ins from one address in two processes', async () => {
    const [players, address] = [
      await Promise.all([1, 2, 3].map(() => registerPlayer(portal))),
      randomAddress(),
    ];
    const second = await useSecondProcess(portal);
    const signIns = Array.from({ length: 24 }, (_, index) =>
      attempt({ identifier: players[index % 3]?.username ?? '', address }, index % 2 === 0 ? portal : second),
    );
    const statuses = (await Promise.all(signIns)).map(({ statusCode }) => statusCode);
    const { rows } = await portal.parts.db.execute(
      sql`select used from rate_limits where key = ${`sign-in address:${address}`}`,
    );
    expect(statuses).toEqual(Array(24).fill(200));
    expect(rows).toEqual([]);
  });

  test('holds across two processes: ten of forty concurrent wrong passwords are tried', async () => {
    const player = await registerPlayer(portal);
    const second = await useSecondProcess(portal);
    const attempts = Array.from({ length: 40 }, (_, index) =>
      attempt({ identifier: player.username, password: 'wrong password' }, index % 2 === 0 ? portal : second),
    );

    const codes = (await Promise.all(attempts)).map(({ statusCode }) => statusCode);

    expect(codes.filter((code) => code === 401)).toHaveLength(10);
    expect(codes.filter((code) => code === 429)).toHaveLength(30);
  });

  test('resets after its window', async () => {
    const player = await registerPlayer(portal);
    for (let index = 0; index < 11; index += 1)
      await attempt({ identifier: player.username, password: 'wrong password' });
    await portal.parts.db.execute(sql`
      update rate_limits set resets_at = now() where key like 'sign-in stranger %'`);
    expect((await attempt({ identifier: player.username })).statusCode).toBe(200);
  });

  test('does not count an attempt that met a full password queue', async () => {
    const player = await registerPlayer(portal);
    const crowded = await useSecondProcess(portal, createPasswords({ concurrency: 0, maxWaiting: 0 }));
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => attempt({ identifier: player.username }, crowded)),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(503));
    expect(answers[0]?.headers['retry-after']).toBe('5');
    expect((await attempt({ identifier: player.username })).statusCode).toBe(200);
  });
});

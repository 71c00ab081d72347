import { eq, sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { randomAddress, registerPlayer, usePortal, useSecondProcess } from '#test/account-journeys.ts';
import { createFilledDatabase, heroes, scansDuring } from '#test/plans.ts';
import { cookieOf, LOCKED, signInAttempts } from '#test/sign-in-attempts.ts';
import { deleteUnusedOrigins, insertKnownOrigin } from '#features/sessions/known-devices.queries.ts';
import { knownDevices, knownNetworks } from '#features/sessions/known-devices.tables.ts';
import { countSignInAttempt } from '#features/sessions/sign-in.queries.ts';
import { createToken, hashToken } from '#platform/auth/tokens.ts';

const portal = await usePortal({ isWorker: true });
const { attempt, statusOf, signInFrom, fail, resetPassword } = signInAttempts(portal);

describe('a known device', () => {
  test('has its own limit, which leaves strangers theirs', async () => {
    const { username } = await registerPlayer(portal);
    const cookie = await signInFrom({ identifier: username });
    expect(await fail({ identifier: username, cookie })).toEqual(LOCKED);
    expect(await statusOf({ identifier: username, cookie })).toBe(429);
    expect(await statusOf({ identifier: username })).toBe(200);
  });

  test('keeps its token, in a cookie that scripts and other sites cannot use', async () => {
    const { id, username } = await registerPlayer(portal);
    const first = await attempt({ identifier: username });
    const cookie = cookieOf(first);
    expect(first.headers['set-cookie']).toMatch(
      /^[\w-]*device=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(await signInFrom({ identifier: username, cookie })).toBe(cookie);
    const stored = await portal.parts.db.select().from(knownDevices).where(eq(knownDevices.accountId, id));
    expect(stored).toHaveLength(1);
    expect(stored[0]?.tokenHash).toHaveLength(32);
    expect((await attempt({ identifier: username, password: 'wrong', cookie })).headers).not.toHaveProperty(
      'set-cookie',
    );
  });

  test('may be known to four accounts, and only to those that signed in from it', async () => {
    const players = await Promise.all(Array.from({ length: 5 }, () => registerPlayer(portal)));
    let cookie: string | undefined;
    for (const { username } of players) cookie = await signInFrom({ identifier: username, cookie });
    for (const { username } of players) await fail({ identifier: username });
    const statuses: number[] = [];
    for (const { username } of players) statuses.push(await statusOf({ identifier: username, cookie }));
    expect(statuses).toEqual([429, 200, 200, 200, 200]);
  });

  test.each([
    'device=',
    'device=..',
    `device=${'a'.repeat(4000)}`,
    `device=${'a'.repeat(42)}%00`,
    'device=%',
  ])('is not recognised by the cookie %s', async (cookie) => {
    const { username } = await registerPlayer(portal);
    expect(await statusOf({ identifier: username, cookie: `waygate_${cookie}` })).toBe(200);
  });

  test('is one of a hundred at most, the least recently used is forgotten', async () => {
    const { id, username } = await registerPlayer(portal);
    const { db } = portal.parts;
    await db.execute(sql`
      insert into known_devices (token_hash, account_id, last_used_at)
      select sha256(convert_to(${username} || n, 'UTF8')), ${id}, now() - make_interval(mins => n)
      from generate_series(1, 120) as n`);
    await db.execute(sql`
      insert into known_networks (account_id, network, last_used_at)
      select ${id}, '198.51.100.' || n, now() - make_interval(mins => n) from generate_series(1, 120) as n`);
    await signInFrom({ identifier: username });
    for (const table of [sql`known_devices`, sql`known_networks`]) {
      const { rows } = await db.execute(sql`
        select count(*)::int as kept, min(last_used_at) > now() - interval '100 minutes' as newest
        from ${table} where account_id = ${id}`);
      expect(rows).toEqual([{ kept: 100, newest: true }]);
    }
  });
});

test('a known device and network are written again after an hour at the earliest', async () => {
  const [{ id, username }, address] = [await registerPlayer(portal), randomAddress()];
  const { db } = portal.parts;
  const cookie = await signInFrom({ identifier: username, address });
  const signInAfter = async (minutes: number) => {
    const [device] = await db
      .update(knownDevices)
      .set(usedBefore(minutes))
      .where(eq(knownDevices.accountId, id))
      .returning();
    const [network] = await db
      .update(knownNetworks)
      .set(usedBefore(minutes))
      .where(eq(knownNetworks.accountId, id))
      .returning();
    await signInFrom({ identifier: username, address, cookie });
    const [deviceNow] = await db.select().from(knownDevices).where(eq(knownDevices.accountId, id));
    const [networkNow] = await db.select().from(knownNetworks).where(eq(knownNetworks.accountId, id));
    return [deviceNow, networkNow].map(
      (row, index) => Number(row?.lastUsedAt) > Number([device, network][index]?.lastUsedAt),
    );
  };
  expect(await signInAfter(59)).toEqual([false, false]);
  expect(await signInAfter(61)).toEqual([true, true]);
});

const usedBefore = (minutes: number) => ({ lastUsedAt: sql`now() - make_interval(mins => ${minutes})` });

test('sign-ins and a reset at the same time leave only the new device known', async () => {
  const player = await registerPlayer(portal);
  const { id, username } = player;
  const cookie = await signInFrom({ identifier: username });
  const second = await useSecondProcess(portal);
  const signIns = Array.from({ length: 20 }, (_, index) =>
    attempt(
      { identifier: username, cookie: index % 4 < 2 ? cookie : undefined },
      index % 2 === 0 ? portal : second,
    ),
  );
  const [, answers] = await Promise.all([
    resetPassword(player, 'a wholly new password'),
    Promise.all(signIns),
  ]);
  expect(answers.filter(({ statusCode }) => ![200, 401, 429].includes(statusCode))).toEqual([]);
  const devices = await portal.parts.db.select().from(knownDevices).where(eq(knownDevices.accountId, id));
  const networks = await portal.parts.db.select().from(knownNetworks).where(eq(knownNetworks.accountId, id));
  expect([devices.length, networks.length]).toEqual([1, 1]);
});

test('a sign-in finds, remembers and forgets devices and networks through indexes', async () => {
  const address = randomAddress();
  const filled = await createFilledDatabase(
    ...heroes(3000),
    `insert into known_devices (token_hash, account_id)
     select sha256(convert_to(n::text, 'UTF8')), n from generate_series(1, 3000) n`,
    `insert into known_networks (account_id, network) select n, '198.51.100.1' from generate_series(1, 3000) n`,
  );
  onTestFinished(filled.drop);
  const deviceHash = hashToken(createToken());
  const scans = await scansDuring(filled, async (db) => {
    await countSignInAttempt(db, { identifier: 'hero_7', address, deviceHashes: [deviceHash] });
    await insertKnownOrigin(db, { accountId: 7, deviceHash, network: address });
    await deleteUnusedOrigins(db);
  });
  expect(scans.filter((scan) => scan.startsWith('Seq Scan known_'))).toEqual([]);
});

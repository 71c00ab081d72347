import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  createOwner,
  randomAddress,
  registerPlayer,
  uniqueName,
  usePortal,
  useSecondProcess,
} from '#test/account-journeys.ts';
import { type Attempt, cookieOf, LOCKED, signInAttempts } from '#test/sign-in-attempts.ts';
import { knownNetworks } from '#features/sessions/known-devices.tables.ts';

const portal = await usePortal({ isWorker: true });
const { attempt, statusOf, signInFrom, fail, resetPassword } = signInAttempts(portal);

describe("strangers' failures", () => {
  test('lock strangers out, but never a known device', async () => {
    const { username, email } = await registerPlayer(portal);
    const cookie = await signInFrom({ identifier: username });

    expect(await fail({ identifier: username })).toEqual(LOCKED);
    expect(await fail({ identifier: email })).toEqual(LOCKED);

    expect(await statusOf({ identifier: username })).toBe(429);
    expect(await statusOf({ identifier: username, cookie })).toBe(200);
    expect(await statusOf({ identifier: email.toUpperCase(), cookie })).toBe(200);
  });

  test('do not lock out a network that the account has signed in from', async () => {
    const [{ username }, home] = [await registerPlayer(portal), '2001:db8:7:1::5'];
    await signInFrom({ identifier: username, address: home });
    await fail({ identifier: username });
    expect(await statusOf({ identifier: username, address: '2001:db8:7:1:ffff::9' })).toBe(200);
    expect(await statusOf({ identifier: username, address: '2001:db8:7:2::5' })).toBe(429);
  });

  test('at the address of a known device do not block it', async () => {
    const [{ username }, address] = [await registerPlayer(portal), randomAddress()];
    const cookie = await signInFrom({ identifier: username, address });
    const strangers = Array.from({ length: 55 }, () => attempt({ identifier: uniqueName(), address }));
    await Promise.all(strangers);
    expect(await statusOf({ identifier: username, address })).toBe(429);
    expect(await statusOf({ identifier: username, address, cookie })).toBe(200);
  });

  test('lock out a network whose last sign-in was more than 90 days ago', async () => {
    const [{ id, username }, address] = [await registerPlayer(portal), randomAddress()];
    await signInFrom({ identifier: username, address });
    await fail({ identifier: username });
    const usedBefore = (days: number) =>
      portal.parts.db
        .update(knownNetworks)
        .set({ lastUsedAt: sql`now() - make_interval(days => ${days})` })
        .where(eq(knownNetworks.accountId, id));
    await usedBefore(91);
    expect(await statusOf({ identifier: username, address })).toBe(429);
    await usedBefore(89);
    expect(await statusOf({ identifier: username, address })).toBe(200);
  });

  test('are recognised although they bring the device of another account', async () => {
    const [victim, attacker] = [await registerPlayer(portal), await registerPlayer(portal)];
    const cookie = await signInFrom({ identifier: attacker.username });
    expect(await fail({ identifier: victim.username, cookie })).toEqual(LOCKED);
    expect(await statusOf({ identifier: victim.username })).toBe(429);
  });
});

/** Twelve attempts by the name, then twelve by the e-mail. */
function inTurns(name: string, email: string): Attempt[] {
  return [name, email.toUpperCase()].flatMap((identifier) =>
    Array.from({ length: 12 }, () => ({ identifier })),
  );
}

/** What wrong passwords are answered, apart from the request's id and the seconds that have passed. */
async function answersTo(attempts: Attempt[]) {
  const answers: { statusCode: number }[] = [];
  for (const each of attempts) {
    const { statusCode, headers, body } = await attempt({ password: 'wrong password', ...each });
    const { requestId: _requestId, ...rest } = JSON.parse(body);
    const wait = headers['retry-after'];
    answers.push({
      statusCode,
      ...rest,
      minutes: wait && Math.ceil(Number(wait) / 60),
      cookie: headers['set-cookie'],
    });
  }
  return answers;
}

describe('a name and an e-mail', () => {
  test('have separate attempts, the same as identifiers that nobody has', async () => {
    const { username, email } = await registerPlayer(portal);
    const [noName, noEmail] = [uniqueName(), `${uniqueName()}@example.com`];
    const known = await answersTo(inTurns(username, email));
    const unknown = await answersTo(inTurns(noName, noEmail));

    expect(known).toEqual(unknown);
    expect(known.map(({ statusCode }) => statusCode)).toEqual([...LOCKED, 429, ...LOCKED, 429]);
  });

  test('are counted in the same statements as identifiers that nobody has', async () => {
    const { username } = await registerPlayer(portal);
    const counted = async (identifier: string) => {
      await portal.parts.db.execute(sql`delete from rate_limits`);
      await attempt({ identifier, password: 'wrong password', address: '2001:db8:9::1' });
      const { rows } = await portal.parts.db.execute<{ key: string }>(
        sql`select regexp_replace(key, '[0-9a-f]{64}', 'hash') as key, used, stage from rate_limits order by stage`,
      );
      return rows;
    };
    const known = await counted(username);
    expect(known).toHaveLength(4);
    expect(known).toEqual(await counted(uniqueName()));
  });
});

/** How many of forty concurrent guesses in two processes were tried, and how many refused. */
async function guess(attempted: Attempt) {
  const second = await useSecondProcess(portal);
  const attempts = Array.from({ length: 40 }, (_, index) =>
    untilAnswered(() =>
      attempt({ password: 'wrong password', ...attempted }, index % 2 === 0 ? portal : second),
    ),
  );
  const statuses = await Promise.all(attempts);
  const count = (wanted: number) => statuses.filter((status) => status === wanted).length;
  return { tried: count(401), refused: count(429) };
}

/** On a slow machine some find no database connection in time, and are asked to come again: these were not tried. */
async function untilAnswered(send: () => ReturnType<typeof attempt>): Promise<number> {
  for (;;) {
    const { statusCode } = await send();
    if (statusCode !== 503) return statusCode;
  }
}

test('forty concurrent guesses from a device, a network and strangers are tried ten times each', async () => {
  const [{ username, email }, address] = [await registerPlayer(portal), randomAddress()];
  const cookie = await signInFrom({ identifier: username, address });
  const callers: Attempt[] = [
    { identifier: username, cookie },
    { identifier: username, address },
    { identifier: username },
    { identifier: email },
  ];
  const counts = await Promise.all(callers.map(guess));
  expect(counts).toEqual(callers.map(() => ({ tried: 10, refused: 30 })));
});

describe('a new password', () => {
  const newPassword = 'a wholly new password';

  test('by mail clears the attempts of the account, by whatever name and from wherever', async () => {
    const [player, address] = [await registerPlayer(portal), randomAddress()];
    const { username, email } = player;
    const cookie = await signInFrom({ identifier: username, address });
    const callers: Attempt[] = [username, email].flatMap((identifier) => [
      { identifier },
      { identifier, address },
      { identifier, cookie },
    ]);
    for (const caller of callers) expect(await fail(caller)).toEqual(LOCKED);

    await resetPassword(player, newPassword);

    for (const caller of callers) expect(await statusOf({ ...caller, password: newPassword })).toBe(200);
  });

  test('by mail forgets every device but the one that set it', async () => {
    const [player, address] = [await registerPlayer(portal), randomAddress()];
    const { username } = player;
    const earlier = await signInFrom({ identifier: username, address });

    const cookie = await resetPassword(player, newPassword);

    await fail({ identifier: username });
    const password = newPassword;
    expect(await statusOf({ identifier: username, password, cookie: earlier })).toBe(429);
    expect(await statusOf({ identifier: username, password, address })).toBe(429);
    expect(await statusOf({ identifier: username, password, cookie })).toBe(200);
  });

  test('from staff clears the attempts and forgets the devices', async () => {
    const [owner, player] = [await createOwner(portal), await registerPlayer(portal)];
    const { id, username } = player;
    const cookie = await signInFrom({ identifier: username });
    await fail({ identifier: username });
    const update = await portal.call('PUT', `/admin/users/${id}`, {
      token: owner.token,
      body: { password: newPassword },
    });
    expect(update.statusCode).toBe(200);
    expect(await statusOf({ identifier: username, password: newPassword })).toBe(200);
    await fail({ identifier: username });
    expect(await statusOf({ identifier: username, password: newPassword, cookie })).toBe(429);
  });

  test('with a used link sets no cookie and clears nothing', async () => {
    const { username } = await registerPlayer(portal);
    await fail({ identifier: username });
    const response = await portal.call('POST', `/auth/reset-password/${'a'.repeat(43)}`, {
      body: { newPassword },
    });
    expect([response.statusCode, cookieOf(response)]).toEqual([400, undefined]);
    expect(await statusOf({ identifier: username })).toBe(429);
  });
});

import { endpoint, type RateLimit } from '@waygate/contract/endpoint';
import { expect, test } from 'vitest';
import { useTestDatabase } from '#test/database.ts';
import { signedInAs, useTestServer } from '#test/test-server.ts';

function limited(limit: RateLimit, access: 'visitor' | 'player' = 'visitor') {
  return endpoint({ method: 'POST', path: '/thing', access, summary: 'A thing.', limit, response: 'empty' });
}

async function useLimited(
  limit: RateLimit,
  { access, trustProxy = 0 }: { access?: 'player'; trustProxy?: number },
) {
  const { db } = await useTestDatabase();
  const reached: string[] = [];
  const { app } = await useTestServer(
    db,
    (route) => {
      route(limited(limit, access), async ({ address }) => {
        reached.push(address);
      });
    },
    { trustProxy },
  );
  const call = (headers: Record<string, string> = {}, remoteAddress = '192.0.2.7') =>
    app.inject({ method: 'POST', url: '/api/thing', headers, remoteAddress });
  const statuses = async (...args: Parameters<typeof call>) => (await call(...args)).statusCode;
  return { call, statuses, reached: () => reached.length };
}

test('an address may call up to the limit and then gets a retry time', async () => {
  const { call, reached } = await useLimited({ by: 'address', points: 5, windowSeconds: 3600 }, {});
  const answers = await Promise.all(Array.from({ length: 20 }, () => call()));
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  expect([refused.length, reached()]).toEqual([15, 5]);
  for (const answer of refused) {
    expect(answer.headers['retry-after']).toMatch(/^3(600|59\d)$/);
    expect(answer.json()).toMatchObject({
      code: 'too_many_requests',
      message: 'Too many attempts. Please try again in 60 minutes.',
    });
  }
});

test('an address is not limited by the calls of another', async () => {
  const { statuses } = await useLimited({ by: 'address', points: 1, windowSeconds: 60 }, {});
  expect(await statuses({}, '192.0.2.7')).toBe(204);
  expect(await statuses({}, '192.0.2.7')).toBe(429);
  expect(await statuses({}, '192.0.2.8')).toBe(204);
  expect(await statuses({}, '::ffff:192.0.2.8')).toBe(429);
});

test('an IPv6 network counts as one caller', async () => {
  const { statuses } = await useLimited({ by: 'address', points: 1, windowSeconds: 60 }, {});
  expect(await statuses({}, '2001:db8:1:2::7')).toBe(204);
  expect(await statuses({}, '2001:db8:1:2:ffff::8')).toBe(429);
  expect(await statuses({}, '2001:db8:1:3::7')).toBe(204);
});

test('the networks around an IPv6 caller have four and sixteen times its limit', async () => {
  const { statuses } = await useLimited({ by: 'address', points: 2, windowSeconds: 60 }, {});
  /** How many calls are admitted, out of three from each of these /64 networks. */
  const admitted = async (networks: string[]) => {
    let count = 0;
    for (const network of networks)
      for (let call = 0; call < 3; call += 1)
        if ((await statuses({}, `${network}::${call}`)) === 204) count += 1;
    return count;
  };
  const inOne56 = Array.from({ length: 6 }, (_, index) => `2001:db8:1:10${index}`);
  const inOne48 = Array.from({ length: 20 }, (_, index) => `2001:db8:2:${(index + 1) * 100}`);

  expect(await admitted(inOne56)).toBe(8);
  expect(await admitted(inOne48)).toBe(32);
  expect(await admitted(['2001:db8:3:1'])).toBe(2);
});

test('refused calls of an IPv6 network leave its neighbours their allowance', async () => {
  const { statuses } = await useLimited({ by: 'address', points: 1, windowSeconds: 60 }, {});
  const flood = Array.from({ length: 60 }, (_, index) => statuses({}, `2001:db8:1:2::${index}`));
  expect((await Promise.all(flood)).filter((status) => status === 204)).toHaveLength(1);
  expect(await statuses({}, '2001:db8:1:3::7')).toBe(204);
  expect(await statuses({}, '2001:db8:1:400::7')).toBe(204);
});

test('a caller cannot spoof an address', async () => {
  const limit: RateLimit = { by: 'address', points: 1, windowSeconds: 60 };
  const direct = await useLimited(limit, {});
  expect(await direct.statuses({ 'x-forwarded-for': '198.51.100.1' })).toBe(204);
  expect(await direct.statuses({ 'x-forwarded-for': '198.51.100.2' })).toBe(429);

  const proxied = await useLimited(limit, { trustProxy: 1 });
  // The proxy appends the address it saw to whatever the caller claimed.
  expect(await proxied.statuses({ 'x-forwarded-for': 'made-up-1, 198.51.100.1' })).toBe(204);
  expect(await proxied.statuses({ 'x-forwarded-for': 'made-up-2, 198.51.100.1' })).toBe(429);
  expect(await proxied.statuses({ 'x-forwarded-for': 'made-up-2, 198.51.100.2' })).toBe(204);
});

test('an account is counted across addresses', async () => {
  const { statuses, reached } = await useLimited(
    { by: 'account', points: 2, windowSeconds: 60 },
    { access: 'player' },
  );
  const [first, second] = [signedInAs({ accountId: 1 }), signedInAs({ accountId: 2 })];
  expect(await statuses(first, '192.0.2.1')).toBe(204);
  expect(await statuses(first, '192.0.2.2')).toBe(204);
  expect(await statuses(first, '192.0.2.3')).toBe(429);
  expect(await statuses(second, '192.0.2.3')).toBe(204);
  expect(reached()).toBe(3);
});

test('a refused caller does not use up the limit', async () => {
  const { statuses } = await useLimited(
    { by: 'address', points: 1, windowSeconds: 60 },
    { access: 'player' },
  );
  expect(await statuses()).toBe(401);
  expect(await statuses()).toBe(401);
  expect(await statuses(signedInAs())).toBe(204);
});

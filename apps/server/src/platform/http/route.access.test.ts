import { type Access, endpoint } from '@waygate/contract/endpoint';
import { SECTION_PRIMES } from '@waygate/contract/permissions';
import { OWNER_PERMISSION } from '@waygate/contract/ranks';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { useTestDatabase } from '#test/database.ts';
import { signedInAs, useTestServer } from '#test/test-server.ts';

const OTHER_PRIMES = SECTION_PRIMES.users * SECTION_PRIMES.patchNotes;

const CALLERS = {
  visitor: {},
  'somebody with a token that nobody knows': { authorization: `Bearer ${'x'.repeat(43)}` },
  'somebody with another scheme': { authorization: 'Basic cGxheWVyOnBhc3N3b3Jk' },
  player: signedInAs(),
  'staff without the prime': signedInAs({ webMgt: OTHER_PRIMES }),
  'staff with the prime': signedInAs({ webMgt: OTHER_PRIMES * SECTION_PRIMES.news }),
  'an account whose webMgt is 0': signedInAs({ webMgt: 0 }),
  'an account of some permission': signedInAs({ permission: 31 }),
  owner: signedInAs({ permission: OWNER_PERMISSION }),
};

const PUBLIC: Access = 'visitor';
const SIGNED_IN: Access = 'player';
const NEWS: Access = { section: 'news' };

const ALLOWED: [string, Access, (keyof typeof CALLERS)[]][] = [
  // The record's own keys are its callers.
  ['anybody', PUBLIC, Object.keys(CALLERS) as (keyof typeof CALLERS)[]],
  [
    'players',
    SIGNED_IN,
    [
      'player',
      'staff without the prime',
      'staff with the prime',
      'an account whose webMgt is 0',
      'an account of some permission',
      'owner',
    ],
  ],
  ['staff of news', NEWS, ['staff with the prime', 'owner']],
];

describe.each(ALLOWED)('an endpoint for %s', (_, access, allowed) => {
  test.each(['GET', 'POST', 'PUT', 'DELETE'] as const)(
    'is open by %s to exactly those callers',
    async (method) => {
      const { db } = await useTestDatabase();
      const reached: string[] = [];
      const { app } = await useTestServer(db, (route) => {
        route(
          endpoint({ method, path: '/thing', access, summary: 'A thing.', response: 'empty' }),
          async () => {
            reached.push(method);
          },
        );
      });
      const statuses: Record<string, number> = {};
      for (const [caller, headers] of Object.entries(CALLERS)) {
        const { statusCode } = await app.inject({ method, url: '/api/thing', headers });
        statuses[caller] = statusCode;
      }
      const expected = Object.entries(CALLERS).map(([caller, headers]) => {
        if (allowed.some((name) => name === caller)) return [caller, 204];
        const isSignedIn = 'authorization' in headers && headers.authorization.includes('-');
        return [caller, isSignedIn ? 403 : 401];
      });
      expect(statuses).toEqual(Object.fromEntries(expected));
      expect(reached).toHaveLength(allowed.length);
    },
  );
});

test('the scheme of a token may be written in any case', async () => {
  const { db } = await useTestDatabase();
  const { app } = await useTestServer(db, (route) => {
    route(
      endpoint({ method: 'GET', path: '/thing', access: 'player', summary: 'A thing.', response: 'empty' }),
      async () => {},
    );
  });
  const { authorization } = signedInAs();
  const headers = { authorization: authorization.replace('Bearer', 'bearer') };
  expect((await app.inject({ url: '/api/thing', headers })).statusCode).toBe(204);
});

test('a caller without access is refused before the body is parsed', async () => {
  const { db } = await useTestDatabase();
  const { app } = await useTestServer(db, (route) => {
    const body = z.object({ name: z.string() });
    const write = { method: 'POST', path: '/thing', summary: 'A thing.', body, response: 'empty' } as const;
    route(endpoint({ ...write, access: { section: 'news' } }), async () => {});
  });
  const bodies = ['{', JSON.stringify({ name: 7 }), `"${'x'.repeat(10_000_000)}"`];
  for (const payload of bodies) {
    for (const [headers, status] of [
      [{}, 401],
      [signedInAs(), 403],
    ] as const) {
      const answer = await app.inject({
        method: 'POST',
        url: '/api/thing',
        headers: { ...headers, 'content-type': 'application/json' },
        payload,
      });
      expect(answer.statusCode).toBe(status);
    }
  }
});

describe('the server does not start', () => {
  const thing = { method: 'GET', path: '/thing', summary: 'A thing.', response: 'empty' } as const;

  test('with an endpoint that declares no access', async () => {
    const { db } = await useTestDatabase();
    const starting = useTestServer(db, (route) => {
      // @ts-expect-error -- it does not compile either
      route(endpoint(thing), async () => {});
    });
    await expect(starting).rejects.toThrow('GET /thing states no access.');
  });

  test('with an unknown access level', async () => {
    const { db } = await useTestDatabase();
    for (const access of ['everybody', { section: 'everything' }, {}, null]) {
      const starting = useTestServer(db, (route) => {
        // @ts-expect-error -- it does not compile either
        route(endpoint({ ...thing, access }), async () => {});
      });
      await expect(starting).rejects.toThrow('GET /thing states no access.');
    }
  });

  test('with a cached answer that is not public', async () => {
    const { db } = await useTestDatabase();
    const starting = useTestServer(db, (route) => {
      route(endpoint({ ...thing, access: 'player', isCacheable: true }), async () => {});
    });
    await expect(starting).rejects.toThrow('GET /thing is not public and cannot be cached.');
  });
});

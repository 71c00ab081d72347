import { endpoint } from '@waygate/contract/endpoint';
import { errorBodySchema } from '@waygate/contract/errors';
import { idParam, limitQuery, line } from '@waygate/contract/text';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { AppError } from '#platform/errors/app-error.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { useTestServer } from '#test/test-server.ts';

const NAME_MESSAGE = 'The name has 1 to 10 characters.';
const SECRET = 'correct-horse-battery';

const readThing = endpoint({
  method: 'GET',
  path: '/things/:id',
  access: 'visitor',
  summary: 'One thing.',
  params: z.object({ id: idParam }),
  query: z.object({ limit: limitQuery(20) }),
  response: z.object({ id: z.int(), limit: z.int() }),
});
const writeThing = endpoint({
  method: 'POST',
  path: '/things',
  access: 'visitor',
  summary: 'A new thing.',
  body: z.object({
    name: line({ min: 1, max: 10, message: NAME_MESSAGE }),
    tags: z.optional(z.array(z.object({ label: line({ max: 3, message: 'Short labels.' }) }))),
  }),
  response: z.object({ name: z.string() }),
});
const touchThing = endpoint({
  method: 'POST',
  path: '/things/touch',
  access: 'visitor',
  summary: 'Touch.',
  response: 'empty',
});
const followThing = endpoint({
  method: 'GET',
  path: '/things/follow/:token',
  access: 'visitor',
  summary: 'Follow.',
  params: z.object({ token: z.string() }),
  response: 'redirect',
});
const failThing = endpoint({
  method: 'POST',
  path: '/things/fail',
  access: 'visitor',
  summary: 'Fail.',
  response: z.object({ name: z.string() }),
});

const tryThing = endpoint({
  method: 'GET',
  path: '/things/try',
  access: 'visitor',
  summary: 'Try.',
  limit: { by: 'address', points: 3, windowSeconds: 600 },
  query: z.object({ state: z.optional(z.string()) }),
  response: 'redirect',
  failurePage: '/profile',
});

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const followed: string[] = [];

async function useThings(fail: () => unknown = () => ({ name: 'fine' })) {
  return useTestServer(database.db, (route) => {
    route(readThing, async ({ params, query }) => ({ id: params.id, limit: query.limit }));
    route(writeThing, async ({ body }) => ({ name: body.name }));
    route(touchThing, async ({ body, params, query }) => {
      expect([body, params, query]).toEqual([undefined, undefined, undefined]);
    });
    route(followThing, async ({ params }) => {
      followed.push(params.token);
      return '/profile?message=Done.';
    });
    route(tryThing, async () => {
      fail();
      return '/profile?message=Done.';
    });
    // What is thrown or answered here is wrong on purpose.
    route(failThing, async () => fail() as { name: string });
  });
}

/** The error body, after holding it against its schema and headers. */
function errorOf(answer: LightMyRequestResponse): z.infer<typeof errorBodySchema> {
  const body: unknown = answer.json();
  const error = z.parse(errorBodySchema, body);
  expect(body).toEqual(error);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-request-id': error.requestId,
    'x-content-type-options': 'nosniff',
  });
  return error;
}

describe('what an endpoint is asked', () => {
  test('arrives parsed', async () => {
    const { app } = await useThings();
    const answer = await app.inject('/api/things/7?limit=5&unknown=1');
    expect(answer.json()).toEqual({ id: 7, limit: 5 });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    });
    expect((await app.inject('/api/things/7/')).json()).toEqual({ id: 7, limit: 20 });
  });

  test.each(['0', 'abc', '1.5', '%00', '%ED%A0%80', '99999999999', 'x'.repeat(300), '..%2F..', '7%0A'])(
    'in the path, as %s, is not found when it does not parse',
    async (id) => {
      const { app } = await useThings();
      const answer = await app.inject(`/api/things/${id}`);
      expect([answer.statusCode, errorOf(answer).code]).toEqual(
        id === '%ED%A0%80' ? [400, 'bad_request'] : [404, 'not_found'],
      );
    },
  );

  test.each(['/api/%', '/api/things/%zz', '/api/things/%C3', '/%FF', '/api/things/7%'])(
    'at the malformed address %s is a bad request',
    async (url) => {
      const { app } = await useThings();
      const answer = await app.inject(url);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({
        code: 'bad_request',
        message: 'This request could not be read.',
      });
    },
  );

  test.each([
    '?limit=0',
    '?limit=1&limit=2',
    '?limit=%00',
    '?limit=%ED%A0%80',
    '?limit=%zz',
    '?limit[]=1&limit=',
  ])('in the query, as %s, is refused by field', async (query) => {
    const { app } = await useThings();
    const answer = await app.inject(`/api/things/7${query}`);
    expect(answer.statusCode).toBe(400);
    expect(errorOf(answer)).toMatchObject({
      code: 'validation_failed',
      message: 'The limit is a whole number from 1 to 100.',
      fields: { limit: 'The limit is a whole number from 1 to 100.' },
    });
  });

  test('in the body is refused field by field', async () => {
    const { app } = await useThings();
    const payload = { name: '', tags: [{ label: 'ok' }, { label: 'long' }] };
    const answer = await app.inject({ method: 'POST', url: '/api/things', payload });
    expect(answer.statusCode).toBe(400);
    expect(errorOf(answer)).toMatchObject({
      code: 'validation_failed',
      message: NAME_MESSAGE,
      fields: { name: NAME_MESSAGE, 'tags.1.label': 'Short labels.' },
    });
  });

  test.each(['a\u0000', '\ud800', 'x'.repeat(200_000), 7, null, true, [], {}])(
    'is refused as a name when it is %j',
    async (name) => {
      const { app } = await useThings();
      const answer = await app.inject({ method: 'POST', url: '/api/things', payload: { name } });
      expect(answer.statusCode).toBe(400);
      expect(errorOf(answer)).toMatchObject({ fields: { name: NAME_MESSAGE } });
    },
  );
});

describe('a body', () => {
  const json = { 'content-type': 'application/json' };

  test.each([
    ['that is no JSON', '{"name":', 400, 'bad_request'],
    ['that pollutes the prototype', '{"name":"a","__proto__":{"permission":32}}', 400, 'bad_request'],
    ['that pollutes deeper', '{"name":"a","tags":[{"__proto__":{"x":1}}]}', 400, 'bad_request'],
    ['that pollutes by constructor', '{"constructor":{"prototype":{"x":1}}}', 400, 'bad_request'],
    ['that is a list', '[]', 400, 'validation_failed'],
    ['that is null', 'null', 400, 'validation_failed'],
    ['that is a text', '"name"', 400, 'validation_failed'],
    ['that is nested without end', '['.repeat(200_000), 400, 'bad_request'],
    ['that is empty', '', 400, 'validation_failed'],
    ['of 10 MB', `{"name":"${'x'.repeat(10_000_000)}"}`, 413, 'payload_too_large'],
  ])('%s is refused', async (_, payload, status, code) => {
    const { app } = await useThings();
    const answer = await app.inject({ method: 'POST', url: '/api/things', headers: json, payload });
    expect([answer.statusCode, errorOf(answer).code]).toEqual([status, code]);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/html',
    'x',
  ])('of type %s is refused', async (type) => {
    const { app } = await useThings();
    const answer = await app.inject({
      method: 'POST',
      url: '/api/things',
      headers: { 'content-type': type },
      payload: '{"name":"a"}',
    });
    expect([answer.statusCode, errorOf(answer).code]).toEqual([415, 'unsupported_media_type']);
  });

  test('may be missing, or empty, where none is asked for', async () => {
    const { app } = await useThings();
    const touch = { method: 'POST', url: '/api/things/touch' } as const;
    expect((await app.inject(touch)).statusCode).toBe(204);
    expect((await app.inject({ ...touch, headers: json, payload: '' })).statusCode).toBe(204);
    expect((await app.inject({ ...touch, payload: { ignored: true } })).statusCode).toBe(204);
  });

  test('is taken in UTF-8 with a charset or a byte order mark', async () => {
    const { app } = await useThings();
    const answer = await app.inject({
      method: 'POST',
      url: '/api/things',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      payload: '\ufeff{"name":"Ünïcödé"}',
    });
    expect(answer.json()).toEqual({ name: 'Ünïcödé' });
  });
});

describe('an answer', () => {
  test('without a body has status 204', async () => {
    const { app } = await useThings();
    const answer = await app.inject({ method: 'POST', url: '/api/things/touch' });
    expect([answer.statusCode, answer.body, answer.headers['cache-control']]).toEqual([204, '', 'no-store']);
  });

  test('that redirects has status 302 and is not kept', async () => {
    const { app } = await useThings();
    const answer = await app.inject('/api/things/follow/abc');
    expect([answer.statusCode, answer.headers.location, answer.body]).toEqual([
      302,
      '/profile?message=Done.',
      '',
    ]);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('to HEAD has the headers alone', async () => {
    const { app } = await useThings();
    const answer = await app.inject({ method: 'HEAD', url: '/api/things/7' });
    expect([answer.statusCode, answer.body]).toEqual([200, '']);
    expect(answer.headers['content-length']).toBe(String(JSON.stringify({ id: 7, limit: 20 }).length));
  });

  test('is not computed for HEAD on a link that does something', async () => {
    const { app } = await useThings();
    followed.length = 0;
    const answer = await app.inject({ method: 'HEAD', url: '/api/things/follow/abc' });
    expect(answer.statusCode).toBe(404);
    expect(followed).toEqual([]);
  });

  test('that breaks its schema is a failure of ours and shows nothing of itself', async () => {
    const { app, logged } = await useThings(() => ({ name: 7, password: SECRET }));
    const answer = await app.inject({ method: 'POST', url: '/api/things/fail' });
    expect([answer.statusCode, errorOf(answer).code]).toEqual([500, 'internal']);
    expect(answer.body + logged()).not.toContain(SECRET);
    expect(logged()).toContain('FST_ERR_RESPONSE_SERIALIZATION');
  });

  test('leaves out what the schema does not name', async () => {
    const { app } = await useThings(() => ({ name: 'fine', passwordHash: SECRET }));
    const answer = await app.inject({ method: 'POST', url: '/api/things/fail' });
    expect(answer.json()).toEqual({ name: 'fine' });
  });
});

describe('a failure', () => {
  test.each([
    ['an error', () => Promise.reject(new Error(SECRET))],
    ['a type error', () => Promise.reject(new TypeError(SECRET))],
    [
      'an error of another service',
      () => Promise.reject(Object.assign(new Error(SECRET), { statusCode: 402 })),
    ],
    [
      'an error that calls itself not found',
      () => Promise.reject(Object.assign(new Error(SECRET), { status: 404 })),
    ],
    ['an error that cannot be read', () => Promise.reject(new Proxy(new Error(SECRET), {}))],
    ['a text', () => Promise.reject(SECRET)],
    ['an object', () => Promise.reject({ message: SECRET, code: 'FST_X', statusCode: 400 })],
    ['null', () => Promise.reject(null)],
    ['nothing', () => Promise.reject()],
    ['nothing, but answered', () => undefined],
  ])('with %s is told in general words and logged with its request', async (_, fail) => {
    const { app, logged } = await useThings(fail);
    const answer = await app.inject({ method: 'POST', url: '/api/things/fail' });
    expect(answer.statusCode).toBe(500);
    const error = errorOf(answer);
    expect(error).toEqual({
      code: 'internal',
      message: 'Something went wrong on our side. Please try again.',
      requestId: error.requestId,
    });
    expect(answer.body).not.toContain(SECRET);
    expect(logged()).toContain(error.requestId);
  });

  test('that is expected is told in its own words and not logged as a bug', async () => {
    const { app, logged } = await useThings(() => {
      throw new AppError('conflict', 'The name is taken.', { fields: { name: 'Taken.' } });
    });
    const answer = await app.inject({ method: 'POST', url: '/api/things/fail' });
    expect(answer.statusCode).toBe(409);
    expect(errorOf(answer)).toMatchObject({ message: 'The name is taken.', fields: { name: 'Taken.' } });
    expect(logged()).not.toContain('request failed');
  });

  test('of a link that a browser follows leads to its page with a sentence', async () => {
    const { app, logged } = await useThings(() => {
      throw new Error(`boom ${SECRET}`);
    });
    const locations: unknown[] = [];
    for (const query of ['', 'state=a&state=b', '', '']) {
      const answer = await app.inject(`/api/things/try?${query}`);
      expect([answer.statusCode, answer.body]).toEqual([302, '']);
      expect(answer.headers).toMatchObject({
        'cache-control': 'no-store',
        'x-request-id': expect.any(String),
        'x-content-type-options': 'nosniff',
      });
      locations.push(answer.headers.location);
    }
    const failure = '/profile?error=Something+went+wrong+on+our+side.+Please+try+again.';
    expect(locations).toEqual([
      failure,
      '/profile?error=This+link+is+not+valid.+Please+try+again.',
      failure,
      '/profile?error=Too+many+attempts.+Please+try+again+in+10+minutes.',
    ]);
    expect(logged().match(/request failed/g)).toHaveLength(2);
  });

  test('of the database says when to come back', async () => {
    const { app } = await useThings(() => {
      throw new Error('Failed query', {
        cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
      });
    });
    const answer = await app.inject({ method: 'POST', url: '/api/things/fail' });
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
    expect(errorOf(answer).code).toBe('unavailable');
  });
});

describe('an unknown address below the API', () => {
  test.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/api/things/7/8',
    '/api/..%2f',
    '/api//things/7',
    '/api/__proto__',
  ])('%s is not found as JSON, by every method', async (url) => {
    const { app } = await useThings();
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY']) {
      // Methods that the types do not know are the point.
      const answer = await app.inject({ method: method as 'GET', url });
      expect([method, answer.statusCode, errorOf(answer).code]).toEqual([method, 404, 'not_found']);
    }
    const head = await app.inject({ method: 'HEAD', url });
    expect([head.statusCode, head.body]).toEqual([404, '']);
  });

  test('is not found whatever is sent there', async () => {
    const { app } = await useThings();
    for (const type of ['application/json', 'text/plain', 'x']) {
      const answer = await app.inject({
        method: 'POST',
        url: '/api/nothing',
        headers: { 'content-type': type },
        payload: '{'.repeat(1_000_000),
      });
      expect(answer.statusCode).toBe(404);
    }
  });

  test('includes a known one by another method', async () => {
    const { app } = await useThings();
    for (const method of ['DELETE', 'PUT', 'PATCH', 'OPTIONS', 'GET'] as const) {
      expect((await app.inject({ method, url: '/api/things' })).statusCode).toBe(404);
    }
  });

  test('does not show its secrets in the log', async () => {
    const { app, logged } = await useThings();
    await app.inject(`/api/reset/${SECRET}?token=${SECRET}`);
    await app.inject(`/reset-password/${SECRET}`);
    await app.inject(`/api/things/follow/${SECRET}`);
    await app.inject({ method: 'PROPFIND' as 'GET', url: `/api/${SECRET}` });
    await app.inject(`/api/%zz${SECRET}`);
    expect(logged()).toContain('/api/things/follow/:token');
    expect(logged()).not.toContain(SECRET);
  });
});

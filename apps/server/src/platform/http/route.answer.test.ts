import { describe, expect, test } from 'vitest';
import { AppError } from '#platform/errors/app-error.ts';
import { createThings, errorOf } from '#test/things.ts';

const SECRET = 'correct-horse-battery';

const useThings = await createThings();

describe('an answer', () => {
  test('without a body has status 204', async () => {
    const { app } = await useThings();
    const answer = await app.inject({ method: 'POST', url: '/api/things/touch' });
    expect([answer.statusCode, answer.body, answer.headers['cache-control']]).toEqual([204, '', 'no-store']);
  });

  test('that redirects has status 302 and is not cached', async () => {
    const { app } = await useThings();
    const answer = await app.inject('/api/things/follow/abc');
    expect([answer.statusCode, answer.headers.location, answer.body]).toEqual([
      302,
      '/profile?message=Done.',
      '',
    ]);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('to HEAD has headers only', async () => {
    const { app } = await useThings();
    const answer = await app.inject({ method: 'HEAD', url: '/api/things/7' });
    expect([answer.statusCode, answer.body]).toEqual([200, '']);
    expect(answer.headers['content-length']).toBe(String(JSON.stringify({ id: 7, limit: 20 }).length));
  });

  test('is not computed for HEAD on a link that has side effects', async () => {
    const { app, followed } = await useThings();
    const answer = await app.inject({ method: 'HEAD', url: '/api/things/follow/abc' });
    expect(answer.statusCode).toBe(404);
    expect(followed).toEqual([]);
  });

  test('that violates its schema becomes a server error without details', async () => {
    const { app, logged } = await useThings(() => ({ name: 7, password: SECRET }));
    const answer = await app.inject({ method: 'POST', url: '/api/things/fail' });
    expect([answer.statusCode, errorOf(answer).code]).toEqual([500, 'internal']);
    expect(answer.body + logged()).not.toContain(SECRET);
    expect(logged()).toContain('FST_ERR_RESPONSE_SERIALIZATION');
  });

  test('omits fields that the schema does not name', async () => {
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
  ])('with %s is reported in general terms and logged with its request', async (_, fail) => {
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

  test('that is expected keeps its own message and is not logged as a bug', async () => {
    const { app, logged } = await useThings(() => {
      throw new AppError('conflict', 'The name is taken.', { fields: { name: 'Taken.' } });
    });
    const answer = await app.inject({ method: 'POST', url: '/api/things/fail' });
    expect(answer.statusCode).toBe(409);
    expect(errorOf(answer)).toMatchObject({ message: 'The name is taken.', fields: { name: 'Taken.' } });
    expect(logged()).not.toContain('request failed');
  });

  test('of a link in a browser redirects to its page with a code', async () => {
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
    const failure = '/profile?error=internal';
    expect(locations).toEqual([
      failure,
      '/profile?error=validation_failed',
      failure,
      '/profile?error=too_many_requests',
    ]);
    expect(logged().match(/request failed/g)).toHaveLength(2);
  });

  test('of a link that has no notice redirects with a general code', async () => {
    const { app } = await useThings(() => {
      throw new AppError('forbidden', 'This is only for staff.');
    });
    const answer = await app.inject({ url: '/api/things/try', remoteAddress: '192.0.2.99' });
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/profile?error=failed']);
  });

  test('of the database has a retry time', async () => {
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

import { describe, expect, test } from 'vitest';
import { createThings, errorOf } from '#test/things.ts';

const SECRET = 'correct-horse-battery';

const useThings = await createThings();

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

  test('is not found, whatever is sent', async () => {
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

  test('includes a known path with another method', async () => {
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

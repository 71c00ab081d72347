import { describe, expect, test } from 'vitest';
import { createThings, errorOf, NAME_MESSAGE } from '#test/things.ts';

const useThings = await createThings();

describe('a request', () => {
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

  test('may be missing or empty where none is expected', async () => {
    const { app } = await useThings();
    const touch = { method: 'POST', url: '/api/things/touch' } as const;
    expect((await app.inject(touch)).statusCode).toBe(204);
    expect((await app.inject({ ...touch, headers: json, payload: '' })).statusCode).toBe(204);
    expect((await app.inject({ ...touch, payload: { ignored: true } })).statusCode).toBe(204);
  });

  test('is accepted in UTF-8 with a charset or a byte order mark', async () => {
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

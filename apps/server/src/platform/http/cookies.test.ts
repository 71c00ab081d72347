import { endpoint } from '@waygate/contract/endpoint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { useTestServer } from '#test/test-server.ts';
import type { Cookie } from './cookies.ts';

const THING: Cookie = { name: 'thing', maxAgeSeconds: 600 };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const things = { access: 'visitor', summary: 'A thing.' } as const;
const setThing = endpoint({ ...things, method: 'POST', path: '/things', response: 'empty' });
const clearThing = endpoint({ ...things, method: 'DELETE', path: '/things', response: 'empty' });
const readThing = endpoint({
  ...things,
  method: 'GET',
  path: '/things',
  response: z.object({ value: z.nullable(z.string()) }),
});

/** A server that sets, reads and clears one cookie. */
async function useCookies(publicOrigin: string) {
  const { app } = await useTestServer(
    database.db,
    (route) => {
      route(setThing, async ({ cookies }) => cookies.set(THING, 'a b'));
      route(clearThing, async ({ cookies }) => cookies.clear(THING));
      route(readThing, async ({ cookies }) => ({ value: cookies.get(THING) ?? null }));
    },
    { publicOrigin },
  );
  const setCookie = async (method: 'POST' | 'DELETE') =>
    String((await app.inject({ method, url: '/api/things' })).headers['set-cookie']);
  const read = async (cookie: string) =>
    (await app.inject({ url: '/api/things', headers: { cookie } })).json().value;
  return { setCookie, read };
}

describe('a cookie', () => {
  test('of an https site has the prefix that binds it to this host', async () => {
    const { setCookie, read } = await useCookies('https://play.example.com');
    const set = await setCookie('POST');
    expect(set).toBe('__Host-thing=a%20b; Max-Age=600; Path=/; HttpOnly; Secure; SameSite=Lax');
    expect(await setCookie('DELETE')).toBe(
      '__Host-thing=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
    );
    expect(await read('__Host-thing=a%20b')).toBe('a b');
  });

  test('without the prefix is ignored on an https site, because another host may have set it', async () => {
    const { read } = await useCookies('https://play.example.com');
    expect(await read('thing=planted')).toBeNull();
  });

  test('of a site without https has its plain name, because browsers refuse the prefix there', async () => {
    const { setCookie, read } = await useCookies('http://localhost:3000');
    expect(await setCookie('POST')).toBe('thing=a%20b; Max-Age=600; Path=/; HttpOnly; SameSite=Lax');
    expect(await read('thing=a%20b')).toBe('a b');
  });

  test.each(['thing', 'thing=%zz', '=', ';;;', 'thing="', `thing=${'x'.repeat(10_000)}`, '__proto__=1'])(
    'header %j is read without an error',
    async (cookie) => {
      const { read } = await useCookies('http://localhost:3000');
      expect(await read(cookie)).toSatisfy((value) => value === null || typeof value === 'string');
    },
  );
});

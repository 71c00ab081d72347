import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { InjectOptions } from 'fastify';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { handleErrors } from './error-handler.ts';
import { requireLocalCaller } from './local-only.ts';

const ORIGIN = 'http://localhost:3000';
const HERE = '127.0.0.1';
const THERE = '203.0.113.9';

type Call = { from?: string; method?: 'GET' | 'POST'; headers?: Record<string, string> };
type Proxies = number | string[];

/** The status of a call to a page that only this machine may open. */
async function visit(
  { from = HERE, method = 'GET', headers = {} }: Call,
  { trustProxy = 0, publicOrigin = ORIGIN }: { trustProxy?: Proxies; publicOrigin?: string } = {},
): Promise<number> {
  const hops = trustProxy;
  const app = Fastify({
    trustProxy: typeof hops === 'number' ? hops > 0 && ((_: string, hop: number) => hop < hops) : hops,
  });
  onTestFinished(() => app.close());
  handleErrors(app);
  app.addHook('onRequest', requireLocalCaller({ publicOrigin, trustProxy }));
  app.all('/page', async () => 'open');
  const options: InjectOptions = { url: '/page', method, remoteAddress: from };
  const { statusCode } = await app.inject({ ...options, headers: { host: 'localhost:3000', ...headers } });
  return statusCode;
}

test.each([HERE, '127.8.9.10', '::1', '::ffff:127.0.0.1'])('opens for the address %s', async (from) => {
  expect(await visit({ from })).toBe(200);
});

test.each([THERE, '192.168.1.7', '::ffff:192.168.1.7', '2001:db8::1'])(
  'is closed to the address %s, whatever it claims',
  async (from) => {
    expect(await visit({ from })).toBe(404);
    expect(await visit({ from, headers: { 'x-forwarded-for': HERE } }, { trustProxy: 1 })).toBe(404);
  },
);

test.each([
  'X-Forwarded-For',
  'X-Forwarded-Proto',
  'X-Forwarded-Host',
  'X-Forwarded-Anything',
  'Forwarded',
  'Via',
  'X-Real-IP',
  'X-Client-IP',
  'CF-Connecting-IP',
  'True-Client-IP',
  'Fly-Client-IP',
  'CDN-Loop',
])('is closed behind a proxy that sends %s and is not trusted', async (name) => {
  expect(await visit({ headers: { [name]: HERE } })).toBe(404);
  expect(await visit({ headers: { [name]: '' } })).toBe(404);
  expect(await visit({ headers: { [name]: HERE } }, { trustProxy: ['10.0.0.1'] })).toBe(404);
});

test('is closed to HTTP/1.0, in which a proxy that names nobody asks', async () => {
  const app = Fastify();
  onTestFinished(() => app.close());
  handleErrors(app);
  app.get(
    '/page',
    { onRequest: requireLocalCaller({ publicOrigin: ORIGIN, trustProxy: 0 }) },
    async () => 'open',
  );
  await app.listen({ port: 0, host: HERE });
  const ask = async (version: string) => {
    const socket = connect((app.server.address() as AddressInfo).port, HERE);
    socket.end(`GET /page HTTP/${version}\r\nHost: 127.0.0.1:3000\r\nConnection: close\r\n\r\n`);
    return Number((await text(socket)).split(' ')[1]);
  };
  expect([await ask('1.1'), await ask('1.0')]).toEqual([200, 404]);
});

test.each<[string, Record<string, string>, number]>([
  ['a client on this machine', { 'x-forwarded-for': HERE }, 200],
  [
    'a client on this machine, with its protocol',
    { 'x-forwarded-for': '::1', 'x-forwarded-proto': 'https' },
    200,
  ],
  ['another client', { 'x-forwarded-for': THERE }, 404],
  ['another client, which claims an address before', { 'x-forwarded-for': `${HERE}, ${THERE}` }, 404],
  ['another proxy on this machine with another client', { 'x-forwarded-for': `${THERE}, ${HERE}` }, 404],
  ['a client that another header contradicts', { 'x-forwarded-for': HERE, 'cf-connecting-ip': THERE }, 404],
  ['no client', { 'x-forwarded-proto': 'https' }, 404],
  ['no client that it can read', { 'x-forwarded-for': 'unknown' }, 404],
  ['a client in a header that is not trusted', { forwarded: 'for=127.0.0.1' }, 404],
  ['only the real address', { 'x-real-ip': HERE }, 404],
])('a trusted proxy that names %s', async (_, headers, status) => {
  expect(await visit({ headers }, { trustProxy: 1 })).toBe(status);
  expect(await visit({ headers }, { trustProxy: ['loopback'] })).toBe(status);
});

test.each([
  ['localhost', 200],
  ['localhost:4711', 200],
  ['127.0.0.1:3000', 200],
  ['[::1]:3000', 200],
  ['portal.test:3000', 200],
  ['PORTAL.test:3000', 200],
  ['portal.test', 404],
  ['portal.test:3001', 404],
  ['evil.test', 404],
  ['localhost.evil.test:3000', 404],
  ['127.0.0.1.nip.io:3000', 404],
  ['evil.test:80@localhost:3000', 404],
  ['localhost:3000@evil.test', 404],
  ['localhost.', 404],
  [' ', 404],
])('the host %j is answered with %i', async (host, status) => {
  expect(await visit({ headers: { host } }, { publicOrigin: 'http://portal.test:3000' })).toBe(status);
});

test.each<[string, Record<string, string>, number]>([
  ['its own page', { origin: ORIGIN, 'sec-fetch-site': 'same-origin' }, 200],
  ['its own page behind TLS', { origin: 'https://localhost:3000' }, 200],
  ['no browser', {}, 200],
  ['another website', { origin: 'https://evil.test' }, 404],
  ['another program on this machine', { origin: 'http://localhost:8080' }, 404],
  ['its other name', { origin: 'http://127.0.0.1:3000' }, 404],
  ['a frame without an origin', { origin: 'null' }, 404],
  ['another website, without an origin', { 'sec-fetch-site': 'cross-site' }, 404],
  ['a sibling website', { 'sec-fetch-site': 'same-site' }, 404],
])('a form of %s', async (_, headers, status) => {
  expect(await visit({ method: 'POST', headers })).toBe(status);
});

test('a link from elsewhere opens the page', async () => {
  expect(await visit({ headers: { 'sec-fetch-site': 'cross-site' } })).toBe(200);
});

import { once } from 'node:events';
import net from 'node:net';
import { endpoint } from '@waygate/contract/endpoint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { notFound } from '#platform/errors/app-error.ts';
import { createMetrics, type Metrics } from '#platform/metrics/metrics.ts';
import { listThings, LONG_TEXT, readThing } from '#test/cached-things.ts';
import { captureLog } from '#test/captured-log.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { useTestServer } from '#test/test-server.ts';

const rationedThing = endpoint({
  method: 'GET',
  path: '/rationed',
  access: 'visitor',
  summary: 'A thing to read twice.',
  isCacheable: true,
  limit: { by: 'address', points: 2, windowSeconds: 600 },
  response: z.object({ text: z.string() }),
});
const shortThing = endpoint({
  method: 'GET',
  path: '/short',
  access: 'visitor',
  summary: 'A thing of the last moment.',
  isCacheable: true,
  keptSeconds: 0.02,
  response: z.object({ made: z.int() }),
});

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** A listening server. `framework` counts the requests that reach the framework. */
async function useThings({ level = 'info', text = async () => LONG_TEXT } = {}) {
  const framework = { requests: 0 };
  const short = { made: 0 };
  const observed: Parameters<Metrics['observeRequest']>[0][] = [];
  const { log, lines } = captureLog(level);
  const metrics = {
    ...createMetrics(),
    observeRequest: (request: (typeof observed)[0]) => observed.push(request),
  };
  const { app, cache } = await useTestServer(
    database.db,
    (route, server) => {
      server.addHook('onRequest', async () => void (framework.requests += 1));
      route(listThings, async () => ({ text: await text() }));
      route(rationedThing, async () => ({ text: await text() }));
      route(shortThing, async () => ({ made: (short.made += 1) }));
      route(readThing, async ({ params }) => {
        if (params.id === 404) throw notFound('There is no such thing.');
        return { id: params.id };
      });
    },
    { log, metrics },
  );
  cache.setReliable(true);
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, cache, origin, port: Number(new URL(origin).port), framework, observed, lines };
}

/** Everything that the server sends for these bytes until it closes the connection, in latin1. */
async function answerTo(port: number, bytes: string): Promise<string> {
  const socket = net.connect({ port, host: '127.0.0.1' });
  const received: string[] = [];
  socket.setEncoding('latin1').on('data', (text: string) => received.push(text));
  socket.on('error', (error) => received.push(error.message));
  socket.write(bytes);
  await once(socket, 'close');
  return received.join('');
}

/** Without what differs from one request to the next. */
function comparable(answer: string): string {
  const id = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
  return answer.replace(/\r\nDate: [^\r]*/gi, '').replace(id, '(an id)');
}

const TARGETS = [
  '/api/things',
  '/api/things/',
  '/api/things?limit=20',
  '/api/things?limit=20&x=1',
  '/api/things?x=1&limit=20',
  '/api/things?limit=5#a',
  '/api/things?limit=no',
  '/api/things?limit=20&limit=5',
  '/api/things?',
  '/api/%74hings',
  '/api/THINGS',
  '//api/things',
  '/api//things',
  '/api/things;a',
  'http://elsewhere.example/api/things',
  '/api/things/7',
  '/api/things/07',
  '/api/things/404',
  '/api/things/%zz',
  '/api/nothing',
  '*',
];

const HEADERS = [
  '',
  'Accept-Encoding: gzip, deflate, br, zstd\r\n',
  'Accept-Encoding: gzip\r\n',
  'accept-encoding: br;q=0, *\r\n',
  'Accept-Encoding: ,,;;q\r\nAccept-Encoding: gzip\r\n',
  'If-None-Match: *\r\n',
  'If-None-Match: *\r\nAccept-Encoding: br\r\n',
  'If-None-Match: "a"\r\nIf-None-Match: (its tag)\r\n',
  'If-None-Match: W/(its tag)\r\nIf-Modified-Since: Sat, 29 Oct 2044 19:43:31 GMT\r\n',
  'If-None-Match: nonsense\r\nRange: bytes=0-1\r\n',
  'Authorization: Bearer nonsense\r\nCookie: a=b\r\nOrigin: https://elsewhere.example\r\n',
  'Content-Length: 2\r\nContent-Type: text/plain\r\n\r\n{}',
  'Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n',
  'Content-Length: no\r\n',
  'Expect: 100-continue\r\n',
  'Expect: a miracle\r\n',
  'Upgrade: websocket\r\nAccept-Version: 2.0.0\r\n',
  'X-Forwarded-For: 203.0.113.9\r\nX-HTTP-Method-Override: DELETE\r\n',
  'Host: elsewhere.example\r\n',
  'Broken header\r\n',
  `X: ${'x'.repeat(20_000)}\r\n`,
];

const METHODS = ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'PROPFIND', 'get'];

const REQUESTS = [
  ...METHODS.flatMap((method) => TARGETS.map((target) => ({ method, target, headers: '' }))),
  ...['GET', 'HEAD'].flatMap((method) =>
    HEADERS.flatMap((headers) =>
      ['/api/things', '/api/things/7'].map((target) => ({ method, target, headers })),
    ),
  ),
];

function bytesOf({ method, target, headers }: (typeof REQUESTS)[0], version = '1.1'): string {
  return `${method} ${target} HTTP/${version}\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`;
}

const listing = (headers = '') => bytesOf({ method: 'GET', target: '/api/things', headers });

describe('an answer from the cache', () => {
  test.each(['1.1', '1.0'])('is the framework’s own, byte for byte, over HTTP/%s', async (version) => {
    const front = await useThings();
    // The framework writes the debug logs, so it answers everything.
    const plain = await useThings({ level: 'debug' });
    const [, etag = ''] = /etag: (\S+)/.exec(await answerTo(plain.port, listing())) ?? [];
    for (const request of REQUESTS) {
      const bytes = bytesOf(request, version).replace('(its tag)', etag);
      const expected = [bytes, comparable(await answerTo(plain.port, bytes))];
      expect([bytes, comparable(await answerTo(front.port, bytes))]).toEqual(expected);
      expect([bytes, comparable(await answerTo(front.port, bytes))]).toEqual(expected);
    }
    // What never reaches any of them, such as a broken header, counts for neither.
    expect(plain.framework.requests).toBeGreaterThan(REQUESTS.length * 0.8);
    expect(front.framework.requests).toBeLessThan(plain.framework.requests * 1.9);
  });

  test('reaches the framework once for each address, and counts as its route', async () => {
    const { port, framework, observed } = await useThings();
    const etag = /etag: (\S+)/.exec(await answerTo(port, listing()))?.[1];
    await answerTo(port, listing(`If-None-Match: ${etag}\r\n`));
    await answerTo(port, listing('Accept-Encoding: br\r\n'));
    expect(framework.requests).toBe(1);
    await expect.poll(() => observed.length).toBe(3);
    expect(observed.map(({ method, route, statusCode }) => [method, route, statusCode])).toEqual([
      ['GET', '/api/things', 200],
      ['GET', '/api/things', 304],
      ['GET', '/api/things', 200],
    ]);
    expect(observed.every(({ seconds }) => seconds > 0 && seconds < 60)).toBe(true);
  });

  test('is never older than the last change that was reported before its request', async () => {
    let version = 0;
    const { origin, cache } = await useThings({ text: async () => `${version}` });
    const over = new AbortController();
    const read = async () => {
      const { text } = (await (await fetch(`${origin}/api/things`)).json()) as { text: string };
      return Number(text);
    };
    const reader = async () => {
      const answers: { reported: number; seen: number }[] = [];
      while (!over.signal.aborted) {
        const reported = version;
        answers.push({ reported, seen: await read() });
      }
      return answers;
    };
    const reading = Array.from({ length: 8 }, reader);
    for (let change = 0; change < 50; change += 1) {
      version += 1;
      cache.clear();
      expect(await read()).toBe(version);
    }
    over.abort();
    const answers = (await Promise.all(reading)).flat();
    expect(answers.filter(({ reported, seen }) => seen < reported)).toEqual([]);
  });

  test('is not given while changes are not reported', async () => {
    const { origin, cache, framework } = await useThings();
    for (let count = 0; count < 3; count += 1) await (await fetch(`${origin}/api/things`)).text();
    expect(framework.requests).toBe(1);
    cache.setReliable(false);
    for (let count = 0; count < 3; count += 1) await (await fetch(`${origin}/api/things`)).text();
    expect(framework.requests).toBe(4);
  });

  test('is not kept for longer than the endpoint allows', async () => {
    const { origin } = await useThings();
    const read = async () => ((await (await fetch(`${origin}/api/short`)).json()) as { made: number }).made;
    const first = await read();
    await expect.poll(read).toBeGreaterThan(first);
  });

  test('still counts against the endpoint’s limit', async () => {
    const { origin } = await useThings();
    const statuses: number[] = [];
    for (let count = 0; count < 3; count += 1) statuses.push((await fetch(`${origin}/api/rationed`)).status);
    expect(statuses).toEqual([200, 200, 429]);
  });

  test('keeps no connection open when the server closes', async () => {
    const { app, port } = await useThings();
    await answerTo(port, listing());
    const socket = net.connect({ port, host: '127.0.0.1' });
    socket.write('GET /api/things HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'data');
    const ended = once(socket, 'close');
    await app.close();
    expect(await ended).toEqual([false]);
  });

  test('is logged with the caller’s address at the debug level', async () => {
    const { origin, lines } = await useThings({ level: 'debug' });
    for (let count = 0; count < 2; count += 1) await (await fetch(`${origin}/api/things`)).text();
    const logged = () => lines().filter(({ msg }) => msg === 'request');
    await expect.poll(() => logged().length).toBe(2);
    expect(logged()[1]).toMatchObject({ route: '/api/things', statusCode: 200, address: '127.0.0.1' });
  });
});

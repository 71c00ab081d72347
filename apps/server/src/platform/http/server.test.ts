import { once } from 'node:events';
import net from 'node:net';
import { Readable } from 'node:stream';
import { errorBodySchema } from '@waygate/contract/errors';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { useTestServer } from '#test/test-server.ts';
import { writePlainThing } from '#test/things.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function useListening(): Promise<{ app: FastifyInstance; port: number; origin: string }> {
  const { app } = await useTestServer(database.db, (route) => {
    route(writePlainThing, async ({ body }) => body);
  });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, origin, port: Number(new URL(origin).port) };
}

/** What the server answers to these bytes, until it closes the connection. */
async function answerTo(port: number, bytes: string): Promise<string> {
  const socket = net.connect({ port, host: '127.0.0.1' });
  const received: string[] = [];
  socket.setEncoding('utf8').on('data', (text: string) => received.push(text));
  socket.on('error', (error) => received.push(error.message));
  socket.write(bytes);
  await once(socket, 'close');
  return received.join('');
}

const CLOSE = 'Host: x\r\nConnection: close\r\n';

describe('over a socket', () => {
  test.each([
    ['that are no HTTP', 'hello\r\n\r\n', 400],
    ['with a NUL in the path', `GET /api/a\u0000b HTTP/1.1\r\n${CLOSE}\r\n`, 400],
    ['with an unknown method', `FLY /api/things HTTP/1.1\r\n${CLOSE}\r\n`, 400],
    ['with endless headers', `GET / HTTP/1.1\r\nX: ${'x'.repeat(40_000)}\r\n${CLOSE}\r\n`, 431],
    [
      'with two lengths',
      `POST /api/things HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n${CLOSE}\r\nab`,
      400,
    ],
    [
      'with a length and chunks',
      `POST /api/things HTTP/1.1\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n${CLOSE}\r\n0\r\n\r\n`,
      400,
    ],
    ['with a malformed path', `GET /api/%zz HTTP/1.1\r\n${CLOSE}\r\n`, 400],
    ['for an unknown address', `DELETE /api/nothing HTTP/1.1\r\n${CLOSE}\r\n`, 404],
  ])('bytes %s get one answer in the agreed shape', async (_, bytes, status) => {
    const { port } = await useListening();
    const [head = '', body = ''] = (await answerTo(port, bytes)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(z.parse(errorBodySchema, JSON.parse(body))).toEqual(JSON.parse(body));
  });

  test('a body of 10 MB is answered, and the connection closed', async () => {
    const { origin } = await useListening();
    const answer = await fetch(`${origin}/api/things`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"name":"${'x'.repeat(10_000_000)}"}`,
    });
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ code: 'payload_too_large' });
  });

  test('an oversized body without a declared length is answered too', async () => {
    const { origin } = await useListening();
    const chunk = new TextEncoder().encode('x'.repeat(65_536));
    let sent = 0;
    const body = new ReadableStream({
      pull: (controller) => {
        sent += chunk.length;
        if (sent > 5_000_000) controller.close();
        else controller.enqueue(chunk);
      },
    });
    const headers = { 'content-type': 'application/json' };
    // A stream needs `duplex`, which the types do not know.
    const request = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
    const answer = await fetch(`${origin}/api/things`, request);
    expect(answer.status).toBe(413);
  });

  test('a caller who disconnects is not mistaken for a lost database', async () => {
    const { app, port } = await useListening();
    const statuses: number[] = [];
    const answered = Promise.withResolvers<void>();
    app.server.on('request', (_request, response) => {
      response.on('close', () => {
        statuses.push(response.statusCode);
        answered.resolve();
      });
    });
    const socket = net.connect({ port, host: '127.0.0.1' });
    socket.write(
      'POST /api/things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    );
    await once(app.server, 'request');
    socket.destroy();
    await answered.promise;
    expect(statuses).not.toContain(503);
  });

  test.each(['before its headers were sent', 'after its headers were sent'])(
    'an answer that the server finishes %s while it closes ends its connection',
    async (moment) => {
      const begun = Promise.withResolvers<void>();
      const mayEnd = Promise.withResolvers<void>();
      const { app } = await useTestServer(database.db, (_, server) => {
        server.get('/slow', async (_request, reply) => {
          if (moment.startsWith('before')) {
            begun.resolve();
            await mayEnd.promise;
            return 'the end';
          }
          return reply.send(Readable.from(slowly()));
        });
      });
      async function* slowly() {
        yield 'the beginning, ';
        begun.resolve();
        await mayEnd.promise;
        yield 'the end';
      }
      const origin = await app.listen({ host: '127.0.0.1', port: 0 });
      // Neither side asks for the end of the connection: both may keep it for more requests.
      const answered = answerTo(Number(new URL(origin).port), 'GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
      await begun.promise;
      const closed = app.close();
      await expect.poll(() => app.server.listening).toBe(false);
      mayEnd.resolve();
      await closed;
      expect(await answered).toContain('the end');
    },
  );
});

describe('security headers', () => {
  test('are sent with answers and failures', async () => {
    const { app } = await useTestServer(database.db, (route) => {
      route(writePlainThing, async ({ body }) => body);
    });
    const things = { method: 'POST', url: '/api/things' } as const;
    for (const answer of [
      await app.inject({ ...things, payload: { name: 'a' } }),
      await app.inject(things),
    ]) {
      const policy = String(answer.headers['content-security-policy']).split(';');
      expect(policy).toEqual([
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: https:",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        'upgrade-insecure-requests',
      ]);
      expect(answer.headers).toMatchObject({
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin',
      });
      expect(answer.headers['x-powered-by']).toBeUndefined();
      expect(answer.headers.server).toBeUndefined();
    }
  });

  test('are sent with failures before routing too', async () => {
    const { app } = await useTestServer(database.db, () => {});
    const known = await app.inject('/api/nothing');
    const unreadable = await app.inject('/api/%zz');
    expect(unreadable.statusCode).toBe(400);
    for (const name of Object.keys(known.headers).filter(
      (header) => !/^(date|x-request-id|content-length)$/.test(header),
    ))
      expect([name, unreadable.headers[name]]).toEqual([name, known.headers[name]]);
  });

  test('deny the browser’s features that the site does not use, and no others', async () => {
    const { app } = await useTestServer(database.db, () => {});
    const policy = String((await app.inject('/api/nothing')).headers['permissions-policy']).split(', ');
    for (const feature of ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'display-capture'])
      expect(policy).toContain(`${feature}=()`);
    expect(policy.every((directive) => /^[a-z-]+=\(\)$/.test(directive))).toBe(true);
    expect(policy.join()).not.toMatch(/clipboard|fullscreen|web-share|publickey-credentials/);
  });

  test('allow the template’s inline scripts by hash only', async () => {
    const { app } = await useTestServer(database.db, () => {}, { inlineScriptHashes: ["'sha256-abc='"] });
    const { headers } = await app.inject('/api/nothing');
    expect(headers['content-security-policy']).toContain("script-src 'self' 'sha256-abc=';");
    expect(headers['content-security-policy']).not.toContain('unsafe');
  });

  test('do not require HTTPS where there is none', async () => {
    const { app } = await useTestServer(database.db, () => {}, { publicOrigin: 'http://localhost:3000' });
    const { headers } = await app.inject('/api/nothing');
    expect(headers['strict-transport-security']).toBeUndefined();
    expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests');
  });
});

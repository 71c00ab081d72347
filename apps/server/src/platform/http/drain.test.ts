import { once } from 'node:events';
import net from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { endpoint } from '@waygate/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { useTestServer } from '#test/test-server.ts';
import { writePlainThing } from '#test/things.ts';
import { stopServer } from './drain.ts';

const readThings = endpoint({
  method: 'GET',
  path: '/things',
  access: 'visitor',
  summary: 'Things.',
  isCacheable: true,
  response: z.object({ text: z.string() }),
});

const READ = 'GET /api/things HTTP/1.1\r\nHost: x\r\n\r\n';
const BODY = '{"name":"gate"}';
const WRITE =
  'POST /api/things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 15\r\n\r\n';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

let app: FastifyInstance;
let port: number;
let drained: PromiseWithResolvers<void>;
beforeEach(async () => {
  ({ app } = await useTestServer(database.db, (route) => {
    route(readThings, async () => ({ text: 'Lanternfall returns.' }));
    route(writePlainThing, async ({ body }) => body);
  }));
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
  drained = Promise.withResolvers();
});

type Client = { write: (bytes: string) => void; next: () => Promise<string>; closed: Promise<unknown> };

/** A connection that its client keeps. `next` resolves with what has arrived since the last call. */
async function connect(): Promise<Client> {
  const socket = net.connect({ port, host: '127.0.0.1' }).setEncoding('utf8');
  onTestFinished(() => void socket.destroy());
  const closed = new Promise((resolve) => socket.once('close', () => resolve('closed')));
  await once(socket, 'connect');
  return {
    write: (bytes) => void socket.write(bytes),
    next: async () => String((await once(socket, 'data'))[0]),
    closed,
  };
}

async function untilClosed(): Promise<void> {
  while (app.server.listening) await nextTurn();
}

describe('while a server drains', () => {
  test.each([
    ['an answer', WRITE + BODY, 200],
    ['an answer from the cache', READ, 200],
    ['a failure', 'GET /api/nothing HTTP/1.1\r\nHost: x\r\n\r\n', 404],
  ])('%s ends a connection that its client would keep', async (_, request, status) => {
    const client = await connect();
    client.write(request);
    expect((await client.next()).toLowerCase()).not.toContain('connection: close');
    const stopped = stopServer(app, drained.promise);
    client.write(request);
    const answer = await client.next();
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer.toLowerCase()).toContain('\r\nconnection: close\r\n');
    await client.closed;
    drained.resolve();
    await stopped;
  });

  test('it accepts new connections until the end', async () => {
    const stopped = stopServer(app, drained.promise);
    const client = await connect();
    client.write(WRITE + BODY);
    expect(await client.next()).toMatch(/^HTTP\/1\.1 200 /);
    drained.resolve();
    await stopped;
    await expect(connect()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});

describe('when its port is closed', () => {
  test('a request that has begun is answered', async () => {
    const client = await connect();
    client.write(WRITE + BODY.slice(0, 5));
    await once(app.server, 'request');
    drained.resolve();
    const stopped = stopServer(app, drained.promise);
    await untilClosed();
    client.write(BODY.slice(5));
    expect(await client.next()).toMatch(/^HTTP\/1\.1 200 [^]*\r\nconnection: close\r\n/i);
    await stopped;
  });

  test('a connection without a request so far may still send one', async () => {
    const accepted = once(app.server, 'connection');
    const client = await connect();
    await accepted;
    drained.resolve();
    const stopped = stopServer(app, drained.promise);
    await untilClosed();
    client.write(WRITE + BODY);
    expect(await client.next()).toMatch(/^HTTP\/1\.1 200 [^]*\r\nconnection: close\r\n/i);
    await stopped;
  });

  test('a kept connection without a request is closed', async () => {
    const client = await connect();
    client.write(READ);
    await client.next();
    drained.resolve();
    await stopServer(app, drained.promise);
    expect(await client.closed).toBe('closed');
  });
});

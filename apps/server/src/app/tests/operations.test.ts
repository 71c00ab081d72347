import { describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import { openDatabase } from '#platform/db/database.ts';
import { stopServer } from '#platform/http/drain.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { createMetrics } from '#platform/metrics/metrics.ts';
import { startCuttableProxy } from '#test/cuttable-proxy.ts';
import { type TestDatabase, useTestDatabase } from '#test/database.ts';
import { useTestServer } from '#test/test-server.ts';
import { serveOperations } from '#app/operations.ts';

const METRICS_TOKEN = 'a-token-for-prometheus';

type Options = { metricsToken?: string; trustProxy?: number };

async function useOperations(options: Options = {}) {
  return useOperationsOn(await useTestDatabase(), options);
}

async function useOperationsOn(
  { db }: Pick<TestDatabase, 'db'>,
  { metricsToken, trustProxy = 0 }: Options = {},
) {
  const metrics = createMetrics();
  const config = { ...readConfig({}), metricsToken, trustProxy };
  return useTestServer(db, (_route, app) => serveOperations(app, { db, config, metrics }), {
    metrics,
    trustProxy,
  });
}

function unreachableDatabase() {
  const connection = { connectionString: 'postgres://127.0.0.1:1/x' };
  const database = openDatabase({ connection, log: createLogger({ level: 'silent' }) });
  onTestFinished(database.close);
  return database;
}

describe('a process', () => {
  test('is alive and ready with its database', async () => {
    const { app } = await useOperations();
    for (const url of ['/healthz', '/readyz']) {
      const answer = await app.inject(url);
      expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ok' }]);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });

  test('is alive but not ready while it stops', async () => {
    const { app } = await useOperations();
    await app.listen({ host: '127.0.0.1', port: 0 });
    const drained = Promise.withResolvers<void>();
    const stopped = stopServer(app, drained.promise);
    expect((await app.inject('/healthz')).statusCode).toBe(200);
    const answer = await app.inject('/readyz');
    expect([answer.statusCode, answer.json().message]).toEqual([503, 'This process is stopping.']);
    drained.resolve();
    await stopped;
  });

  test.each(['on a connection that is open', 'when it accepts connections alone'])(
    'is not ready while its database hangs %s, and recovers',
    async (moment) => {
      const { connection } = await useTestDatabase();
      const proxy = await startCuttableProxy(connection);
      onTestFinished(proxy.stop);
      const database = openDatabase({
        connection: proxy.connection,
        log: createLogger({ level: 'silent' }),
      });
      onTestFinished(database.close);
      const { app } = await useOperationsOn(database);
      if (moment.startsWith('on')) await app.inject('/readyz');
      proxy.hang();
      const answers = await Promise.all(Array.from({ length: 20 }, () => app.inject('/readyz')));
      for (const answer of answers) {
        expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
        expect(answer.json().message).toContain('The database did not answer in time.');
      }
      // Requests for readiness share one connection.
      expect(database.pool.totalCount).toBeLessThanOrEqual(1);
      proxy.resume();
      await expect.poll(async () => (await app.inject('/readyz')).statusCode, { timeout: 20_000 }).toBe(200);
    },
  );

  test('is alive but not ready without it', async () => {
    const { app } = await useOperationsOn(unreachableDatabase());
    expect((await app.inject('/healthz')).statusCode).toBe(200);
    const answer = await app.inject('/readyz');
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
    expect(answer.json()).toMatchObject({ code: 'unavailable' });
  });
});

describe('details of readiness', () => {
  const AT = '/readyz?detail';

  test('name processes, schema, queues, last signals and the pool', async () => {
    const { app } = await useOperations();
    const answer = await app.inject(AT);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      status: 'ok',
      processes: { api: 0, worker: 0 },
      schema: expect.stringMatching(/^\d{4}-[a-z-]+\.sql$/),
      queues: {
        jobs: { waiting: 0, oldestSeconds: 0 },
        mails: { waiting: 0, oldestSeconds: 0 },
        deliveries: { waiting: 0, oldestSeconds: 0 },
      },
      secondsSince: { webhook: expect.any(Number), lease: null, dropSample: null },
      pool: { used: expect.any(Number), idle: expect.any(Number), waiting: 0, max: 10 },
      caller: { address: '127.0.0.1', forwardedFor: null },
    });
  });

  test('are for those who may read metrics', async () => {
    const { app } = await useOperations({ metricsToken: METRICS_TOKEN });
    expect((await app.inject(AT)).statusCode).toBe(403);
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    expect((await app.inject({ url: AT, headers, remoteAddress: '192.0.2.7' })).statusCode).toBe(200);
    expect((await app.inject('/readyz')).statusCode).toBe(200);
    const { app: behindProxy } = await useOperations({ trustProxy: 1 });
    expect((await behindProxy.inject(AT)).statusCode).toBe(403);
  });
});

describe('metrics', () => {
  const privateAddresses = [
    '127.0.0.1',
    '::1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.9.9',
    '192.168.1.1',
    'fd00::1',
  ];

  test.each([...privateAddresses, '::ffff:10.0.0.1'])('are open to %s', async (remoteAddress) => {
    const { app } = await useOperations();
    await app.inject('/healthz');
    const answer = await app.inject({ url: '/metrics', remoteAddress });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toContain('text/plain');
    expect(answer.body).toContain('route="/healthz"');
  });

  test.each(['192.0.2.7', '172.32.0.1', '11.0.0.1', '2001:db8::1', '100.64.0.1', '::ffff:192.0.2.7'])(
    'are closed to %s',
    async (remoteAddress) => {
      const { app } = await useOperations();
      const answer = await app.inject({ url: '/metrics', remoteAddress });
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'forbidden']);
    },
  );

  test.each(['x-forwarded-for', 'forwarded', 'x-real-ip', 'via', 'x-forwarded-proto'])(
    'are closed to requests that a local proxy forwards with %s',
    async (header) => {
      for (const trustProxy of [0, 1]) {
        const { app } = await useOperations({ trustProxy });
        const answer = await app.inject({ url: '/metrics', headers: { [header]: '10.0.0.1' } });
        expect(answer.statusCode).toBe(403);
      }
    },
  );

  test('are closed behind a proxy without a token, as the caller is unknown', async () => {
    const { app } = await useOperations({ trustProxy: 1 });
    expect((await app.inject('/metrics')).statusCode).toBe(403);
  });

  test('are open to the token from anywhere, and then closed without it', async () => {
    const { app } = await useOperations({ metricsToken: METRICS_TOKEN });
    const statusWith = async (authorization?: string, remoteAddress = '192.0.2.7') => {
      const headers = authorization === undefined ? {} : { authorization };
      return (await app.inject({ url: '/metrics', headers, remoteAddress })).statusCode;
    };
    expect(await statusWith(`Bearer ${METRICS_TOKEN}`)).toBe(200);
    expect(await statusWith(`Bearer ${METRICS_TOKEN}x`)).toBe(403);
    expect(await statusWith(METRICS_TOKEN)).toBe(403);
    expect(await statusWith('Bearer ')).toBe(403);
    expect(await statusWith(undefined, '127.0.0.1')).toBe(403);
  });

  test('are available while the database is down', async () => {
    const { app } = await useOperationsOn(unreachableDatabase());
    expect((await app.inject('/metrics')).statusCode).toBe(200);
  });

  test('label routes by pattern, because addresses contain secrets and are unbounded', async () => {
    const { app } = await useOperations();
    for (let index = 0; index < 5; index += 1) await app.inject(`/api/reset/secret-${index}`);
    await app.inject({ method: 'PROPFIND' as 'GET', url: '/secret-dav' });
    const { body } = await app.inject('/metrics');
    expect(body).toContain('route="/api/*",status="404"');
    expect(body).not.toContain('secret');
  });
});

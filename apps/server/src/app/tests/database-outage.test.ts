import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFindViewer } from '#features/sessions/sessions.queries.ts';
import { type OpenDatabase, openDatabase } from '#platform/db/database.ts';
import {
  callerOf,
  createPortal,
  createSignedInPlayer,
  PASSWORD,
  type Portal,
  uniqueName,
  until,
} from '#test/account-journeys.ts';
import { type CuttableProxy, startCuttableProxy } from '#test/cuttable-proxy.ts';
import { buildApp } from '#app/build-app.ts';

let portal: Portal;
let proxy: CuttableProxy;
let open: OpenDatabase;
let call: Portal['call'];

beforeEach(async () => {
  portal = await createPortal();
  proxy = await startCuttableProxy(portal.parts.database.connection);
  open = openDatabase({ connection: proxy.connection, maxConnections: 3, log: portal.parts.log });
  const app = await buildApp({ ...portal.parts, db: open.db }, createFindViewer(open.db));
  call = callerOf(app);
  return () => app.close();
});
afterEach(async () => {
  await open.close();
  await proxy.stop();
  await portal.close();
});

test('endpoints that need the database answer 503 during an outage and recover by themselves', async () => {
  const player = await createSignedInPlayer(portal);
  const { token } = player;
  const fresh = { username: uniqueName(), email: `${uniqueName()}@example.com`, password: PASSWORD };
  const calls = {
    register: () => call('POST', '/auth/register', { body: fresh }),
    login: () => call('POST', '/auth/login', { body: { identifier: player.username, password: PASSWORD } }),
    profile: () => call('GET', '/user/profile', { token }),
    news: () => call('GET', '/content/news?limit=20'),
    reset: () => call('POST', '/user/request-password-reset-unauth', { body: { email: player.email } }),
  };
  expect((await calls.profile()).statusCode).toBe(200);
  await proxy.cut();

  for (const [name, attempt] of Object.entries(calls)) {
    const response = await attempt();
    expect([name, response.statusCode]).toEqual([name, 503]);
    expect(response.headers['retry-after']).toBe('5');
    expect(response.json()).toMatchObject({ code: 'unavailable', requestId: expect.any(String) });
    expect(response.body).not.toContain('ECONNREFUSED');
  }

  await proxy.restore();
  await until(async () => (await calls.profile()).statusCode === 200);
  const codes = [];
  for (const attempt of Object.values(calls)) codes.push((await attempt()).statusCode);
  expect(codes).toEqual([200, 200, 200, 200, 200]);
});

test('requests interrupted by an outage leave no partial writes and no leaked connections', async () => {
  let acknowledged = 0;
  for (let outage = 0; outage < 4; outage += 1) {
    const attempts = burst();
    await Promise.race(attempts);
    await proxy.cut();
    const codes = (await Promise.all(attempts)).map(({ statusCode }) => statusCode);
    expect(codes.filter((code) => code !== 200 && code !== 503)).toEqual([]);
    acknowledged += codes.filter((code) => code === 200).length;
    await proxy.restore();
  }

  const afterwards = (await Promise.all(burst())).map(({ statusCode }) => statusCode);

  expect(afterwards).toEqual(Array(8).fill(200));
  const { rows } = await portal.parts.database.pool.query<Record<'accounts' | 'mails' | 'jobs', number>>(`
    select (select count(*)::int from accounts) as accounts, (select count(*)::int from mails) as mails,
           (select count(*)::int from pgboss.job where name = 'mail.send') as jobs`);
  const accounts = rows[0]?.accounts ?? 0;
  expect(accounts).toBeGreaterThanOrEqual(acknowledged + 8);
  expect(rows).toEqual([{ accounts, mails: accounts, jobs: accounts }]);
});

const burst = () => Array.from({ length: 8 }, registerSomebody);

function registerSomebody() {
  const username = uniqueName();
  return call('POST', '/auth/register', {
    body: { username, email: `${username}@example.com`, password: PASSWORD },
  });
}

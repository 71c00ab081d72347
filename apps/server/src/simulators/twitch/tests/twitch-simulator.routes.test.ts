import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createPortal, type Portal } from '#test/account-journeys.ts';
import { startTwitchServer, type TwitchServer } from '#test/twitch-server.ts';
import { buildApp } from '#app/build-app.ts';
import { createTwitch } from '#platform/twitch/create-twitch.ts';
import type { Config } from '#platform/config/config.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

let portal: Portal;
let twitch: TwitchServer;
let app: Portal['app'];

beforeAll(async () => {
  [portal, twitch] = [await createPortal(), await startTwitchServer()];
  app = await openApp();
});
afterAll(async () => {
  await app.close();
  await portal.close();
  await twitch.close();
});

/** The portal with the simulated Twitch opened. */
function openApp(config: Partial<Config> = {}, simulatorUrl = twitch.url): Promise<Portal['app']> {
  const wholeConfig = { ...portal.parts.config, ...config };
  const { publicOrigin } = wholeConfig;
  const parts = {
    ...portal.parts,
    config: wholeConfig,
    twitch: createTwitch({ ...twitch.config, publicOrigin, simulatorUrl }),
  };
  return buildApp(parts, async () => undefined);
}

async function useApp(...given: Parameters<typeof openApp>): Promise<Portal['app']> {
  const opened = await openApp(...given);
  onTestFinished(() => opened.close());
  return opened;
}

function press(url: string, fields: Record<string, string>) {
  const payload = new URLSearchParams({ form_token: twitch.simulator.formToken, ...fields }).toString();
  return app.inject({ method: 'POST', url, headers: FORM, payload });
}

/** The status of a request whose target is sent as it is written. */
function statusOfTarget({ server }: Portal['app'], target: string): Promise<number | undefined> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, path: target }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    call.on('error', reject).end();
  });
}

test('the OAuth flow goes through the portal’s own address', async () => {
  const { id } = twitch.addUser('emberkeeper');
  const { clientId, redirectUri } = twitch.application;
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: '',
    state: 'st',
  });
  const url = `/sandbox/twitch/oauth2/authorize?${query}`;
  const page = await app.inject(url);
  expect(page.statusCode).toBe(200);
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
    'content-security-policy': expect.stringContaining("form-action 'self' http://localhost:3000;"),
  });
  expect(page.body).toContain('emberkeeper');
  const answer = await press(url, { choice: 'allow', user: id });
  expect(answer.statusCode).toBe(303);
  const back = new URL(String(answer.headers.location));
  expect(`${back.origin}${back.pathname}`).toBe(redirectUri);
  expect(back.searchParams.get('state')).toBe('st');
});

test('the control page and its buttons are served too, and redirect back to it', async () => {
  const { headers } = await app.inject('/sandbox/twitch');
  expect(headers.location).toBe('/sandbox/twitch/control');
  const answer = await press('/sandbox/twitch/control', { action: 'create_user', login: 'lanternfox' });
  expect([answer.statusCode, answer.headers.location]).toEqual([303, 'control']);
  expect((await app.inject('/sandbox/twitch/control')).body).toContain('lanternfox');
  const refused = await press('/sandbox/twitch/control', {
    form_token: 'x',
    action: 'create_user',
    login: 'other',
  });
  expect(refused.statusCode).toBe(403);
});

test('nothing else is served, and no body that is too long or not a form is accepted', async () => {
  for (const path of ['/identity', '/helix/users', '/oauth2/token', '/oauth2/validate'])
    expect((await app.inject(`/sandbox/twitch${path}`)).statusCode).toBe(404);
  const call = { method: 'POST', url: '/sandbox/twitch/control' } as const;
  const asJson = await app.inject({ ...call, payload: { action: 'stop' } });
  const long = await app.inject({ ...call, headers: FORM, payload: 'x'.repeat(5000) });
  expect([asJson.statusCode, long.statusCode]).toEqual([403, 413]);
});

test.each([
  '/sand%62ox/twitch/control',
  '/%73andbox/twitch/control/',
  'http://aaaaaaaa@127.0.0.2/sandbox/twitch/control',
])('the address as %s leads to the same page, and to no other server', async (written) => {
  const opened = await useApp();
  await opened.listen({ port: 0, host: '127.0.0.1' });
  expect(await statusOfTarget(opened, written)).toBe(200);
});

test('a stopped simulator is reported as unavailable', async () => {
  const lonely = await useApp({}, 'http://127.0.0.1:1');
  const answer = await lonely.inject('/sandbox/twitch/control');
  expect([answer.statusCode, answer.json()]).toEqual([
    503,
    expect.objectContaining({ message: 'The simulated Twitch does not answer.' }),
  ]);
});

test('there is no simulator in public mode or with the real Twitch', async () => {
  const published = await useApp({ mode: 'public' });
  const addresses = ['/sandbox/twitch', '/sandbox/twitch/control', '/sandbox/twitch/oauth2/authorize'];
  const shown = (opened: Portal['app']) => addresses.filter((url) => opened.hasRoute({ method: 'GET', url }));
  await Promise.all([published.ready(), portal.app.ready(), app.ready()]);
  expect(shown(published)).toEqual([]);
  expect(shown(portal.app)).toEqual([]);
  expect(shown(app)).toEqual(addresses);
});

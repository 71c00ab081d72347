import { request as httpRequest } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GAME_ID, startTwitchServer, type TwitchServer } from '#test/twitch-server.ts';

let twitch: TwitchServer;
beforeEach(async () => {
  twitch = await startTwitchServer();
});
afterEach(() => twitch.close());

type Fields = Record<string, string>;

const authorizePath = (change: Fields = {}) =>
  `/oauth2/authorize?${new URLSearchParams({
    response_type: 'code',
    client_id: twitch.config.clientId,
    redirect_uri: twitch.application.redirectUri,
    scope: '',
    state: 'st&ate',
    ...change,
  })}`;

const view = (path: string) => fetch(`${twitch.url}${path}`, { redirect: 'manual' });

const press = (path: string, fields: Fields, formToken = twitch.simulator.formToken) =>
  fetch(`${twitch.url}${path}`, {
    method: 'POST',
    body: new URLSearchParams({ form_token: formToken, ...fields }),
    redirect: 'manual',
  });

/** Presses a button of the control page; answers its problem, if it tells one. */
async function submit(fields: Fields): Promise<string | undefined> {
  const response = await press('/control', fields);
  const body = await response.text();
  if (response.status === 303) return undefined;
  return /role="alert">([^<]+)</.exec(body)?.[1] ?? `status ${response.status}`;
}

async function controlText(): Promise<string> {
  return (await (await view('/control')).text()).replace(/\s+/g, ' ');
}

describe('the authorize page', () => {
  test('names the application and its scopes, loads nothing, and submits to the portal only', async () => {
    twitch.simulator.world.createUser({ login: 'evil', displayName: '<script>alert("x")</script>' });
    const response = await view(authorizePath({ scope: 'moderator:read:chatters' }));
    const body = await response.text();
    expect(response.status).toBe(200);
    expect(body).toContain('Authorize Agaia');
    expect(body).toContain('View the chatters');
    expect(body).toContain('&lt;script&gt;');
    expect(body).not.toContain('<script');
    expect(response.headers.get('content-security-policy')).toContain(
      "form-action 'self' http://localhost:3000;",
    );
    expect(await (await view(authorizePath())).text()).not.toContain('View the chatters');
  });

  test('creates a new user, who returns with a code', async () => {
    const response = await press(authorizePath(), { choice: 'allow', user: 'new', login: ' MoonWarden ' });
    const back = new URL(response.headers.get('location') ?? '');
    expect(response.status).toBe(303);
    expect(`${back.origin}${back.pathname}`).toBe(twitch.application.redirectUri);
    expect(back.searchParams.get('state')).toBe('st&ate');
    expect(twitch.simulator.world.findUserByLogin('moonwarden')).toBeDefined();
    const code = back.searchParams.get('code') ?? '';
    expect(twitch.simulator.grants.exchangeCode(code, twitch.application.redirectUri)).toBeDefined();
  });

  test.each([[''], ['abc'], ['taken_name'], ['with space'], ['x'.repeat(26)]])(
    'makes nobody of the name "%s", and says why',
    async (login) => {
      twitch.addUser('taken_name');
      const response = await press(authorizePath(), { choice: 'allow', user: 'new', login });
      expect(response.status).toBe(400);
      const body = await response.text();
      expect(body).toContain('role="alert"');
      expect(body).toContain(`value="${login}"`);
      expect(twitch.simulator.world.users()).toHaveLength(1);
    },
  );

  test.each([
    ['another client', { client_id: 'x' }],
    ['another address', { redirect_uri: 'http://evil.test/' }],
    ['another flow', { response_type: 'token' }],
  ])('leads nowhere for %s', async (_, change) => {
    const response = await view(authorizePath(change));
    expect([response.status, response.headers.get('location')]).toEqual([400, null]);
  });

  test('redirects with an error for an unknown scope', async () => {
    const location = (await view(authorizePath({ scope: 'chat:edit' }))).headers.get('location') ?? '';
    expect(new URL(location).searchParams.get('error')).toBe('invalid_scope');
  });

  test('ignores a foreign form', async () => {
    const { id } = twitch.addUser();
    const response = await press(authorizePath(), { choice: 'allow', user: id }, 'made up');
    expect([response.status, response.headers.get('location')]).toEqual([403, null]);
    expect((await press(authorizePath(), { choice: 'allow', user: '77' })).status).toBe(400);
  });
});

describe('the control page', () => {
  test('creates users who go live, change and stop', async () => {
    expect(await submit({ action: 'create_user', login: 'EmberKeeper' })).toBeUndefined();
    expect(await submit({ action: 'create_user', login: 'emberkeeper' })).toContain('already');
    expect(await submit({ action: 'create_user', login: '?' })).toContain('4 to 25');
    const userId = twitch.simulator.world.findUserByLogin('emberkeeper')?.id ?? '';
    expect(await submit({ action: 'go_live', userId, gameId: GAME_ID, title: 'Emberdeep' })).toBeUndefined();
    expect(twitch.simulator.world.streamOf(userId)).toMatchObject({ gameId: GAME_ID, title: 'Emberdeep' });
    expect(await controlText()).toContain('Live in Agaia');
    await submit({ action: 'go_live', userId, gameId: '509658' });
    expect(await controlText()).toContain('Live in Just Chatting');
    await submit({ action: 'stop', userId });
    expect(await controlText()).toContain('Offline');
  });

  test('lets users join and leave chats', async () => {
    const streamer = twitch.addStreamer('emberkeeper');
    const { id: userId } = twitch.addUser('lanternfox');
    expect(await controlText()).toContain('Join the chat');
    await submit({ action: 'join', userId, broadcasterId: streamer.id });
    expect(twitch.simulator.world.chattersOf(streamer.id)).toEqual([userId]);
    expect(await controlText()).toContain('Leave the chat of emberkeeper');
    await submit({ action: 'leave', userId, broadcasterId: streamer.id });
    expect(twitch.simulator.world.chattersOf(streamer.id)).toEqual([]);
    expect(await submit({ action: 'join', userId, broadcasterId: '77' })).toContain('no such chat');
  });

  test('lets tokens expire and disconnects the portal', async () => {
    const { id: userId, tokens } = twitch.addStreamer();
    const { grants } = twitch.simulator;
    await submit({ action: 'expire', userId });
    expect(grants.find(tokens.accessToken)).toBeUndefined();
    const fresh = grants.refresh(tokens.refreshToken);
    await submit({ action: 'revoke', userId });
    expect(grants.refresh(fresh?.refreshToken ?? '')).toBeUndefined();
    expect(await controlText()).not.toContain('Disconnect the portal');
  });

  test('makes endpoints fail for a while, or until that is ended', async () => {
    expect(
      await submit({ action: 'fail', endpoint: 'streams', fault: '500', seconds: '60' }),
    ).toBeUndefined();
    expect(await controlText()).toContain('End: Error 500 for streams, 60 s left');
    const headers = {
      authorization: `Bearer ${twitch.simulator.grants.issueAppToken().accessToken}`,
      'client-id': twitch.config.clientId,
    };
    const status = async (path: string) => (await fetch(`${twitch.url}${path}`, { headers })).status;
    expect(await status('/helix/streams')).toBe(500);
    expect(await status('/helix/users?id=1')).toBe(200);
    const [active] = twitch.simulator.faults.active();
    await submit({ action: 'end_fault', faultId: String(active?.id) });
    expect(await status('/helix/streams')).toBe(200);
    await submit({ action: 'fail', endpoint: 'all', fault: '503', seconds: '60' });
    expect(await status('/helix/users?id=1')).toBe(503);
    // A minute of it in a tenth of a second.
    twitch.simulator.clock.accelerate(600);
    await expect.poll(() => status('/helix/users?id=1')).toBe(200);
  });

  test('lets Twitch misbehave for one user or all, until it is ended', async () => {
    const { id } = twitch.addUser('emberkeeper');
    await submit({ action: 'misbehave', kind: 'missing-streams', concerned: id, seconds: '60' });
    await submit({ action: 'misbehave', kind: 'late-chats', concerned: 'all', seconds: '60' });
    const { misbehaviour } = twitch.simulator;
    expect([id, '1'].map((userId) => misbehaviour.meet('missing-streams')?.(userId))).toEqual([true, false]);
    expect(await controlText()).toContain('End: Live streams are not listed, 60 s left');
    for (const { id: misbehaviourId } of misbehaviour.active())
      await submit({ action: 'end_misbehaviour', misbehaviourId: String(misbehaviourId) });
    expect(misbehaviour.active()).toEqual([]);
  });

  test('changes the paging and the speed of time', async () => {
    await submit({ action: 'pages', quirk: 'repeat' });
    expect(twitch.simulator.pages.quirk).toBe('repeat');
    await submit({ action: 'accelerate', speed: '60' });
    expect(twitch.simulator.clock.speed()).toBe(60);
    expect(await controlText()).toContain('<option value="60" selected');
  });

  test.each([
    [{ action: 'steal' }],
    [{ action: 'go_live', userId: '77', gameId: GAME_ID }],
    [{ action: 'go_live', userId: 'x', gameId: GAME_ID }],
    [{ action: 'fail', endpoint: 'streams', fault: '999', seconds: '1' }],
    [{ action: 'fail', endpoint: 'streams', fault: '500', seconds: '-1' }],
    [{ action: 'misbehave', kind: 'none', concerned: 'all', seconds: '1' }],
    [{ action: 'accelerate', speed: '7' }],
    [{ action: 'pages', quirk: 'x' }],
  ])('does not do %j, and says so', async (fields) => {
    expect(await submit(fields)).toMatch(/cannot be done|no such user/);
  });

  test('ignores a foreign form', async () => {
    expect((await press('/control', { action: 'create_user', login: 'someone' }, '')).status).toBe(403);
    expect(twitch.simulator.world.users()).toEqual([]);
  });

  test('lists the newest of many users', async () => {
    for (let index = 0; index < 60; index += 1) twitch.addUser(`user_${index}`);
    const text = await controlText();
    expect(text).toContain('The newest 50 of 60 are listed.');
    expect(text.match(/<article/g)).toHaveLength(50);
  });

  test('opens at the root too, and names its application', async () => {
    expect((await view('/')).headers.get('location')).toBe('control');
    expect(await (await view('/identity')).json()).toEqual({ client_id: twitch.config.clientId });
  });
});

test.each([
  ['that uses another host name', 'GET', { host: 'evil.test' }],
  ['with a form of another website', 'POST', { origin: 'https://evil.test' }],
  ['with a form of another program', 'POST', { 'sec-fetch-site': 'same-site' }],
])('a browser %s gets no answer', async (_, method, headers) => {
  const { promise: status, resolve } = Promise.withResolvers<number | undefined>();
  httpRequest(`${twitch.url}/control`, { method, headers }, (response) => {
    response.resume();
    resolve(response.statusCode);
  }).end();
  expect(await status).toBe(403);
});

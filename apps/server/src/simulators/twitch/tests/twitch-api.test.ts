import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GAME_ID, startTwitchServer, type TwitchServer } from '#test/twitch-server.ts';

const CHATTERS = 'moderator:read:chatters';

let twitch: TwitchServer;
beforeEach(async () => {
  twitch = await startTwitchServer();
});
afterEach(() => twitch.close());

type Headers = Record<string, string>;

async function ask(path: string, init?: RequestInit): Promise<[status: number, body: unknown]> {
  const response = await fetch(`${twitch.url}${path}`, { redirect: 'manual', ...init });
  const text = await response.text();
  return [response.status, text === '' ? undefined : JSON.parse(text)];
}

const get = (path: string, headers: Headers) => ask(path, { headers });
const post = (path: string, form: Record<string, string>) =>
  ask(path, { method: 'POST', body: new URLSearchParams(form) });
const bearer = (token: string, clientId = twitch.config.clientId): Headers => ({
  authorization: `Bearer ${token}`,
  'client-id': clientId,
});
const keys = () => ({ client_id: twitch.config.clientId, client_secret: twitch.config.clientSecret });
const appToken = () => twitch.simulator.grants.issueAppToken().accessToken;

describe('the API', () => {
  test.each([
    ['no token', {}, 'OAuth token is missing'],
    ['no client', { authorization: 'Bearer x' }, 'Client ID is missing'],
    ['a token that is none', { authorization: 'Bearer x', 'client-id': 'x' }, 'Invalid OAuth token'],
  ])('refuses %s', async (_, headers, message) => {
    const refusal = { error: 'Unauthorized', status: 401, message };
    for (const path of ['/helix/users', '/helix/streams', '/helix/chat/chatters'])
      expect(await get(path, headers)).toEqual([401, refusal]);
  });

  test('refuses a token with another client id, and an expired one', async () => {
    const message = 'Client ID and OAuth token do not match';
    const refusal = { error: 'Unauthorized', status: 401, message };
    expect(await get('/helix/streams', bearer(appToken(), 'other'))).toEqual([401, refusal]);
    const { id, tokens } = twitch.addStreamer();
    twitch.simulator.grants.expire(id);
    expect((await get('/helix/users', bearer(tokens.accessToken)))[0]).toBe(401);
  });

  test('finds users by token, id and name', async () => {
    const { id, tokens } = twitch.addStreamer('emberkeeper');
    const row = expect.objectContaining({ id, login: 'emberkeeper', display_name: 'emberkeeper' });
    expect(await get('/helix/users', bearer(tokens.accessToken))).toEqual([200, { data: [row] }]);
    const asked = `/helix/users?id=${id}&login=emberkeeper&id=77`;
    expect(await get(asked, bearer(appToken()))).toEqual([200, { data: [row] }]);
    expect((await get('/helix/users', bearer(appToken())))[0]).toBe(400);
  });

  test('lists streams by viewer count, filtered by user, name or category', async () => {
    const [small, large] = [twitch.addStreamer('small'), twitch.addStreamer('large')];
    const { world } = twitch.simulator;
    world.goLive(large.id, { gameId: '509658', title: 'Talk', tags: ['English'], viewerCount: 900 });
    const listed = async (query: string) => {
      const [status, body] = await get(`/helix/streams${query}`, bearer(appToken()));
      expect(status).toBe(200);
      return (body as { data: { user_login: string }[] }).data.map(({ user_login: login }) => login);
    };
    expect(await listed('')).toEqual(['large', 'small']);
    expect(await listed(`?user_id=${small.id}&user_id=77`)).toEqual(['small']);
    expect(await listed('?user_login=large')).toEqual(['large']);
    expect(await listed(`?game_id=${GAME_ID}`)).toEqual(['small']);
    world.stop(small.id);
    expect(await listed(`?user_id=${small.id}`)).toEqual([]);
    const [, body] = await get(`/helix/streams?user_id=${large.id}`, bearer(appToken()));
    expect(body).toEqual({
      data: [
        expect.objectContaining({
          user_id: large.id,
          game_id: '509658',
          type: 'live',
          title: 'Talk',
          tags: ['English'],
          viewer_count: 900,
          started_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        }),
      ],
      pagination: {},
    });
  });

  test('keeps a stream when its category changes, and starts another after a stop', () => {
    const { world } = twitch.simulator;
    const { id } = twitch.addStreamer();
    const first = world.streamOf(id);
    expect(world.goLive(id, { gameId: '509658' })).toMatchObject({ id: first?.id, gameId: '509658' });
    world.stop(id);
    expect(world.goLive(id, { gameId: GAME_ID }).id).not.toBe(first?.id);
  });

  test.each([
    [`/helix/streams?${'user_id=1&'.repeat(101)}`],
    [`/helix/users?${'id=1&'.repeat(101)}`],
    ['/helix/streams?first=101'],
    ['/helix/streams?first=0'],
    ['/helix/streams?after=nonsense'],
  ])('refuses %s', async (path) => {
    const [status, body] = await get(path, bearer(appToken()));
    expect([status, body]).toEqual([400, expect.objectContaining({ error: 'Bad Request', status: 400 })]);
  });

  test('shows the chatters to the streamer and moderators, page by page', async () => {
    const { id, tokens } = twitch.addStreamer();
    const friend = twitch.addUser('lanternfox');
    twitch.simulator.world.joinChat(id, friend.id, '501', '502');
    const path = `/helix/chat/chatters?broadcaster_id=${id}&moderator_id=${id}&first=2`;
    const [status, first] = await get(path, bearer(tokens.accessToken));
    expect(status).toBe(200);
    expect(first).toEqual({
      data: [
        { user_id: friend.id, user_login: 'lanternfox', user_name: 'lanternfox' },
        expect.objectContaining({ user_id: '501' }),
      ],
      pagination: { cursor: expect.any(String) },
      total: 3,
    });
    // As was checked just above.
    const { cursor } = (first as { pagination: { cursor: string } }).pagination;
    const [, second] = await get(`${path}&after=${cursor}`, bearer(tokens.accessToken));
    expect(second).toEqual({ data: [expect.objectContaining({ user_id: '502' })], pagination: {}, total: 3 });
    const { accessToken } = twitch.grant(friend.id, [CHATTERS]);
    const asModerator = `/helix/chat/chatters?broadcaster_id=${id}&moderator_id=${friend.id}`;
    expect((await get(asModerator, bearer(accessToken)))[0]).toBe(403);
    twitch.simulator.world.addModerator(id, friend.id);
    expect((await get(asModerator, bearer(accessToken)))[0]).toBe(200);
    twitch.simulator.world.leaveChat(id, '501', '502');
    expect(await get(asModerator, bearer(accessToken))).toMatchObject([200, { total: 1 }]);
  });

  test('refuses chatters without the scope, for another user, with an application token, or without a moderator id', async () => {
    const { id, tokens } = twitch.addStreamer();
    const plain = twitch.grant(id).accessToken;
    const path = `/helix/chat/chatters?broadcaster_id=${id}&moderator_id=${id}`;
    const message = 'Missing scope: moderator:read:chatters';
    expect(await get(path, bearer(plain))).toMatchObject([401, { message }]);
    expect(await get(path, bearer(appToken()))).toMatchObject([401, {}]);
    expect((await get(path.replace(/\d+$/, '1'), bearer(tokens.accessToken)))[0]).toBe(401);
    expect((await get(`/helix/chat/chatters?moderator_id=${id}`, bearer(tokens.accessToken)))[0]).toBe(400);
    expect((await get(`${path}&first=1001`, bearer(tokens.accessToken)))[0]).toBe(400);
  });

  test('counts points per bucket, reports the rest, and refuses what exceeds it', async () => {
    twitch.simulator.points.setLimit(2);
    const { tokens } = twitch.addStreamer();
    const call = async (token: string) => {
      const response = await fetch(`${twitch.url}/helix/users?id=1`, { headers: bearer(token) });
      const [remaining, reset] = ['remaining', 'reset'].map((name) =>
        Number(response.headers.get(`ratelimit-${name}`)),
      );
      expect(response.headers.get('ratelimit-limit')).toBe('2');
      const inSeconds = (reset ?? 0) - Date.now() / 1000;
      expect(inSeconds > 15 && inSeconds < 62).toBe(true);
      return [response.status, remaining];
    };
    const app = appToken();
    expect(await call(app)).toEqual([200, 1]);
    expect(await call(app)).toEqual([200, 0]);
    expect(await call(app)).toEqual([429, 0]);
    expect(await call(tokens.accessToken)).toEqual([200, 1]);
    // A minute of it in a fifth of a second.
    twitch.simulator.clock.accelerate(300);
    await expect.poll(async () => (await get('/helix/users?id=1', bearer(app)))[0]).toBe(200);
    expect(twitch.simulator.points.usage()).toMatchObject([
      { bucket: 'app', refused: expect.any(Number) },
      {},
    ]);
  });
});

describe('the authorization server', () => {
  test.each([
    ['another client', { client_id: 'x' }, 400, 'invalid client'],
    ['a wrong secret', { client_secret: 'x' }, 403, 'invalid client secret'],
    ['no grant type', { grant_type: '' }, 400, 'Invalid grant type'],
    [
      'a code that is none',
      { grant_type: 'authorization_code', code: 'x' },
      400,
      'Invalid authorization code',
    ],
    ['a refresh token that is none', { grant_type: 'refresh_token' }, 400, 'Invalid refresh token'],
    [
      'another address',
      { grant_type: 'authorization_code', redirect_uri: 'http://evil.test/' },
      400,
      'Parameter redirect_uri does not match registered URI',
    ],
  ])('refuses %s', async (_, change, status, message) => {
    const form = { ...keys(), grant_type: 'x', redirect_uri: twitch.application.redirectUri, ...change };
    expect(await post('/oauth2/token', form)).toEqual([status, { status, message }]);
  });

  test('returns tokens with their scopes, omitting an empty list', async () => {
    const { id } = twitch.addUser();
    const { redirectUri } = twitch.application;
    const exchange = (scopes: string[]) => {
      const code = twitch.simulator.grants.issueCode({ userId: id, scopes, redirectUri });
      return post('/oauth2/token', {
        ...keys(),
        grant_type: 'authorization_code',
        redirect_uri: redirectUri,
        code,
      });
    };
    const tokens = {
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      expires_in: 14_400,
      token_type: 'bearer',
    };
    expect(await exchange([])).toEqual([200, tokens]);
    expect(await exchange([CHATTERS])).toEqual([200, { ...tokens, scope: [CHATTERS] }]);
    expect(await post('/oauth2/token', { ...keys(), grant_type: 'client_credentials' })).toEqual([
      200,
      { access_token: expect.any(String), expires_in: 5_184_000, token_type: 'bearer' },
    ]);
  });

  test('expires a code after ten minutes', async () => {
    const { id } = twitch.addUser();
    const { redirectUri } = twitch.application;
    const { grants, clock } = twitch.simulator;
    const code = grants.issueCode({ userId: id, scopes: [], redirectUri });
    // More than ten minutes of it pass in the blink of an eye.
    clock.accelerate(1_000_000);
    await expect.poll(() => grants.find('none') ?? clock.nowMs() - Date.now()).toBeGreaterThan(600_000);
    expect(grants.exchangeCode(code, redirectUri)).toBeUndefined();
  });

  test('keeps fifty access tokens per refresh token, dropping the oldest', () => {
    const { id } = twitch.addUser();
    const { grants } = twitch.simulator;
    const first = twitch.grant(id);
    let latest = first;
    for (let refresh = 0; refresh < 50; refresh += 1) latest = grants.refresh(latest.refreshToken) ?? latest;
    expect(grants.find(first.accessToken)).toBeUndefined();
    expect(grants.find(latest.accessToken)).toMatchObject({ userId: id });
    expect(grants.ofUser(id)).toMatchObject([{ access: { length: 50 } }]);
  });

  test('validates tokens of users and of the application', async () => {
    const { id, tokens } = twitch.addStreamer('emberkeeper');
    const validate = (token: string, prefix = 'OAuth') =>
      get('/oauth2/validate', { authorization: `${prefix} ${token}` });
    const client_id = twitch.config.clientId;
    const valid = { client_id, login: 'emberkeeper', scopes: [CHATTERS], user_id: id, expires_in: 14_400 };
    expect(await validate(tokens.accessToken)).toEqual([200, { ...valid, expires_in: expect.any(Number) }]);
    expect((await validate(tokens.accessToken, 'Bearer'))[0]).toBe(200);
    expect(await validate(appToken())).toEqual([200, { client_id, scopes: null, expires_in: 5_184_000 }]);
    expect(await validate('x')).toEqual([401, { status: 401, message: 'invalid access token' }]);
    expect((await get('/oauth2/validate', {}))[0]).toBe(401);
  });

  test('revokes a token of its client', async () => {
    const { tokens } = twitch.addStreamer();
    const client_id = twitch.config.clientId;
    const token = tokens.accessToken;
    expect((await post('/oauth2/revoke', { client_id: 'x', token }))[0]).toBe(404);
    expect(await post('/oauth2/revoke', { client_id, token })).toEqual([200, undefined]);
    const refusal = { status: 400, message: 'Invalid token' };
    expect(await post('/oauth2/revoke', { client_id, token })).toEqual([400, refusal]);
  });
});

test('unknown paths, malformed requests and foreign hosts are refused', async () => {
  expect((await ask('/helix/nothing'))[0]).toBe(404);
  expect((await ask('/oauth2/nothing'))[0]).toBe(404);
  expect((await ask('/helix/streams', { method: 'POST' }))[0]).toBe(404);
  expect((await ask('/oauth2/token'))[0]).toBe(404);
  expect((await post('/oauth2/validate', {}))[0]).toBe(404);
  expect((await ask('/oauth2/token', { method: 'POST', body: 'x'.repeat(100_000) }))[0]).toBe(413);
});

test('a thousand chats of five hundred viewers are answered quickly', async () => {
  const viewers = Array.from({ length: 500 }, (_, index) => String(2_000_000 + index));
  const streamers = Array.from({ length: 1000 }, () => twitch.addStreamer());
  for (const { id } of streamers) twitch.simulator.world.joinChat(id, ...viewers);
  const before = process.threadCpuUsage();
  let rows = 0;
  const waiting = [...streamers];
  const read = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const query = `broadcaster_id=${next.id}&moderator_id=${next.id}&first=1000`;
      const [, body] = await get(`/helix/chat/chatters?${query}`, bearer(next.tokens.accessToken));
      // Checked by the sum of all rows.
      rows += (body as { data: unknown[] }).data.length;
    }
  };
  await Promise.all(Array.from({ length: 20 }, read));
  expect(rows).toBe(500_000);
  const { user, system } = process.threadCpuUsage(before);
  // Of the client and the server together, whatever else the machine does meanwhile.
  expect((user + system) / 1000).toBeLessThan(6000);
});

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTwitchServer, type TwitchServer } from '#test/twitch-server.ts';

let twitch: TwitchServer;
beforeEach(async () => {
  twitch = await startTwitchServer();
});
afterEach(() => twitch.close());

type Listed = { data: Record<string, string>[]; pagination: { cursor?: string }; total?: number };

async function ask(path: string, token: string): Promise<{ status: number; body: Listed }> {
  const headers = { authorization: `Bearer ${token}`, 'client-id': twitch.config.clientId };
  const response = await fetch(`${twitch.url}/helix${path}`, { headers });
  return { status: response.status, body: (await response.json()) as Listed };
}

const askStreams = (...ids: string[]) =>
  ask(
    `/streams?first=100&${ids.map((id) => `user_id=${id}`).join('&')}`,
    twitch.simulator.grants.issueAppToken().accessToken,
  );

async function streamsOf(...ids: string[]) {
  return (await askStreams(...ids)).body.data.map(({ user_id: id }) => id);
}

type Streamer = ReturnType<TwitchServer['addStreamer']>;

const askChat = ({ id, tokens }: Streamer, query = 'first=1000') =>
  ask(`/chat/chatters?broadcaster_id=${id}&moderator_id=${id}&${query}`, tokens.accessToken);

async function chatOf(streamer: Streamer) {
  return (await askChat(streamer)).body.data.map(({ user_id: id }) => id);
}

const refresh = (token: string) =>
  fetch(`${twitch.url}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      client_id: twitch.config.clientId,
      client_secret: twitch.config.clientSecret,
      grant_type: 'refresh_token',
      refresh_token: token,
    }),
  });

describe('lists lag', () => {
  test('of streams: each start and end shows minutes later', async () => {
    const { world, misbehaviour, clock } = twitch.simulator;
    misbehaviour.plan({ kind: 'late-streams', lagSeconds: 120 });
    const { id } = twitch.addStreamer();
    expect(await streamsOf(id)).toEqual([]);
    clock.advance(121_000);
    expect(await streamsOf(id)).toEqual([id]);
    world.stop(id);
    expect(await streamsOf(id)).toEqual([id]);
    clock.advance(121_000);
    expect(await streamsOf(id)).toEqual([]);
  });

  test('of chats: each arrival and departure shows minutes later', async () => {
    const { world, misbehaviour, clock } = twitch.simulator;
    const streamer = twitch.addStreamer();
    world.joinChat(streamer.id, '71');
    clock.advance(300_000);
    misbehaviour.plan({ kind: 'late-chats', lagSeconds: 180 });
    world.joinChat(streamer.id, '71', '72');
    world.leaveChat(streamer.id, '71');
    expect((await askChat(streamer)).body).toMatchObject({ data: [{ user_id: '71' }], total: 1 });
    clock.advance(181_000);
    expect(await chatOf(streamer)).toEqual(['72']);
  });
});

describe('rows', () => {
  test('are missing from a chat, but counted in its total', async () => {
    const streamer = twitch.addStreamer();
    twitch.simulator.world.joinChat(streamer.id, '71', '72', '73');
    twitch.simulator.misbehaviour.plan({ kind: 'short-chats', who: (id) => id === '72', times: 1 });
    expect((await askChat(streamer)).body).toMatchObject({
      data: [{ user_id: '71' }, { user_id: '73' }],
      total: 3,
    });
    expect(await chatOf(streamer)).toEqual(['71', '72', '73']);
  });

  test('of streams are missing once, or have no type', async () => {
    const [one, other] = [twitch.addStreamer(), twitch.addStreamer()];
    const { misbehaviour } = twitch.simulator;
    misbehaviour.plan({ kind: 'missing-streams', who: (id) => id === one.id, times: 1 });
    expect(await streamsOf(one.id, other.id)).toEqual([other.id]);
    misbehaviour.plan({ kind: 'untyped-streams', who: (id) => id === one.id, times: 1 });
    const { data } = (await askStreams(one.id, other.id)).body;
    expect(new Set(data.map(({ type }) => type))).toEqual(new Set(['', 'live']));
    expect(await streamsOf(one.id, other.id)).toHaveLength(2);
  });

  test('have blank users, in chats and among streams', async () => {
    const streamer = twitch.addStreamer();
    twitch.simulator.world.joinChat(streamer.id, '71', '72');
    twitch.simulator.misbehaviour.plan({ kind: 'blank-users', who: (id) => id !== '71' });
    expect((await askChat(streamer)).body).toMatchObject({
      data: [{ user_id: '71' }, { user_id: '', user_login: '', user_name: '' }],
      total: 2,
    });
    expect((await askStreams(streamer.id)).body.data).toMatchObject([
      { user_id: streamer.id, user_name: '', user_login: '' },
    ]);
  });
});

describe('cursors', () => {
  test('come without a further page, and lead to nothing', async () => {
    const streamer = twitch.addStreamer();
    twitch.simulator.world.joinChat(streamer.id, '71');
    twitch.simulator.misbehaviour.plan({ kind: 'stray-cursors' });
    for (const { body } of [await askStreams(streamer.id), await askChat(streamer)])
      expect(body).toMatchObject({ data: [{}], pagination: { cursor: 'IA' } });
    expect((await askChat(streamer, 'first=1000&after=IA')).body.data).toEqual([]);
  });

  test('are refused now and then', async () => {
    const streamer = twitch.addStreamer();
    twitch.simulator.world.joinChat(streamer.id, '71', '72');
    const cursor = (await askChat(streamer, 'first=1')).body.pagination.cursor ?? '';
    twitch.simulator.misbehaviour.plan({ kind: 'refused-cursors', times: 1 });
    expect(await askChat(streamer, `first=1&after=${cursor}`)).toEqual({
      status: 400,
      body: { error: 'Bad Request', status: 400, message: 'invalid cursor' },
    });
    expect((await askChat(streamer, `first=1&after=${cursor}`)).body.data).toMatchObject([{ user_id: '72' }]);
  });
});

describe('tokens', () => {
  test('to refresh with stay the same', async () => {
    const { tokens } = twitch.addStreamer();
    twitch.simulator.misbehaviour.plan({ kind: 'kept-refresh-tokens' });
    for (let round = 0; round < 2; round += 1)
      expect(await (await refresh(tokens.refreshToken)).json()).toMatchObject({
        refresh_token: tokens.refreshToken,
      });
  });

  test('to refresh with outlive the revoked access token', async () => {
    const { tokens } = twitch.addStreamer();
    twitch.simulator.misbehaviour.plan({ kind: 'kept-grants' });
    const body = new URLSearchParams({ client_id: twitch.config.clientId, token: tokens.accessToken });
    expect((await fetch(`${twitch.url}/oauth2/revoke`, { method: 'POST', body })).status).toBe(200);
    expect(twitch.simulator.grants.find(tokens.accessToken)).toBeUndefined();
    expect((await refresh(tokens.refreshToken)).status).toBe(200);
  });
});

test('misbehaviour is off until it is planned, and ends after its time', async () => {
  const { misbehaviour, clock } = twitch.simulator;
  expect(misbehaviour.active()).toEqual([]);
  const { id } = twitch.addStreamer();
  misbehaviour.plan({ kind: 'missing-streams', seconds: 60 });
  expect(misbehaviour.active()).toMatchObject([{ kind: 'missing-streams', secondsLeft: 60 }]);
  expect(await streamsOf(id)).toEqual([]);
  clock.advance(60_001);
  expect(await streamsOf(id)).toEqual([id]);
});

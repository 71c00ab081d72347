import { describe, expect, test } from 'vitest';
import { useTwitchClient } from '#test/twitch-client.ts';
import { GAME_ID, type TwitchServer } from '#test/twitch-server.ts';
import { TwitchForbidden, TwitchIncomplete, TwitchUnauthorized, TwitchUnavailable } from './twitch-errors.ts';

const users = (count: number) => Array.from({ length: count }, (_, index) => String(1_000_000 + index));

function goLive({ simulator }: TwitchServer, ...ids: string[]): void {
  const { world } = simulator;
  for (const id of ids) {
    world.createUser({ id, login: `streamer${id}`, displayName: `Streamer ${id}` });
    world.goLive(id, { gameId: GAME_ID, title: 'Emberdeep', tags: ['English'] });
  }
}

/** What a streamer's chat of so many is asked for with. */
function chatOf(twitch: TwitchServer, count: number) {
  const { id, tokens } = twitch.addStreamer();
  twitch.simulator.world.joinChat(id, ...users(count));
  return { broadcasterId: id, accessToken: tokens.accessToken };
}

describe('streams', () => {
  test('belong to the users who are live', async () => {
    const { twitch, client } = await useTwitchClient();
    goLive(twitch, '11', '12');
    const streams = await client.getStreams(['11', '12', '13']);
    expect(streams.toSorted((one, other) => one.userId.localeCompare(other.userId))).toMatchObject([
      {
        userId: '11',
        login: 'streamer11',
        displayName: 'Streamer 11',
        gameId: GAME_ID,
        startedAt: expect.any(Date),
      },
      { userId: '12' },
    ]);
    expect(await client.getStreams([])).toEqual([]);
    expect(twitch.callsTo('/streams')).toHaveLength(1);
  });

  test('are accepted with any title and viewer count, or none', async () => {
    const { twitch, client } = await useTwitchClient();
    goLive(twitch, '11');
    const { streamOf } = twitch.simulator.world;
    twitch.simulator.world.streamOf = (id) =>
      Object.assign({}, streamOf(id), { title: null, viewerCount: 'many' });
    expect(await client.getStreams(['11'])).toMatchObject([{ userId: '11' }]);
  });

  test('are requested in groups of a hundred, each once', async () => {
    const { twitch, client } = await useTwitchClient();
    const ids = users(250);
    goLive(twitch, ...ids);
    const streams = await client.getStreams([...ids, ...ids]);
    expect(new Set(streams.map(({ userId }) => userId))).toEqual(new Set(ids));
    expect(streams).toHaveLength(250);
    expect(twitch.callsTo('/streams')).toHaveLength(3);
    expect(twitch.simulator.points.usage()).toEqual([
      expect.objectContaining({ bucket: 'app', used: 3, refused: 0 }),
    ]);
  });

  test('are listed once even if Twitch repeats a user', async () => {
    const { twitch, client } = await useTwitchClient();
    goLive(twitch, '11');
    const { streamOf } = twitch.simulator.world;
    twitch.simulator.world.streamOf = (id) => streamOf(id === '12' ? '11' : id);
    expect(await client.getStreams(['11', '12'])).toHaveLength(1);
  });

  test('use one application token until it is refused', async () => {
    const { twitch, client } = await useTwitchClient();
    goLive(twitch, ...users(500));
    const tokenCalls = () => twitch.callsTo('/token').length;
    expect(await client.getStreams(users(500))).toHaveLength(500);
    expect(tokenCalls()).toBe(1);
    twitch.simulator.grants.expireAppTokens();
    expect(await client.getStreams(users(500))).toHaveLength(500);
    expect(tokenCalls()).toBe(2);
    await client.getStreams(users(10));
    expect(tokenCalls()).toBe(2);
  });

  test('fail without more retries when a new token is also refused', async () => {
    const { twitch, client, failureOf } = await useTwitchClient();
    twitch.simulator.faults.plan({ endpoint: 'streams', fault: '401' });
    expect(await failureOf(client.getStreams(['11']))).toBeInstanceOf(TwitchUnauthorized);
    expect(twitch.callsTo('/streams')).toHaveLength(2);
    twitch.simulator.faults.endAll();
    twitch.simulator.grants.expireAppTokens();
    twitch.simulator.faults.plan({ endpoint: 'token', fault: '503', times: 1 });
    expect(await failureOf(client.getStreams(['11']))).toBeInstanceOf(TwitchUnavailable);
    expect(await client.getStreams(['11'])).toEqual([]);
  });

  test('are complete or fail: one failing call fails them', async () => {
    const { twitch, client, failureOf } = await useTwitchClient();
    goLive(twitch, ...users(250));
    twitch.simulator.faults.plan({
      endpoint: 'streams',
      fault: '500',
      when: ({ query }) => query.has('user_id', '1000249'),
      times: 1,
    });
    expect(await failureOf(client.getStreams(users(250)))).toBeInstanceOf(TwitchUnavailable);
    expect(await client.getStreams(users(250))).toHaveLength(250);
  });
});

describe('chatters', () => {
  test('are read page by page to the end', async () => {
    const { twitch, client } = await useTwitchClient();
    const chat = chatOf(twitch, 2500);
    expect(await client.getChatters(chat)).toEqual(users(2500));
    const calls = twitch.callsTo('/chatters');
    expect(calls.map(({ query }) => query.first)).toEqual(['1000', '1000', '1000']);
    expect(calls.every(({ query }) => query.moderator_id === chat.broadcasterId)).toBe(true);
    expect(await client.getChatters(chatOf(twitch, 0))).toEqual([]);
    expect(await client.getChatters(chatOf(twitch, 1000))).toHaveLength(1000);
    expect(twitch.callsTo('/chatters')).toHaveLength(5);
  });

  test('are listed once where pages overlap, and incomplete where some are lost between pages', async () => {
    const { twitch, client, failureOf } = await useTwitchClient();
    const chat = chatOf(twitch, 2500);
    twitch.simulator.pages.quirk = 'repeat';
    expect(await client.getChatters(chat)).toEqual(users(2500));
    twitch.simulator.pages.quirk = 'miss';
    const failure = await failureOf(client.getChatters(chat));
    expect(failure).toBeInstanceOf(TwitchIncomplete);
    expect(String(failure)).toContain('Twitch listed 2498 of 2500 people in a chat.');
    const { userIds } = failure as TwitchIncomplete;
    expect(new Set(userIds).size).toBe(2498);
    expect(userIds).toHaveLength(2498);
  });

  test('are complete or fail: the third page fails them', async () => {
    const { twitch, client, failureOf } = await useTwitchClient();
    const chat = chatOf(twitch, 2500);
    let page = 0;
    const isThird = () => (page += 1) === 3;
    twitch.simulator.faults.plan({ endpoint: 'chatters', fault: '500', when: isThird });
    expect(await failureOf(client.getChatters(chat))).toBeInstanceOf(TwitchUnavailable);
    expect(await client.getChatters(chat)).toHaveLength(2500);
  });

  test('are not read endlessly when a cursor repeats', async () => {
    const { useOther } = await useTwitchClient();
    let calls = 0;
    const circle = await useOther(() => {
      calls += 1;
      return { status: 200, body: { data: [{ user_id: '1' }], pagination: { cursor: 'again' } } };
    });
    expect(await circle.getChatters({ broadcasterId: '1', accessToken: 'token' })).toEqual(['1']);
    expect(calls).toBe(2);
  });

  test.each([
    ['no pagination', { data: [] }],
    ['an empty pagination', { data: [], pagination: {} }],
    ['an empty cursor', { data: [], pagination: { cursor: '' } }],
    ['null for a pagination', { data: [], pagination: null }],
  ])('end with %s', async (_, body) => {
    const { useOther } = await useTwitchClient();
    const other = await useOther(() => ({ status: 200, body }));
    expect(await other.getChatters({ broadcasterId: '1', accessToken: 'token' })).toEqual([]);
  });

  test('are available only with the streamer’s permission', async () => {
    const { twitch, client, failureOf } = await useTwitchClient();
    const failureOfChat = (broadcasterId: string, accessToken: string) =>
      failureOf(client.getChatters({ broadcasterId, accessToken }));
    const [streamer, other] = [twitch.addStreamer(), twitch.addStreamer()];
    expect(await failureOfChat(streamer.id, other.tokens.accessToken)).toBeInstanceOf(TwitchUnauthorized);
    const viewer = twitch.addUser();
    const withoutScope = await failureOfChat(viewer.id, twitch.grant(viewer.id).accessToken);
    expect(withoutScope).toBeInstanceOf(TwitchUnauthorized);
    expect(String(withoutScope)).toContain('Missing scope: moderator:read:chatters');
    twitch.simulator.faults.plan({ endpoint: 'chatters', fault: '403', times: 1 });
    expect(await failureOfChat(streamer.id, streamer.tokens.accessToken)).toBeInstanceOf(TwitchForbidden);
  });
});

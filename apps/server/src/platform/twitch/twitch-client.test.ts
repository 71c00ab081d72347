import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { captureLog } from '#test/captured-log.ts';
import { GAME_ID, startTwitchServer, type TwitchServer, useTwitchThatAnswers } from '#test/twitch-server.ts';
import { createTwitchClient, type TwitchClient } from './twitch-client.ts';
import {
  TwitchForbidden,
  TwitchLimited,
  TwitchRefused,
  TwitchUnauthorized,
  TwitchUnavailable,
} from './twitch-errors.ts';

const CHATTERS = 'moderator:read:chatters';

let twitch: TwitchServer;
let client: TwitchClient;
/** Whatever a test has seen fail; looked through for secrets in the end. */
let failures: unknown[];

beforeEach(async () => {
  twitch = await startTwitchServer();
  client = createTwitchClient(twitch.application);
  failures = [];
});
afterEach(async () => {
  await twitch.close();
  const told = toldOf(failures);
  if (twitch.secrets().some((secret) => told.includes(secret))) throw new Error(`A secret was told: ${told}`);
});

/** All that a log, or somebody with a debugger, gets to see. */
function toldOf(errors: unknown[]): string {
  const { log, text } = captureLog();
  for (const err of errors) log.error({ err }, 'failed');
  return `${errors.map((error) => inspect(error, { depth: 10, showHidden: true })).join()}${text()}`;
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  const failure = await work.then(
    (value) => Promise.reject(new Error(`It did not fail, but gave ${JSON.stringify(value)}`)),
    (error: unknown) => error,
  );
  failures.push(failure);
  return failure;
}

function goLive(...ids: string[]): void {
  const { world } = twitch.simulator;
  for (const id of ids) {
    world.createUser({ id, login: `streamer${id}`, displayName: `Streamer ${id}` });
    world.goLive(id, { gameId: GAME_ID, title: 'Emberdeep', tags: ['English'] });
  }
}

/** What a streamer's chat of so many is asked for with. */
function chatOf(count: number): { broadcasterId: string; accessToken: string } {
  const { id, tokens } = twitch.addStreamer();
  twitch.simulator.world.joinChat(id, ...users(count));
  return { broadcasterId: id, accessToken: tokens.accessToken };
}

const failureOfChat = (broadcasterId: string, accessToken: string) =>
  failureOf(client.getChatters({ broadcasterId, accessToken }));

/** A client of a Twitch that answers every call in one way. */
async function useOther(answer: Parameters<typeof useTwitchThatAnswers>[0]): Promise<TwitchClient> {
  return createTwitchClient({ ...twitch.application, ...(await useTwitchThatAnswers(answer)) });
}

/** A signal, and what ends it when a planned fault is met. */
function abortable() {
  const controller = new AbortController();
  const abort = () => {
    controller.abort();
    return true;
  };
  return { signal: controller.signal, abort };
}

const isLate = (fault: string) => fault === 'timeout' || fault === 'slow';

const users = (count: number) => Array.from({ length: count }, (_, index) => String(1_000_000 + index));

describe('the walk to Twitch and back', () => {
  test('asks a viewer for nothing and a streamer for the chat, each time', () => {
    const viewer = new URL(client.authorizeUrl({ state: 's&1', purpose: 'viewer' }));
    expect(`${viewer.origin}${viewer.pathname}`).toBe(`${twitch.url}/oauth2/authorize`);
    expect(Object.fromEntries(viewer.searchParams)).toEqual({
      response_type: 'code',
      client_id: twitch.application.clientId,
      redirect_uri: 'http://localhost:3000/api/auth/twitch/callback',
      scope: '',
      state: 's&1',
      force_verify: 'true',
    });
    const streamer = new URL(client.authorizeUrl({ state: 's', purpose: 'streamer' }));
    expect(streamer.searchParams.get('scope')).toBe(CHATTERS);
    const elsewhere = createTwitchClient({ ...twitch.application, authorizePage: 'http://play.test/walk' });
    expect(elsewhere.authorizeUrl({ state: 's', purpose: 'viewer' })).toMatch('http://play.test/walk?resp');
  });

  test.each([
    ['viewer', []],
    ['streamer', [CHATTERS]],
  ] as const)('as a %s ends with tokens that tell who it was', async (purpose, scopes) => {
    const user = twitch.addUser('emberkeeper');
    const back = await twitch.visit(client.authorizeUrl({ state: 'st', purpose }), { as: user.id });
    expect(back.searchParams.get('state')).toBe('st');
    const tokens = await client.exchangeCode(back.searchParams.get('code') ?? '');
    expect(tokens).toEqual({
      accessToken: expect.stringMatching(/^\w{30}$/),
      refreshToken: expect.stringMatching(/^\w{50}$/),
      expiresInSeconds: 14_400,
      scopes,
    });
    expect(await client.validate(tokens.accessToken)).toEqual({
      userId: user.id,
      login: 'emberkeeper',
      scopes,
      expiresInSeconds: expect.toSatisfy((seconds: number) => seconds > 14_390 && seconds <= 14_400),
    });
    expect(await client.getOwnUser(tokens.accessToken)).toEqual({
      userId: user.id,
      login: 'emberkeeper',
      displayName: 'emberkeeper',
    });
  });

  test('ends with a reason when the user refuses', async () => {
    const back = await twitch.visit(client.authorizeUrl({ state: 'st', purpose: 'viewer' }), 'deny');
    expect(Object.fromEntries(back.searchParams)).toEqual({
      error: 'access_denied',
      error_description: 'The user denied you access',
      state: 'st',
    });
  });

  test('takes a code once, and none that was made up', async () => {
    const user = twitch.addUser();
    const back = await twitch.visit(client.authorizeUrl({ state: 's', purpose: 'viewer' }), { as: user.id });
    const code = back.searchParams.get('code') ?? '';
    await client.exchangeCode(code);
    expect(await failureOf(client.exchangeCode(code))).toBeInstanceOf(TwitchRefused);
    expect(await failureOf(client.exchangeCode('made-up'))).toBeInstanceOf(TwitchRefused);
  });
});

describe('a refresh', () => {
  test('gives new tokens for old; the old refresh token is spent', async () => {
    const { tokens, id } = twitch.addStreamer();
    const fresh = await client.refresh(tokens.refreshToken);
    expect(fresh).toMatchObject({ scopes: [CHATTERS] });
    expect(fresh.refreshToken).not.toBe(tokens.refreshToken);
    expect((await client.validate(fresh.accessToken)).userId).toBe(id);
    expect(await failureOf(client.refresh(tokens.refreshToken))).toBeInstanceOf(TwitchRefused);
  });

  test('is refused once the user has disconnected the portal', async () => {
    const { tokens, id } = twitch.addStreamer();
    twitch.simulator.grants.disconnect(id);
    expect(await failureOf(client.refresh(tokens.refreshToken))).toBeInstanceOf(TwitchRefused);
  });

  test.each([
    ['400', TwitchRefused],
    ['401', TwitchRefused],
    ['500', TwitchUnavailable],
    ['503', TwitchUnavailable],
    ['garbled', TwitchUnavailable],
  ] as const)('that meets %s is a %o, and the next one succeeds', async (fault, kind) => {
    const { tokens } = twitch.addStreamer();
    twitch.simulator.faults.plan({ endpoint: 'token', fault, times: 1 });
    expect(await failureOf(client.refresh(tokens.refreshToken))).toBeInstanceOf(kind);
    expect((await client.refresh(tokens.refreshToken)).scopes).toEqual([CHATTERS]);
  });

  test('that was sent is not ended by a caller who gives up', async () => {
    const { tokens } = twitch.addStreamer();
    const { signal: untilSent, abort } = abortable();
    twitch.simulator.faults.plan({ endpoint: 'token', fault: 'slow', slowMs: 200, when: abort });
    const fresh = await client.refresh(tokens.refreshToken, { untilSent });
    expect(untilSent.aborted).toBe(true);
    expect(fresh).toMatchObject({ scopes: [CHATTERS] });
  });

  test('that was not sent yet is, and leaves the token as it was', async () => {
    const { tokens } = twitch.addStreamer();
    const narrow = createTwitchClient(twitch.application, { concurrency: 1 });
    const { signal: untilSent, abort } = abortable();
    twitch.simulator.faults.plan({ endpoint: 'validate', fault: 'slow', slowMs: 200, when: abort });
    const first = narrow.validate(tokens.accessToken);
    const failure = await failureOf(narrow.refresh(tokens.refreshToken, { untilSent }));
    expect(failure).toBeInstanceOf(TwitchUnavailable);
    expect(String(failure)).toContain('was not asked');
    await first;
    expect(twitch.callsTo('/token')).toHaveLength(0);
    expect(await client.refresh(tokens.refreshToken)).toMatchObject({ scopes: [CHATTERS] });
  });

  test('whose answer is lost has spent the token all the same', async () => {
    const { tokens } = twitch.addStreamer();
    twitch.simulator.faults.plan({ endpoint: 'token', fault: 'cut', times: 1 });
    expect(await failureOf(client.refresh(tokens.refreshToken))).toBeInstanceOf(TwitchUnavailable);
    expect(await failureOf(client.refresh(tokens.refreshToken))).toBeInstanceOf(TwitchRefused);
  });

  test.each([
    ['id', { clientId: 'nobody' }],
    ['secret', { clientSecret: 'wrong' }],
  ])('with a wrong %s of our own is nothing that the user could mend', async (_, change) => {
    const { tokens } = twitch.addStreamer();
    const wrong = createTwitchClient({ ...twitch.application, ...change });
    expect(await failureOf(wrong.refresh(tokens.refreshToken))).toBeInstanceOf(TwitchForbidden);
    expect(await failureOf(wrong.getStreams(['1']))).toBeInstanceOf(TwitchForbidden);
  });
});

describe('a token', () => {
  test('that has expired, was revoked or was made up is unauthorized', async () => {
    const { tokens, id } = twitch.addStreamer();
    const chat = { broadcasterId: id, accessToken: tokens.accessToken };
    twitch.simulator.grants.expire(id);
    expect(await failureOf(client.validate(tokens.accessToken))).toBeInstanceOf(TwitchUnauthorized);
    expect(await failureOf(client.getChatters(chat))).toBeInstanceOf(TwitchUnauthorized);
    const fresh = await client.refresh(tokens.refreshToken);
    twitch.simulator.grants.disconnect(id);
    expect(await failureOf(client.validate(fresh.accessToken))).toBeInstanceOf(TwitchUnauthorized);
    expect(await failureOf(client.getOwnUser('made-up'))).toBeInstanceOf(TwitchUnauthorized);
  });

  test('of another application is unauthorized', async () => {
    const { tokens } = twitch.addStreamer();
    const other = createTwitchClient({ ...twitch.application, clientId: 'another' });
    expect(await failureOf(other.validate(tokens.accessToken))).toBeInstanceOf(TwitchUnauthorized);
    expect(await failureOf(other.getOwnUser(tokens.accessToken))).toBeInstanceOf(TwitchUnauthorized);
  });

  test('is revoked, and revoking it again does no harm', async () => {
    const { tokens } = twitch.addStreamer();
    await client.revoke(tokens.accessToken);
    await client.revoke(tokens.accessToken);
    expect(await failureOf(client.validate(tokens.accessToken))).toBeInstanceOf(TwitchUnauthorized);
    twitch.simulator.faults.plan({ endpoint: 'revoke', fault: '503', times: 1 });
    expect(await failureOf(client.revoke(tokens.accessToken))).toBeInstanceOf(TwitchUnavailable);
  });
});

describe('streams', () => {
  test('are those of the users who are live', async () => {
    goLive('11', '12');
    twitch.simulator.world.joinChat('11', '21', '22');
    const streams = await client.getStreams(['11', '12', '13']);
    expect(streams.toSorted((one, other) => one.userId.localeCompare(other.userId))).toMatchObject([
      {
        streamId: expect.stringMatching(/^\d{10}$/),
        userId: '11',
        login: 'streamer11',
        displayName: 'Streamer 11',
        gameId: GAME_ID,
        title: 'Emberdeep',
        viewerCount: 2,
        startedAt: expect.any(Date),
      },
      { userId: '12' },
    ]);
    expect(await client.getStreams([])).toEqual([]);
    expect(twitch.callsTo('/streams')).toHaveLength(1);
  });

  test('are asked for a hundred at a time, each once', async () => {
    const ids = users(250);
    goLive(...ids);
    const streams = await client.getStreams([...ids, ...ids]);
    expect(new Set(streams.map(({ userId }) => userId))).toEqual(new Set(ids));
    expect(streams).toHaveLength(250);
    expect(twitch.callsTo('/streams')).toHaveLength(3);
    expect(twitch.simulator.points.usage()).toEqual([
      expect.objectContaining({ bucket: 'app', used: 3, refused: 0 }),
    ]);
  });

  test('come once even where Twitch repeats a user', async () => {
    goLive('11');
    const { streamOf } = twitch.simulator.world;
    twitch.simulator.world.streamOf = (id) => streamOf(id === '12' ? '11' : id);
    expect(await client.getStreams(['11', '12'])).toHaveLength(1);
  });

  test('are asked for with one token of the application, kept until it is refused', async () => {
    goLive(...users(500));
    const tokenCalls = () => twitch.callsTo('/token').length;
    expect(await client.getStreams(users(500))).toHaveLength(500);
    expect(tokenCalls()).toBe(1);
    twitch.simulator.grants.expireAppTokens();
    expect(await client.getStreams(users(500))).toHaveLength(500);
    expect(tokenCalls()).toBe(2);
    await client.getStreams(users(10));
    expect(tokenCalls()).toBe(2);
  });

  test('fail when a new token is refused as well, and do not ask for ever', async () => {
    twitch.simulator.faults.plan({ endpoint: 'streams', fault: '401' });
    expect(await failureOf(client.getStreams(['11']))).toBeInstanceOf(TwitchUnauthorized);
    expect(twitch.callsTo('/streams')).toHaveLength(2);
    twitch.simulator.faults.endAll();
    twitch.simulator.grants.expireAppTokens();
    twitch.simulator.faults.plan({ endpoint: 'token', fault: '503', times: 1 });
    expect(await failureOf(client.getStreams(['11']))).toBeInstanceOf(TwitchUnavailable);
    expect(await client.getStreams(['11'])).toEqual([]);
  });

  test('are all there or none: one failing call fails them', async () => {
    goLive(...users(250));
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
    const chat = chatOf(2500);
    expect(await client.getChatters(chat)).toEqual(users(2500));
    const calls = twitch.callsTo('/chatters');
    expect(calls.map(({ query }) => query.first)).toEqual(['1000', '1000', '1000']);
    expect(calls.every(({ query }) => query.moderator_id === chat.broadcasterId)).toBe(true);
    expect(await client.getChatters(chatOf(0))).toEqual([]);
    expect(await client.getChatters(chatOf(1000))).toHaveLength(1000);
    expect(twitch.callsTo('/chatters')).toHaveLength(5);
  });

  test('come once where pages overlap, and those who fell between pages are missing', async () => {
    const chat = chatOf(2500);
    twitch.simulator.pages.quirk = 'repeat';
    expect(await client.getChatters(chat)).toEqual(users(2500));
    twitch.simulator.pages.quirk = 'miss';
    const found = await client.getChatters(chat);
    expect(found).toHaveLength(2498);
    expect(new Set(found).size).toBe(2498);
  });

  test('are all there or none: the third page fails them', async () => {
    const chat = chatOf(2500);
    let page = 0;
    const isThird = () => (page += 1) === 3;
    twitch.simulator.faults.plan({ endpoint: 'chatters', fault: '500', when: isThird });
    expect(await failureOf(client.getChatters(chat))).toBeInstanceOf(TwitchUnavailable);
    expect(await client.getChatters(chat)).toHaveLength(2500);
  });

  test('are not read in a circle when a cursor comes again', async () => {
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
    const other = await useOther(() => ({ status: 200, body }));
    expect(await other.getChatters({ broadcasterId: '1', accessToken: 'token' })).toEqual([]);
  });

  test('are for the streamer who let them be read', async () => {
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

describe('whatever goes wrong', () => {
  test.each([
    ['400', TwitchRefused],
    ['401', TwitchUnauthorized],
    ['403', TwitchForbidden],
    ['429', TwitchLimited],
    ['500', TwitchUnavailable],
    ['503', TwitchUnavailable],
    ['cut', TwitchUnavailable],
    ['garbled', TwitchUnavailable],
    ['timeout', TwitchUnavailable],
    ['slow', TwitchUnavailable],
  ] as const)('%s is told as %o, by every call, without a secret', async (fault, kind) => {
    // No longer than a test may wait, and long enough for all that does answer.
    const hasty = createTwitchClient(twitch.application, isLate(fault) ? { timeoutMs: 150 } : {});
    const { id, tokens } = twitch.addStreamer();
    twitch.simulator.faults.plan({ fault, slowMs: 5000 });
    const { accessToken } = tokens;
    const found = await Promise.all([
      failureOf(hasty.getOwnUser(accessToken)),
      failureOf(hasty.getChatters({ broadcasterId: id, accessToken })),
      failureOf(hasty.getStreams([id])),
      failureOf(hasty.validate(accessToken)),
      failureOf(
        hasty.exchangeCode(twitch.simulator.grants.issueCode({ userId: id, scopes: [], redirectUri: '' })),
      ),
    ]);
    expect(found).toEqual(found.map(() => expect.any(kind)));
    expect(found.map(String)).toEqual(found.map(() => expect.stringContaining('Twitch')));
  });

  test('a Twitch that is not there is unavailable', async () => {
    const { tokens } = twitch.addStreamer();
    await twitch.close();
    const failure = await failureOf(client.validate(tokens.accessToken));
    expect(failure).toBeInstanceOf(TwitchUnavailable);
    expect(String(failure)).toContain('ECONNREFUSED');
    twitch = await startTwitchServer();
  });

  test('words of Twitch are told without what could be a token', async () => {
    const { tokens } = twitch.addStreamer();
    const echoed = await useOther(({ url, authorization, body }) => ({
      status: 401,
      body: { status: 401, message: `no: ${url} ${authorization} ${body}` },
    }));
    const found = [
      await failureOf(echoed.validate(tokens.accessToken)),
      await failureOf(echoed.refresh(tokens.refreshToken)),
      await failureOf(echoed.exchangeCode(twitch.grant('1').accessToken)),
      await failureOf(echoed.getOwnUser(tokens.accessToken)),
      await failureOf(echoed.getChatters({ broadcasterId: '1', accessToken: tokens.accessToken })),
      await failureOf(echoed.revoke(tokens.accessToken)),
    ];
    expect(found.map(String)).toEqual(found.map(() => expect.stringMatching(/: no: .*…/)));
  });

  test('a caller that gives up is heard at once', async () => {
    const { id, tokens } = twitch.addStreamer();
    twitch.simulator.faults.plan({ fault: 'timeout' });
    const { signal } = new AbortController();
    const soon = AbortSignal.any([signal, AbortSignal.timeout(50)]);
    const startedAt = performance.now();
    const asked = { broadcasterId: id, accessToken: tokens.accessToken, signal: soon };
    const failure = await failureOf(client.getChatters(asked));
    expect(failure).toBeInstanceOf(TwitchUnavailable);
    expect(String(failure)).toContain('gave up');
    expect(await failureOf(client.getStreams([id], { signal: soon }))).toBeInstanceOf(TwitchUnavailable);
    expect(performance.now() - startedAt).toBeLessThan(9000);
  });
});

import { describe, expect, test } from 'vitest';
import { useTwitchClient } from '#test/twitch-client.ts';
import { createTwitchClient } from './twitch-client.ts';
import { TwitchForbidden, TwitchRefused, TwitchUnauthorized, TwitchUnavailable } from './twitch-errors.ts';

const CHATTERS = 'moderator:read:chatters';

/** A signal, and what ends it when a planned fault is met. */
function abortable() {
  const controller = new AbortController();
  const abort = () => {
    controller.abort();
    return true;
  };
  return { signal: controller.signal, abort };
}

describe('the OAuth flow', () => {
  test('requests no scope from a viewer and the chat scope from a streamer, each time', async () => {
    const { twitch, client } = await useTwitchClient();
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
    const { twitch, client } = await useTwitchClient();
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
      createdAt: new Date(user.createdAt),
      login: 'emberkeeper',
      displayName: 'emberkeeper',
    });
  });

  test('ends with a reason when the user refuses', async () => {
    const { twitch, client } = await useTwitchClient();
    const back = await twitch.visit(client.authorizeUrl({ state: 'st', purpose: 'viewer' }), 'deny');
    expect(Object.fromEntries(back.searchParams)).toEqual({
      error: 'access_denied',
      error_description: 'The user denied you access',
      state: 'st',
    });
  });

  test('accepts a code once, and no invalid code', async () => {
    const { twitch, client, failureOf } = await useTwitchClient();
    const user = twitch.addUser();
    const back = await twitch.visit(client.authorizeUrl({ state: 's', purpose: 'viewer' }), { as: user.id });
    const code = back.searchParams.get('code') ?? '';
    await client.exchangeCode(code);
    expect(await failureOf(client.exchangeCode(code))).toBeInstanceOf(TwitchRefused);
    expect(await failureOf(client.exchangeCode('made-up'))).toBeInstanceOf(TwitchRefused);
  });
});

describe('a refresh', () => {
  test('exchanges the old tokens for new ones; the old refresh token is spent', async () => {
    const { twitch, client, failureOf } = await useTwitchClient();
    const { tokens, id } = twitch.addStreamer();
    const fresh = await client.refresh(tokens.refreshToken);
    expect(fresh).toMatchObject({ scopes: [CHATTERS] });
    expect(fresh.refreshToken).not.toBe(tokens.refreshToken);
    expect((await client.validate(fresh.accessToken)).userId).toBe(id);
    expect(await failureOf(client.refresh(tokens.refreshToken))).toBeInstanceOf(TwitchRefused);
  });

  test('is refused once the user has disconnected the portal', async () => {
    const { twitch, client, failureOf } = await useTwitchClient();
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
    const { twitch, client, failureOf } = await useTwitchClient();
    const { tokens } = twitch.addStreamer();
    twitch.simulator.faults.plan({ endpoint: 'token', fault, times: 1 });
    expect(await failureOf(client.refresh(tokens.refreshToken))).toBeInstanceOf(kind);
    expect((await client.refresh(tokens.refreshToken)).scopes).toEqual([CHATTERS]);
  });

  test('that was sent is not aborted by a caller who gives up', async () => {
    const { twitch, client } = await useTwitchClient();
    const { tokens } = twitch.addStreamer();
    const { signal: untilSent, abort } = abortable();
    twitch.simulator.faults.plan({ endpoint: 'token', fault: 'slow', slowMs: 200, when: abort });
    const fresh = await client.refresh(tokens.refreshToken, { untilSent });
    expect(untilSent.aborted).toBe(true);
    expect(fresh).toMatchObject({ scopes: [CHATTERS] });
  });

  test('that was not sent yet is aborted, and leaves the token unchanged', async () => {
    const { twitch, client, failureOf } = await useTwitchClient();
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

  test('spends the token even if its answer is lost', async () => {
    const { twitch, client, failureOf } = await useTwitchClient();
    const { tokens } = twitch.addStreamer();
    twitch.simulator.faults.plan({ endpoint: 'token', fault: 'cut', times: 1 });
    expect(await failureOf(client.refresh(tokens.refreshToken))).toBeInstanceOf(TwitchUnavailable);
    expect(await failureOf(client.refresh(tokens.refreshToken))).toBeInstanceOf(TwitchRefused);
  });

  test.each([
    ['id', { clientId: 'nobody' }],
    ['secret', { clientSecret: 'wrong' }],
  ])('with a wrong %s of our own is nothing that the user could mend', async (_, change) => {
    const { twitch, failureOf } = await useTwitchClient();
    const { tokens } = twitch.addStreamer();
    const wrong = createTwitchClient({ ...twitch.application, ...change });
    expect(await failureOf(wrong.refresh(tokens.refreshToken))).toBeInstanceOf(TwitchForbidden);
    expect(await failureOf(wrong.getStreams(['1']))).toBeInstanceOf(TwitchForbidden);
  });
});

describe('a token', () => {
  test('that has expired, was revoked or is invalid is unauthorized', async () => {
    const { twitch, client, failureOf } = await useTwitchClient();
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
    const { twitch, failureOf } = await useTwitchClient();
    const { tokens } = twitch.addStreamer();
    const other = createTwitchClient({ ...twitch.application, clientId: 'another' });
    expect(await failureOf(other.validate(tokens.accessToken))).toBeInstanceOf(TwitchUnauthorized);
    expect(await failureOf(other.getOwnUser(tokens.accessToken))).toBeInstanceOf(TwitchUnauthorized);
  });

  test('can be revoked repeatedly', async () => {
    const { twitch, client, failureOf } = await useTwitchClient();
    const { tokens } = twitch.addStreamer();
    await client.revoke(tokens.accessToken);
    await client.revoke(tokens.accessToken);
    expect(await failureOf(client.validate(tokens.accessToken))).toBeInstanceOf(TwitchUnauthorized);
    twitch.simulator.faults.plan({ endpoint: 'revoke', fault: '503', times: 1 });
    expect(await failureOf(client.revoke(tokens.accessToken))).toBeInstanceOf(TwitchUnavailable);
  });
});

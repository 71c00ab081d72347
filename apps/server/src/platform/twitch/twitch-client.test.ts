import { describe, expect, test } from 'vitest';
import { useTwitchClient } from '#test/twitch-client.ts';
import { createTwitchClient } from './twitch-client.ts';
import {
  TwitchForbidden,
  TwitchLimited,
  TwitchRefused,
  TwitchUnauthorized,
  TwitchUnavailable,
} from './twitch-errors.ts';

const isLate = (fault: string) => fault === 'timeout' || fault === 'slow';

describe('a failed call', () => {
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
  ] as const)('with %s is reported as %o, by every call, without a secret', async (fault, kind) => {
    const { twitch, failureOf } = await useTwitchClient();
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

  test.each([400, 401])('with a %i without a Twitch message is not a refusal', async (status) => {
    const { twitch, failureOf, useOther } = await useTwitchClient();
    const { id, tokens } = twitch.addStreamer();
    const other = await useOther(() => ({ status, body: '<html>Bad Request</html>' }));
    const { accessToken, refreshToken } = tokens;
    const found = [
      await failureOf(other.refresh(refreshToken)),
      await failureOf(other.validate(accessToken)),
      await failureOf(other.getChatters({ broadcasterId: id, accessToken })),
    ];
    expect(found).toEqual(found.map(() => expect.any(TwitchUnavailable)));
  });

  test('to an unreachable Twitch is unavailable', async () => {
    const { twitch, client, failureOf } = await useTwitchClient();
    const { tokens } = twitch.addStreamer();
    await twitch.close();
    const failure = await failureOf(client.validate(tokens.accessToken));
    expect(failure).toBeInstanceOf(TwitchUnavailable);
    expect(String(failure)).toContain('ECONNREFUSED');
  });

  test('includes messages from Twitch without possible tokens', async () => {
    const { twitch, failureOf, useOther } = await useTwitchClient();
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

  test('ends immediately when the caller gives up', async () => {
    const { twitch, client, failureOf } = await useTwitchClient();
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

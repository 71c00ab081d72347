import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { createTokenBox } from '#platform/twitch/token-box.ts';
import { createTwitch } from '#platform/twitch/create-twitch.ts';
import { useDropsPortal } from '#test/drop-journeys.ts';
import { createDueStreamers, expireTokens, storedToken, tokenStateOf } from '#test/streamer-tokens.ts';
import type { EnabledTwitch } from '#features/twitch-links/twitch-parts.ts';
import { getAccessToken, validateTokens } from '#features/twitch-links/access-tokens.ts';

const { portal } = await useDropsPortal();
// Of other tests; none of them is due any more.
beforeEach(() => portal.parts.db.execute('delete from twitch_streamers'));

describe('a new key', () => {
  const old = { id: 'old', key: randomBytes(32) };
  const fresh = { id: 'fresh', key: randomBytes(32) };
  const withKeys = (...tokenKeys: (typeof old)[]): EnabledTwitch => ({
    ...portal.drops,
    twitch: createTwitch({ ...portal.twitch.config, tokenKeys, publicOrigin: '' }),
  });

  test('encrypts what the older one had encrypted within the hour, whether or not Twitch answers', async () => {
    const [streamer] = await createDueStreamers(portal, 1, withKeys(old));
    if (!streamer) throw new Error('There is no streamer.');
    portal.twitch.simulator.faults.plan({ endpoint: 'validate', fault: '503', times: 1 });
    await validateTokens(withKeys(fresh, old));
    expect(
      await storedToken(portal, streamer.accountId, {
        ...portal.drops.twitch,
        tokens: createTokenBox([fresh]),
      }),
    ).toBe(streamer.tokens.accessToken);
    await expireTokens(portal, streamer.accountId);
    // With the refresh token as well.
    expect(await getAccessToken(withKeys(fresh), streamer.accountId)).not.toBe(streamer.tokens.accessToken);
  });

  test('skips tokens that are being refreshed; their answer is stored as usual', async () => {
    const [streamer] = await createDueStreamers(portal, 1, withKeys(old));
    if (!streamer) throw new Error('There is no streamer.');
    const { accountId } = streamer;
    const rotating = withKeys(fresh, old);
    await expireTokens(portal, accountId);
    let rotated: Promise<void> | undefined;
    const until = () => {
      rotated = validateTokens(rotating);
      // Nothing tells of tokens that were left alone, and the validation goes on to wait for this very answer.
      return pause(500);
    };
    portal.twitch.simulator.faults.plan({ endpoint: 'token', fault: 'slow', until, times: 1 });
    const refreshed = await getAccessToken(rotating, accountId);
    await rotated;
    expect(await getAccessToken(withKeys(fresh), accountId)).toBe(refreshed);
  });

  test('loses nothing without the older one; everything works once that is back', async () => {
    const [streamer] = await createDueStreamers(portal, 1, withKeys(old));
    if (!streamer) throw new Error('There is no streamer.');
    const { accountId } = streamer;
    await validateTokens(withKeys(fresh));
    await expect(getAccessToken(withKeys(fresh), accountId)).rejects.toThrow('cannot be read');
    expect(await tokenStateOf(portal, accountId)).toMatchObject({ needs_new_link: false });
    expect(await getAccessToken(withKeys(fresh, old), accountId)).toBe(streamer.tokens.accessToken);
  });
});

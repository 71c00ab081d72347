import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createTwitch } from '#platform/twitch/create-twitch.ts';
import { TwitchUnavailable } from '#platform/twitch/twitch-errors.ts';
import { until } from '#test/account-journeys.ts';
import { createStreamer, sampleState, useDropsPortal } from '#test/drop-journeys.ts';
import { expireTokens, isRefreshing, refusedAgo, storedToken, tokenStateOf } from '#test/streamer-tokens.ts';
import { takeSample } from '#features/drops/sampling.service.ts';
import { getAccessToken } from '#features/twitch-links/access-tokens.ts';

const { portal, first } = await useDropsPortal();

const tokenCalls = () => portal.twitch.callsTo('/token').length;

/** A caller who gives up as soon as Twitch has their call for tokens, which meets this fault. */
function impatient(fault: 'slow' | 'timeout'): AbortSignal {
  const controller = new AbortController();
  const when = () => {
    controller.abort();
    return true;
  };
  portal.twitch.simulator.faults.plan({ endpoint: 'token', fault, slowMs: 1000, times: 1, when });
  return controller.signal;
}

describe('a token that is about to expire', () => {
  test('is refreshed once for concurrent callers, and works', async () => {
    const { id, tokens } = await createStreamer(portal);
    await expireTokens(portal, id);
    const before = tokenCalls();
    const given = await Promise.all(Array.from({ length: 10 }, () => getAccessToken(portal.drops, id)));
    expect(new Set(given).size).toBe(1);
    expect(given[0]).not.toBe(tokens.accessToken);
    expect(tokenCalls() - before).toBe(1);
    await expect(portal.drops.twitch.client.validate(given[0] ?? '')).resolves.toMatchObject({
      scopes: ['moderator:read:chatters'],
    });
  });

  test('needs a new link when its refresh is refused again, and keeps the staff decision', async () => {
    const { id, twitchUser } = await createStreamer(portal);
    await expireTokens(portal, id);
    await refusedAgo(portal, id, 11);
    portal.twitch.simulator.grants.disconnect(twitchUser.id);
    await expect(getAccessToken(portal.drops, id)).rejects.toMatchObject({ name: 'NeedsNewLink' });
    expect(await tokenStateOf(portal, id)).toEqual({ needs_new_link: true, decision: 'approved' });
  });

  test.each(['503', '429'] as const)('is kept when Twitch answers %s, and refreshed later', async (fault) => {
    const { id } = await createStreamer(portal);
    await expireTokens(portal, id);
    // A separate process: one that met a 429 pauses its calls.
    const drops = { ...portal.drops, twitch: createTwitch({ ...portal.twitch.config, publicOrigin: '' }) };
    portal.twitch.simulator.faults.plan({ endpoint: 'token', fault, times: 1 });
    await expect(getAccessToken(drops, id)).rejects.toThrow(`with ${fault}`);
    expect(await isRefreshing(portal, id)).toBe(false);
    await expect(getAccessToken(portal.drops, id)).resolves.toEqual(expect.any(String));
    expect(await tokenStateOf(portal, id)).toEqual({ needs_new_link: false, decision: 'approved' });
  });
});

describe('a token that has not expired yet', () => {
  test('stays in use while Twitch cannot refresh it, unless it was refused', async () => {
    const { id, tokens } = await createStreamer(portal);
    await expireTokens(portal, id, { inMinutes: 2 });
    portal.twitch.simulator.faults.plan({ endpoint: 'token', fault: '503' });
    expect(await getAccessToken(portal.drops, id)).toBe(tokens.accessToken);
    await expect(getAccessToken(portal.drops, id, { unlike: tokens.accessToken })).rejects.toThrow('503');
  });

  test('stays in use while another process refreshes it, but not after a refusal', async () => {
    const { id, tokens, twitchUser } = await createStreamer(portal);
    await expireTokens(portal, id, { inMinutes: 2 });
    await portal.parts.db.execute(
      sql`update twitch_streamers set refreshed_until = now() + interval '1 hour' where account_id = ${id}`,
    );
    expect(await getAccessToken(portal.drops, id)).toBe(tokens.accessToken);
    await portal.parts.db.execute(
      sql`update twitch_streamers set refreshed_until = '-infinity' where account_id = ${id}`,
    );
    await refusedAgo(portal, id, 11);
    portal.twitch.simulator.grants.disconnect(twitchUser.id);
    await expect(getAccessToken(portal.drops, id)).rejects.toMatchObject({ name: 'NeedsNewLink' });
  });
});

describe('a refresh', () => {
  test('continues without a caller who gives up, and its tokens are stored', async () => {
    const { id, tokens } = await createStreamer(portal);
    await expireTokens(portal, id);
    const before = tokenCalls();
    const signal = impatient('slow');
    await expect(getAccessToken(portal.drops, id, { signal })).rejects.toThrow(TwitchUnavailable);
    // Twitch has not answered yet.
    expect(tokenCalls()).toBe(before);
    expect(await storedToken(portal, id)).toBe(tokens.accessToken);
    const given = await getAccessToken(portal.drops, id);
    expect(given).not.toBe(tokens.accessToken);
    expect(tokenCalls() - before).toBe(1);
    expect(await portal.drops.twitch.client.validate(given)).toMatchObject({ login: expect.any(String) });
  });

  test('that hangs delays neither its callers nor the sampled minute', async () => {
    const streamer = await createStreamer(portal);
    await expireTokens(portal, streamer.id);
    // The application has its own token already.
    await portal.drops.twitch.client.getStreams([streamer.twitchUser.id]);
    const signal = impatient('timeout');
    await portal.parts.db.execute(sql`insert into drop_samples (minute) values (${first})`);
    await takeSample(portal.drops, first, signal);
    expect(await sampleState(portal, first)).toMatchObject({ state: 'partial', failed_streams: 1 });
    expect(await isRefreshing(portal, streamer.id)).toBe(true);
    const waiting = getAccessToken(portal.drops, streamer.id, { signal: AbortSignal.timeout(50) });
    await expect(waiting).rejects.toThrow('the caller gave up');
    expect(await tokenStateOf(portal, streamer.id)).toMatchObject({ needs_new_link: false });
  });

  test('is dropped with its caller while queued, and leaves no lease behind', async () => {
    const { id } = await createStreamer(portal);
    await expireTokens(portal, id);
    const before = tokenCalls();
    const signal = AbortSignal.abort();
    await expect(getAccessToken(portal.drops, id, { signal })).rejects.toThrow(TwitchUnavailable);
    await until(async () => !(await isRefreshing(portal, id)));
    expect(tokenCalls()).toBe(before);
    await expect(getAccessToken(portal.drops, id)).resolves.toEqual(expect.any(String));
  });

  test('is awaited on shutdown, and no new one starts', async () => {
    const { id, tokens } = await createStreamer(portal);
    await expireTokens(portal, id);
    const stopping = createTwitch({ ...portal.twitch.config, publicOrigin: '' });
    const drops = { ...portal.drops, twitch: stopping };
    await expect(getAccessToken(drops, id, { signal: impatient('slow') })).rejects.toThrow('gave up');
    await stopping.inFlight.finish();
    expect(await storedToken(portal, id)).not.toBe(tokens.accessToken);
    await expireTokens(portal, id);
    await expect(getAccessToken(drops, id)).rejects.toThrow('the portal is stopping');
    expect(await isRefreshing(portal, id)).toBe(false);
  });

  test('is taken over when its process died and the lease expired', async () => {
    const { id, tokens } = await createStreamer(portal);
    await expireTokens(portal, id);
    await portal.parts.db.execute(
      sql`update twitch_streamers set refreshed_until = now() + interval '700 ms' where account_id = ${id}`,
    );
    expect(await getAccessToken(portal.drops, id)).not.toBe(tokens.accessToken);
  });

  test('returns the new token when the refused one was replaced meanwhile', async () => {
    const { id, twitchUser } = await createStreamer(portal);
    await expireTokens(portal, id);
    const fresh = portal.twitch.grant(twitchUser.id, ['moderator:read:chatters']);
    const { tokens } = portal.drops.twitch;
    const [access, refresh] = [tokens.seal(fresh.accessToken, id), tokens.seal(fresh.refreshToken, id)];
    portal.twitch.simulator.grants.disconnect(twitchUser.id);
    portal.twitch.simulator.faults.plan({
      endpoint: 'token',
      fault: 'slow',
      until: () =>
        portal.parts.db.execute(sql`
          update twitch_streamers set access_token = ${access.sealed}, refresh_token = ${refresh.sealed},
            expires_at = now() + interval '4 hours' where account_id = ${id}`),
      times: 1,
    });
    const given = getAccessToken(portal.drops, id);
    expect(await given).toBe(fresh.accessToken);
    expect(await tokenStateOf(portal, id)).toMatchObject({ needs_new_link: false });
  });

  test('stores no token after the streamer has unlinked', async () => {
    const { id, twitchUser, token } = await createStreamer(portal);
    await expireTokens(portal, id);
    const unlink = () => portal.call('DELETE', '/auth/twitch/link', { token });
    portal.twitch.simulator.faults.plan({ endpoint: 'token', fault: 'slow', until: unlink, times: 1 });
    const outcome = getAccessToken(portal.drops, id).catch(String);
    expect(await outcome).toContain('has to link Twitch again');
    await until(async () => portal.twitch.simulator.grants.ofUser(twitchUser.id).length === 0);
  });
});

import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTokenBox } from '#platform/twitch/token-box.ts';
import { createTwitch } from '#platform/twitch/create-twitch.ts';
import { TwitchUnavailable } from '#platform/twitch/twitch-errors.ts';
import { until } from '#test/account-journeys.ts';
import {
  aMinute,
  createDropsPortal,
  createStreamer,
  type DropsPortal,
  sampleState,
} from '#test/drop-journeys.ts';
import type { OpenDrops } from './drop-parts.ts';
import { takeSample } from './sampling.service.ts';
import { selectStreamerTokens } from './streamer-tokens.queries.ts';
import { getAccessToken, validateTokens } from './streamer-tokens.service.ts';

let portal: DropsPortal;
beforeAll(async () => {
  portal = await createDropsPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  portal.twitch.simulator.faults.endAll();
  // Of other tests; none of them is due any more.
  await portal.parts.db.execute(sql`delete from twitch_streamers`);
});

async function expire(accountId: number): Promise<void> {
  await portal.parts.db.execute(
    sql`update twitch_streamers set expires_at = now() where account_id = ${accountId}`,
  );
}

async function stateOf(accountId: number) {
  const { rows } = await portal.parts.db.execute(
    sql`select needs_new_link, decision from twitch_streamers where account_id = ${accountId}`,
  );
  return rows[0];
}

/** The access token as it is stored, whatever is thought of it. */
async function storedToken(accountId: number, { tokens } = portal.drops.twitch): Promise<string | undefined> {
  const row = await selectStreamerTokens(portal.parts.db, accountId);
  return row && tokens.open({ keyId: row.keyId, sealed: row.accessToken }, accountId);
}

async function isRefreshing(accountId: number): Promise<boolean> {
  const { rows } = await portal.parts.db.execute(
    sql`select from twitch_streamers where account_id = ${accountId} and refreshed_until > now()`,
  );
  return rows.length > 0;
}

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
  test('is refreshed once for all who want it at once, and works', async () => {
    const { id, tokens } = await createStreamer(portal);
    await expire(id);
    const before = tokenCalls();
    const given = await Promise.all(Array.from({ length: 10 }, () => getAccessToken(portal.drops, id)));
    expect(new Set(given).size).toBe(1);
    expect(given[0]).not.toBe(tokens.accessToken);
    expect(tokenCalls() - before).toBe(1);
    await expect(portal.drops.twitch.client.validate(given[0] ?? '')).resolves.toMatchObject({
      scopes: ['moderator:read:chatters'],
    });
  });

  test('whose refresh is refused asks for a new link and keeps what staff decided', async () => {
    const { id } = await createStreamer(portal);
    await expire(id);
    portal.twitch.simulator.faults.plan({ endpoint: 'token', fault: '400', times: 1 });
    await expect(getAccessToken(portal.drops, id)).rejects.toMatchObject({ name: 'NeedsNewLink' });
    expect(await stateOf(id)).toEqual({ needs_new_link: true, decision: 'approved' });
  });

  test.each(['503', '429'] as const)('is kept when Twitch answers %s, and refreshed later', async (fault) => {
    const { id } = await createStreamer(portal);
    await expire(id);
    // A process of its own: whoever met a 429 asks no more for a while.
    const drops = { ...portal.drops, twitch: createTwitch({ ...portal.twitch.config, publicOrigin: '' }) };
    portal.twitch.simulator.faults.plan({ endpoint: 'token', fault, times: 1 });
    await expect(getAccessToken(drops, id)).rejects.toThrow(`with ${fault}`);
    expect(await isRefreshing(id)).toBe(false);
    await expect(getAccessToken(portal.drops, id)).resolves.toEqual(expect.any(String));
    expect(await stateOf(id)).toEqual({ needs_new_link: false, decision: 'approved' });
  });
});

describe('a refresh', () => {
  test('that is slow goes on without the caller who gives up, and its tokens are kept', async () => {
    const { id, tokens } = await createStreamer(portal);
    await expire(id);
    const before = tokenCalls();
    const signal = impatient('slow');
    await expect(getAccessToken(portal.drops, id, { signal })).rejects.toThrow(TwitchUnavailable);
    // Twitch has not answered yet.
    expect(tokenCalls()).toBe(before);
    expect(await storedToken(id)).toBe(tokens.accessToken);
    const given = await getAccessToken(portal.drops, id);
    expect(given).not.toBe(tokens.accessToken);
    expect(tokenCalls() - before).toBe(1);
    expect(await portal.drops.twitch.client.validate(given)).toMatchObject({ login: expect.any(String) });
  });

  test('that hangs holds nobody back: neither who asked, nor who waits for it, nor the minute', async () => {
    const streamer = await createStreamer(portal);
    await expire(streamer.id);
    // The application has its own token already.
    await portal.drops.twitch.client.getStreams([streamer.twitchUser.id]);
    const signal = impatient('timeout');
    const minute = await aMinute(portal);
    await portal.parts.db.execute(sql`insert into drop_samples (minute) values (${minute})`);
    await takeSample(portal.drops, minute, signal);
    expect(await sampleState(portal, minute)).toMatchObject({ state: 'partial', failed_streams: 1 });
    expect(await isRefreshing(streamer.id)).toBe(true);
    const waiting = getAccessToken(portal.drops, streamer.id, { signal: AbortSignal.timeout(50) });
    await expect(waiting).rejects.toThrow('the caller gave up');
    expect(await stateOf(streamer.id)).toMatchObject({ needs_new_link: false });
  });

  test('that waits for its turn is given up with its caller, and nobody has to wait for its lease', async () => {
    const { id } = await createStreamer(portal);
    await expire(id);
    const before = tokenCalls();
    const signal = AbortSignal.abort();
    await expect(getAccessToken(portal.drops, id, { signal })).rejects.toThrow(TwitchUnavailable);
    await until(async () => !(await isRefreshing(id)));
    expect(tokenCalls()).toBe(before);
    await expect(getAccessToken(portal.drops, id)).resolves.toEqual(expect.any(String));
  });

  test('is awaited by a process that stops, and none is begun any more', async () => {
    const { id, tokens } = await createStreamer(portal);
    await expire(id);
    const stopping = createTwitch({ ...portal.twitch.config, publicOrigin: '' });
    const drops = { ...portal.drops, twitch: stopping };
    await expect(getAccessToken(drops, id, { signal: impatient('slow') })).rejects.toThrow('gave up');
    await stopping.inFlight.finish();
    expect(await storedToken(id)).not.toBe(tokens.accessToken);
    await expire(id);
    await expect(getAccessToken(drops, id)).rejects.toThrow('the portal is stopping');
    expect(await isRefreshing(id)).toBe(false);
  });

  test('whose process died is taken over when its lease has run out', async () => {
    const { id, tokens } = await createStreamer(portal);
    await expire(id);
    await portal.parts.db.execute(
      sql`update twitch_streamers set refreshed_until = now() + interval '700 ms' where account_id = ${id}`,
    );
    expect(await getAccessToken(portal.drops, id)).not.toBe(tokens.accessToken);
  });

  test('that is refused for a token that was replaced meanwhile gives the new one', async () => {
    const { id, twitchUser } = await createStreamer(portal);
    await expire(id);
    const fresh = portal.twitch.grant(twitchUser.id, ['moderator:read:chatters']);
    const { tokens } = portal.drops.twitch;
    const [access, refresh] = [tokens.seal(fresh.accessToken, id), tokens.seal(fresh.refreshToken, id)];
    portal.twitch.simulator.grants.disconnect(twitchUser.id);
    portal.twitch.simulator.faults.plan({ endpoint: 'token', fault: 'slow', slowMs: 300, times: 1 });
    const given = getAccessToken(portal.drops, id);
    await until(() => isRefreshing(id));
    await portal.parts.db.execute(sql`
      update twitch_streamers set access_token = ${access.sealed}, refresh_token = ${refresh.sealed},
        expires_at = now() + interval '4 hours' where account_id = ${id}`);
    expect(await given).toBe(fresh.accessToken);
    expect(await stateOf(id)).toMatchObject({ needs_new_link: false });
  });

  test('that comes after the streamer has unlinked leaves no token behind', async () => {
    const { id, twitchUser, token } = await createStreamer(portal);
    await expire(id);
    portal.twitch.simulator.faults.plan({ endpoint: 'token', fault: 'slow', slowMs: 300, times: 1 });
    const outcome = getAccessToken(portal.drops, id).catch(String);
    await until(() => isRefreshing(id));
    await portal.call('DELETE', '/auth/twitch/link', { token });
    expect(await outcome).toContain('has to link Twitch anew');
    await until(async () => portal.twitch.simulator.grants.ofUser(twitchUser.id).length === 0);
  });
});

/** So many streamers who are due, those first who have waited longest. */
async function createDueStreamers(count: number, drops: OpenDrops = portal.drops) {
  const users = Array.from({ length: count }, () => portal.twitch.addStreamer());
  const names = users.map(({ id }) => `due_${id}`);
  const { rows } = await portal.parts.db.execute<{ id: number; name: string }>(sql`
    insert into accounts (user_name, email, password_hash)
    select name, name || '@example.test', 'none' from unnest(${sql.param(names)}::text[]) as name
    returning id, user_name as name`);
  const idOf = new Map(rows.map(({ id, name }) => [name, id]));
  const streamers = users.map((user) => ({ ...user, accountId: idOf.get(`due_${user.id}`) ?? 0 }));
  const { tokens } = drops.twitch;
  const column = (value: (streamer: (typeof streamers)[number]) => unknown) =>
    sql.param(streamers.map(value));
  await portal.parts.db.execute(sql`
    insert into twitch_links (account_id, twitch_user_id, login, display_name)
    select a, t, t, t from unnest(${column(({ accountId }) => accountId)}::int[], ${column(({ id }) => id)}::text[]) as s (a, t)`);
  await portal.parts.db.execute(sql`
    insert into twitch_streamers
      (account_id, decision, key_id, access_token, refresh_token, expires_at, validated_at)
    select a, 'approved', k, x, r, now() + interval '4 hours', now() - interval '2 hours' + n * interval '1 ms'
    from unnest(
      ${column(({ accountId }) => accountId)}::int[],
      ${column(() => tokens.seal('', 0).keyId)}::text[],
      ${column(({ accountId, tokens: { accessToken } }) => tokens.seal(accessToken, accountId).sealed)}::bytea[],
      ${column(({ accountId, tokens: { refreshToken } }) => tokens.seal(refreshToken, accountId).sealed)}::bytea[]
    ) with ordinality as s (a, k, x, r, n)`);
  return streamers;
}

async function dueCount(): Promise<number> {
  const { rows } = await portal.parts.db.execute(sql`
    select from twitch_streamers where validated_at < now() - interval '1 hour' and not needs_new_link`);
  return rows.length;
}

/** As if the last run was five minutes ago. */
async function waitForNextRun(): Promise<void> {
  await portal.parts.db.execute(
    sql`update twitch_streamers set validation_tried_at = validation_tried_at - interval '5 minutes'`,
  );
}

describe('the hourly validation', () => {
  test('holds tokens against Twitch once an hour, and a refused one is refreshed', async () => {
    const { id, tokens, twitchUser } = await createStreamer(portal);
    portal.twitch.simulator.grants.expire(twitchUser.id);
    await portal.parts.db.execute(
      sql`update twitch_streamers set validated_at = now() - interval '2 hours' where account_id = ${id}`,
    );
    await validateTokens(portal.drops);
    expect(await getAccessToken(portal.drops, id)).not.toBe(tokens.accessToken);
    const asked = portal.twitch.callsTo('/validate').length;
    await validateTokens(portal.drops);
    expect(portal.twitch.callsTo('/validate')).toHaveLength(asked);
  });

  test('gets through two thousand in one run, each once, and past those that fail', async () => {
    const streamers = await createDueStreamers(2000);
    // The first hundred, who have waited longest: their tokens have expired, and Twitch gives no new ones.
    const failing = streamers.slice(0, 100);
    for (const { id } of failing) portal.twitch.simulator.grants.expire(id);
    const disconnected = streamers.slice(100, 110);
    for (const { id } of disconnected) portal.twitch.simulator.grants.disconnect(id);
    portal.twitch.simulator.faults.plan({ endpoint: 'token', fault: '503', times: 110 });
    const asked = portal.twitch.callsTo('/validate').length;
    await validateTokens(portal.drops, { withinMs: 60_000 });
    expect(portal.twitch.callsTo('/validate')).toHaveLength(asked + 2000);
    expect(await dueCount()).toBe(110);
    // Those alone are asked for again, the next time.
    await validateTokens(portal.drops);
    expect(portal.twitch.callsTo('/validate')).toHaveLength(asked + 2000);
    await waitForNextRun();
    await validateTokens(portal.drops);
    expect(portal.twitch.callsTo('/validate')).toHaveLength(asked + 2110);
    expect(await dueCount()).toBe(0);
    expect(await stateOf(disconnected[0]?.accountId ?? 0)).toMatchObject({ needs_new_link: true });
    expect(await stateOf(failing[0]?.accountId ?? 0)).toMatchObject({ needs_new_link: false });
  }, 120_000);

  test('is ended by its time, and lets those who hang stand before the others once only', async () => {
    const streamers = await createDueStreamers(60);
    for (const { id } of streamers.slice(0, 25)) portal.twitch.simulator.grants.expire(id);
    portal.twitch.simulator.faults.plan({ endpoint: 'token', fault: 'timeout' });
    for (let run = 0; run < 30 && (await dueCount()) > 25; run += 1) {
      await validateTokens(portal.drops, { withinMs: 300 });
      await waitForNextRun();
    }
    expect(await dueCount()).toBe(25);
  });

  test('by several processes at once asks for each token once', async () => {
    await createDueStreamers(100);
    const asked = portal.twitch.callsTo('/validate').length;
    await Promise.all(Array.from({ length: 4 }, () => validateTokens(portal.drops)));
    expect(portal.twitch.callsTo('/validate').length - asked).toBe(100);
  });
});

describe('a new key', () => {
  const old = { id: 'old', key: randomBytes(32) };
  const fresh = { id: 'fresh', key: randomBytes(32) };
  const withKeys = (...tokenKeys: (typeof old)[]): OpenDrops => ({
    ...portal.drops,
    twitch: createTwitch({ ...portal.twitch.config, tokenKeys, publicOrigin: '' }),
  });

  test('seals what the older one sealed within the hour, whether or not Twitch answers', async () => {
    const [streamer] = await createDueStreamers(1, withKeys(old));
    if (!streamer) throw new Error('There is no streamer.');
    portal.twitch.simulator.faults.plan({ endpoint: 'validate', fault: '503', times: 1 });
    await validateTokens(withKeys(fresh, old));
    expect(
      await storedToken(streamer.accountId, { ...portal.drops.twitch, tokens: createTokenBox([fresh]) }),
    ).toBe(streamer.tokens.accessToken);
    await expire(streamer.accountId);
    // With the refresh token as well.
    expect(await getAccessToken(withKeys(fresh), streamer.accountId)).not.toBe(streamer.tokens.accessToken);
  });

  test('leaves tokens alone that are being refreshed: the answer is stored for those that were there', async () => {
    const [streamer] = await createDueStreamers(1, withKeys(old));
    if (!streamer) throw new Error('There is no streamer.');
    const { accountId } = streamer;
    const rotating = withKeys(fresh, old);
    await expire(accountId);
    portal.twitch.simulator.faults.plan({ endpoint: 'token', fault: 'slow', slowMs: 500, times: 1 });
    const refreshed = getAccessToken(rotating, accountId);
    await until(() => isRefreshing(accountId));
    await validateTokens(rotating);
    expect(await getAccessToken(withKeys(fresh), accountId)).toBe(await refreshed);
  });

  test('that came without the older one loses nothing: once that is back, all is well', async () => {
    const [streamer] = await createDueStreamers(1, withKeys(old));
    if (!streamer) throw new Error('There is no streamer.');
    const { accountId } = streamer;
    await validateTokens(withKeys(fresh));
    await expect(getAccessToken(withKeys(fresh), accountId)).rejects.toThrow('cannot be read');
    expect(await stateOf(accountId)).toMatchObject({ needs_new_link: false });
    expect(await getAccessToken(withKeys(fresh, old), accountId)).toBe(streamer.tokens.accessToken);
  });
});

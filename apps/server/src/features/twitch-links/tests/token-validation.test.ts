import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { createStreamer, useDropsPortal } from '#test/drop-journeys.ts';
import { createDueStreamers, isRefreshing, refusedAgo, tokenStateOf } from '#test/streamer-tokens.ts';
import { getAccessToken, validateTokens } from '#features/twitch-links/access-tokens.ts';

const { portal } = await useDropsPortal();
// Of other tests; none of them is due any more.
beforeEach(() => portal.parts.db.execute('delete from twitch_streamers'));

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

/** Twitch answers no call for tokens until they are released; `hanging` resolves when there are so many. */
function hangRefreshes(count: number): { hanging: Promise<void>; release: () => void } {
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let calls = 0;
  const when = () => {
    calls += 1;
    if (calls === count) reached.resolve();
    return true;
  };
  portal.twitch.simulator.faults.plan({
    endpoint: 'token',
    fault: 'slow',
    when,
    until: () => released.promise,
  });
  return { hanging: reached.promise, release: released.resolve };
}

describe('the hourly validation', () => {
  test('validates tokens once an hour, and refreshes a refused one', async () => {
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

  test('validates two thousand tokens in one run, each once, despite failures', async () => {
    const streamers = await createDueStreamers(portal, 2000);
    // The first hundred, who have waited longest: their tokens have expired, and Twitch gives no new ones.
    const failing = streamers.slice(0, 100);
    for (const { id } of failing) portal.twitch.simulator.grants.expire(id);
    const disconnected = streamers.slice(100, 110);
    for (const { id } of disconnected) portal.twitch.simulator.grants.disconnect(id);
    portal.twitch.simulator.faults.plan({ endpoint: 'token', fault: '503', times: 110 });
    const asked = portal.twitch.callsTo('/validate').length;
    await validateTokens(portal.drops, { signal: AbortSignal.timeout(60_000) });
    expect(portal.twitch.callsTo('/validate')).toHaveLength(asked + 2000);
    expect(await dueCount()).toBe(110);
    // Those alone are asked for again, the next time.
    await validateTokens(portal.drops);
    expect(portal.twitch.callsTo('/validate')).toHaveLength(asked + 2000);
    await waitForNextRun();
    await validateTokens(portal.drops);
    expect(portal.twitch.callsTo('/validate')).toHaveLength(asked + 2110);
    // Those whose refresh was refused are tried once more, later.
    expect(await dueCount()).toBe(10);
    for (const { accountId } of disconnected) await refusedAgo(portal, accountId, 11);
    await waitForNextRun();
    await validateTokens(portal.drops);
    expect(await dueCount()).toBe(0);
    expect(await tokenStateOf(portal, disconnected[0]?.accountId ?? 0)).toMatchObject({
      needs_new_link: true,
    });
    expect(await tokenStateOf(portal, failing[0]?.accountId ?? 0)).toMatchObject({ needs_new_link: false });
  }, 400_000);

  test('stops at its time limit, and lets hanging tokens delay the others only once', async () => {
    const streamers = await createDueStreamers(portal, 60);
    for (const { id } of streamers.slice(0, 25)) portal.twitch.simulator.grants.expire(id);
    // As many as are validated at once.
    const { hanging, release } = hangRefreshes(10);
    const time = new AbortController();
    const first = validateTokens(portal.drops, { signal: time.signal });
    await hanging;
    time.abort();
    await first;
    const refreshing = await Promise.all(streamers.map(({ accountId }) => isRefreshing(portal, accountId)));
    expect(refreshing.filter(Boolean)).toHaveLength(10);
    expect(await dueCount()).toBe(60);
    await waitForNextRun();
    const next = validateTokens(portal.drops);
    await expect.poll(dueCount).toBe(25);
    release();
    await next;
    expect(await dueCount()).toBe(0);
  });

  test('by several concurrent processes validates each token once', async () => {
    await createDueStreamers(portal, 100);
    const asked = portal.twitch.callsTo('/validate').length;
    await Promise.all(Array.from({ length: 4 }, () => validateTokens(portal.drops)));
    expect(portal.twitch.callsTo('/validate').length - asked).toBe(100);
  });
});

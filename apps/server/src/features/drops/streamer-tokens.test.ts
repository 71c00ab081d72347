import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDropsPortal, createStreamer, type DropsPortal } from '#test/drop-journeys.ts';
import { getAccessToken, validateTokens } from './streamer-tokens.service.ts';

let portal: DropsPortal;
beforeAll(async () => {
  portal = await createDropsPortal();
});
afterAll(() => portal.close());

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

describe('a token that is about to expire', () => {
  test('is refreshed once for all who want it at once, and works', async () => {
    const { id, tokens } = await createStreamer(portal);
    await expire(id);
    const before = portal.twitch.callsTo('/token').length;
    const given = await Promise.all(Array.from({ length: 10 }, () => getAccessToken(portal.drops, id)));
    expect(new Set(given).size).toBe(1);
    expect(given[0]).not.toBe(tokens.accessToken);
    expect(portal.twitch.callsTo('/token').length - before).toBe(1);
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

  test('is kept when Twitch is down, and refreshed later', async () => {
    const { id } = await createStreamer(portal);
    await expire(id);
    const fault = portal.twitch.simulator.faults.plan({ endpoint: 'token', fault: '503' });
    await expect(getAccessToken(portal.drops, id)).rejects.toMatchObject({ name: 'TwitchUnavailable' });
    portal.twitch.simulator.faults.end(fault);
    await expect(getAccessToken(portal.drops, id)).resolves.toEqual(expect.any(String));
    expect(await stateOf(id)).toEqual({ needs_new_link: false, decision: 'approved' });
  });
});

test('tokens are held against Twitch once an hour, and a refused one is refreshed', async () => {
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

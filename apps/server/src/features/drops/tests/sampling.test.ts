import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  createAudience,
  createStreamer,
  createViewer,
  minutesOf,
  sampleAt,
  sampleState,
  useDropsPortal,
} from '#test/drop-journeys.ts';
import { recordStatements } from '#test/plans.ts';
import { expireTokens, refusedAgo } from '#test/streamer-tokens.ts';

const { portal, first } = await useDropsPortal();

async function audience() {
  const { world, faults } = portal.twitch.simulator;
  return { ...(await createAudience(portal)), world, faults };
}

describe('a minute', () => {
  test('is credited to the streamer and to everybody in the chat, and to nobody else', async () => {
    const { streamer, viewer } = await audience();
    const absent = await createViewer(portal);
    expect(await sampleAt(portal, first)).toBe(true);
    expect(await minutesOf(portal, viewer)).toEqual({ total: 1, minutes: [first] });
    expect(await minutesOf(portal, streamer, 'streamer')).toEqual({ total: 1, minutes: [first] });
    expect(await minutesOf(portal, streamer)).toEqual({ total: 0, minutes: [] });
    expect(await minutesOf(portal, absent)).toEqual({ total: 0, minutes: [] });
    expect(await sampleState(portal, first)).toMatchObject({ state: 'ok', failed_streams: 0 });
  });

  test('is credited once to a viewer in two chats, even when pages repeat rows', async () => {
    const { viewer, world } = await audience();
    const other = await createStreamer(portal);
    world.joinChat(other.twitchUser.id, viewer.twitchUser.id);
    await sampleAt(portal, first);
    expect((await minutesOf(portal, viewer)).total).toBe(1);
  });

  test('is not credited in another category, nor before the streamer is approved', async () => {
    const { viewer, streamer, world } = await audience();
    world.goLive(streamer.twitchUser.id, { gameId: '1' });
    await sampleAt(portal, first);
    expect((await minutesOf(portal, viewer)).total).toBe(0);
    expect((await minutesOf(portal, streamer, 'streamer')).total).toBe(0);
    world.goLive(streamer.twitchUser.id, { gameId: portal.twitch.config.gameIds[0] ?? '' });
    await sampleAt(portal, first + 1);
    expect((await minutesOf(portal, viewer)).minutes).toEqual([first + 1]);
  });

  test('is not credited in the chat of a banned streamer until the ban ends', async () => {
    const { streamer, viewer } = await audience();
    const ban = await portal.parts.db.execute<{ id: number }>(sql`
      insert into bans (account_id, description, starts_at, ends_at)
      values (${streamer.id}, 'Bots in the chat', now(), now() + interval '1 day') returning id`);
    await sampleAt(portal, first);
    expect((await minutesOf(portal, viewer)).total).toBe(0);
    expect((await minutesOf(portal, streamer, 'streamer')).total).toBe(0);
    await portal.parts.db.execute(sql`update bans set is_active = false where id = ${ban.rows[0]?.id}`);
    await sampleAt(portal, first + 1);
    expect((await minutesOf(portal, viewer)).minutes).toEqual([first + 1]);
  });

  test('runs as many statements for many chats as for one', async () => {
    await audience();
    const statementsAt = async (minute: number) => {
      const { db, statements } = recordStatements(portal.parts.database);
      await sampleAt({ ...portal, drops: { ...portal.drops, db } }, minute);
      return statements;
    };
    const forOne = await statementsAt(first);
    await Promise.all(Array.from({ length: 30 }, () => createAudience(portal)));
    const forMany = await statementsAt(first + 1);
    expect(await sampleState(portal, first + 1)).toMatchObject({ state: 'ok', credited: 62 });
    expect(forMany).toEqual(forOne);
  });

  test('is sampled by one of several concurrent processes', async () => {
    const { viewer } = await audience();
    const sampled = await Promise.all(Array.from({ length: 8 }, () => sampleAt(portal, first)));
    expect(sampled.filter(Boolean)).toHaveLength(1);
    expect((await minutesOf(portal, viewer)).total).toBe(1);
  });
});

describe('a sampling gap', () => {
  test.each([1, 2, 3])(
    'of %i minutes is closed for viewers who were there before and after',
    async (length) => {
      const { viewer, streamer, faults } = await audience();
      await sampleAt(portal, first);
      const fault = faults.plan({ endpoint: 'streams', fault: '503' });
      for (let missed = 1; missed <= length; missed += 1) await sampleAt(portal, first + missed);
      expect(await sampleState(portal, first + 1)).toMatchObject({ state: 'failed' });
      faults.end(fault);
      await sampleAt(portal, first + length + 1);
      expect((await minutesOf(portal, viewer)).total).toBe(length + 2);
      expect((await minutesOf(portal, streamer, 'streamer')).total).toBe(length + 2);
    },
  );

  test('of four minutes stays open', async () => {
    const { viewer } = await audience();
    await sampleAt(portal, first);
    await sampleAt(portal, first + 5);
    expect((await minutesOf(portal, viewer)).total).toBe(2);
  });

  test('in one chat is closed there, and a real absence in another chat is not', async () => {
    const { viewer, streamer, world, faults } = await audience();
    const other = await createStreamer(portal);
    const absent = await createViewer(portal);
    world.joinChat(other.twitchUser.id, absent.twitchUser.id);
    await sampleAt(portal, first);
    world.leaveChat(other.twitchUser.id, absent.twitchUser.id);
    const fault = faults.plan({
      endpoint: 'chatters',
      fault: '500',
      when: ({ query }) => query.get('broadcaster_id') === streamer.twitchUser.id,
    });
    for (const minute of [first + 1, first + 2]) {
      await sampleAt(portal, minute);
      expect(await sampleState(portal, minute)).toMatchObject({ state: 'partial', failed_streams: 1 });
    }
    faults.end(fault);
    world.joinChat(other.twitchUser.id, absent.twitchUser.id);
    await sampleAt(portal, first + 3);
    expect((await minutesOf(portal, viewer)).total).toBe(4);
    expect((await minutesOf(portal, absent)).total).toBe(2);
  });

  test('is not closed across a restart of the stream, nor for viewers who came later', async () => {
    const { viewer, streamer, world } = await audience();
    const late = await createViewer(portal);
    await sampleAt(portal, first);
    world.joinChat(streamer.twitchUser.id, late.twitchUser.id);
    await sampleAt(portal, first + 2);
    expect((await minutesOf(portal, viewer)).minutes).toEqual([first, first + 1, first + 2]);
    expect((await minutesOf(portal, late)).minutes).toEqual([first + 2]);
    world.stop(streamer.twitchUser.id);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    world.goLive(streamer.twitchUser.id, { gameId: portal.twitch.config.gameIds[0] ?? '' });
    world.joinChat(streamer.twitchUser.id, viewer.twitchUser.id);
    await sampleAt(portal, first + 4);
    expect((await minutesOf(portal, viewer)).minutes).toEqual([first, first + 1, first + 2, first + 4]);
  });
});

describe('tokens', () => {
  test('are marked for a new link when refused for ten minutes, and other chats continue', async () => {
    const { streamer, viewer, faults } = await audience();
    const other = await createStreamer(portal);
    portal.twitch.simulator.world.joinChat(other.twitchUser.id, viewer.twitchUser.id);
    portal.twitch.simulator.grants.revoke(streamer.tokens.accessToken);
    faults.plan({ endpoint: 'token', fault: '400', when: () => true });
    await sampleAt(portal, first);
    await refusedAgo(portal, streamer.id, 11);
    await sampleAt(portal, first + 1);
    expect((await minutesOf(portal, viewer)).total).toBe(2);
    const { rows } = await portal.parts.db.execute(
      `select needs_new_link from twitch_streamers where account_id = ${streamer.id}`,
    );
    expect(rows).toEqual([{ needs_new_link: true }]);
  });

  test('are kept while Twitch is down', async () => {
    const { streamer } = await audience();
    await expireTokens(portal, streamer.id);
    const fault = portal.twitch.simulator.faults.plan({ endpoint: 'token', fault: '503' });
    await sampleAt(portal, first);
    portal.twitch.simulator.faults.end(fault);
    await sampleAt(portal, first + 1);
    expect(await sampleState(portal, first + 1)).toMatchObject({ state: 'ok' });
  });
});

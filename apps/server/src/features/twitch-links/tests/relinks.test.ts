import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { FaultyCall } from '#simulators/twitch/simulated-faults.ts';
import { createSignedInPlayer } from '#test/account-journeys.ts';
import {
  createAudience,
  createStreamer,
  type Linked,
  linkThroughTwitch,
  minutesOf,
  sampleAt,
  sampleState,
  strangers,
  useDropsPortal,
} from '#test/drop-journeys.ts';
import { takeSample } from '#features/drops/sampling.service.ts';

const { portal, first } = await useDropsPortal();

async function unlink({ token }: { token: string }): Promise<void> {
  const { statusCode } = await portal.call('DELETE', '/auth/twitch/link', { token });
  expect(statusCode).toBe(200);
}

/** Samples the minute, and does something while this streamer's chat is being read. */
async function whileReading({ twitchUser }: Linked, minute: number, work: () => Promise<void>) {
  const { faults } = portal.twitch.simulator;
  const when = ({ query }: FaultyCall) => query.get('broadcaster_id') === twitchUser.id;
  const done = Promise.withResolvers<void>();
  const until = () => work().then(done.resolve, done.reject);
  faults.plan({ endpoint: 'chatters', fault: 'slow', until, when });
  await sampleAt(portal, minute);
  await done.promise;
}

describe('a viewer who unlinks and links again within one minute', () => {
  test('is credited once, although a part was written before', async () => {
    const { viewer, streamer } = await createAudience(portal);
    const large = await createStreamer(portal);
    portal.twitch.simulator.world.joinChat(large.twitchUser.id, viewer.twitchUser.id, ...strangers(5500));
    await whileReading(streamer, first, async () => {
      await expect.poll(() => minutesOf(portal, viewer)).toMatchObject({ total: 1 });
      await unlink(viewer);
      expect(await linkThroughTwitch(portal, viewer, { as: viewer.twitchUser.id })).toMatch(/^Linked with/);
    });
    expect(await minutesOf(portal, viewer)).toEqual({ total: 1, minutes: [first] });
  });

  test('is credited once as another Twitch user', async () => {
    const { viewer, streamer } = await createAudience(portal);
    const other = portal.twitch.addUser();
    portal.twitch.simulator.world.joinChat(streamer.twitchUser.id, other.id);
    await sampleAt(portal, first);
    await unlink(viewer);
    expect(await linkThroughTwitch(portal, viewer, { as: other.id })).toMatch(/^Linked with/);
    await takeSample(portal.drops, first);
    expect(await minutesOf(portal, viewer)).toEqual({ total: 1, minutes: [first] });
  });

  test('cannot carry the minute to another account', async () => {
    const { viewer } = await createAudience(portal);
    const second = await createSignedInPlayer(portal);
    await sampleAt(portal, first);
    expect(await linkThroughTwitch(portal, second, { as: viewer.twitchUser.id })).toMatch(
      /linked to another account/,
    );
    await unlink(viewer);
    expect(await linkThroughTwitch(portal, second, { as: viewer.twitchUser.id })).toMatch(
      /less than 30 days ago/,
    );
    await takeSample(portal.drops, first);
    expect((await minutesOf(portal, viewer)).total).toBe(0);
    expect((await minutesOf(portal, second)).total).toBe(0);
  });

  test('gets no earlier gap closed', async () => {
    const { viewer } = await createAudience(portal);
    await sampleAt(portal, first);
    await unlink(viewer);
    await linkThroughTwitch(portal, viewer, { as: viewer.twitchUser.id });
    await sampleAt(portal, first + 2);
    expect((await minutesOf(portal, viewer)).minutes).toEqual([first + 2]);
  });
});

async function channelsOf({ id }: Linked) {
  return (await portal.parts.db.execute(sql`select from drop_channels where account_id = ${id}`)).rows;
}

describe('a streamer who unlinks while the sample is taken', () => {
  test('leaves nothing behind, and viewers keep the minute', async () => {
    const { viewer, streamer } = await createAudience(portal);
    await whileReading(streamer, first, () => unlink(streamer));
    expect(await sampleState(portal, first)).toMatchObject({ state: 'ok' });
    expect((await minutesOf(portal, viewer)).minutes).toEqual([first]);
    expect(await minutesOf(portal, streamer, 'streamer')).toEqual({ total: 0, minutes: [] });
    expect(await channelsOf(streamer)).toEqual([]);
  });

  test('and links as another user is not live as that user', async () => {
    const { streamer } = await createAudience(portal);
    await whileReading(streamer, first, async () => {
      await unlink(streamer);
      await linkThroughTwitch(portal, streamer, { as: portal.twitch.addUser().id });
    });
    expect(await channelsOf(streamer)).toEqual([]);
  });
});

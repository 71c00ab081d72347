import { sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Endpoint, Fault, FaultyCall } from '#simulators/twitch/simulated-faults.ts';
import { createTwitch } from '#platform/twitch/create-twitch.ts';
import { captureLog } from '#test/captured-log.ts';
import {
  createAudience,
  createStreamer,
  createViewer,
  type DropsPortal,
  minutesOf,
  sampleAt,
  sampleState,
  strangers,
  useDropsPortal,
} from '#test/drop-journeys.ts';
import { expireTokens } from '#test/streamer-tokens.ts';

const captured = captureLog();

const { portal, first } = await useDropsPortal({ log: captured.log });

const chatOf =
  ({ twitchUser }: { twitchUser: { id: string } }) =>
  ({ query }: FaultyCall) =>
    query.get('broadcaster_id') === twitchUser.id;

/** The portal after a restart: what its client knew of Twitch's limits is forgotten. */
function restarted(): Pick<DropsPortal, 'parts' | 'drops'> {
  const { publicOrigin } = portal.parts.config;
  const twitch = createTwitch({ ...portal.twitch.config, publicOrigin });
  return { parts: portal.parts, drops: { ...portal.drops, twitch } };
}

describe('Twitch fails in the middle of a minute', () => {
  test('on the third page of a chat: nobody of that chat counts as absent', async () => {
    const { streamer, viewer: early } = await createAudience(portal);
    const late = await createViewer(portal);
    const { world, faults } = portal.twitch.simulator;
    world.joinChat(streamer.twitchUser.id, ...strangers(2500), late.twitchUser.id);
    await sampleAt(portal, first);
    let page = 0;
    const isThird = (call: FaultyCall) => chatOf(streamer)(call) && (page += 1) === 3;
    faults.plan({ endpoint: 'chatters', fault: '500', when: isThird });
    await sampleAt(portal, first + 1);
    expect(await sampleState(portal, first + 1)).toMatchObject({ state: 'partial', failed_streams: 1 });
    expect((await minutesOf(portal, early)).total).toBe(1);
    await sampleAt(portal, first + 2);
    for (const viewer of [early, late])
      expect((await minutesOf(portal, viewer)).minutes).toEqual([first, first + 1, first + 2]);
  });

  test.each<[Fault, RegExp]>([
    ['400', /with 400/],
    ['401', /with 401/],
    ['403', /with 403/],
    ['429', /with 429/],
    ['500', /with 500/],
    ['503', /with 503/],
    ['timeout', /^The minute ended before Twitch had answered every request\.$/],
    ['cut', /did not answer/],
    ['garbled', /something unreadable/],
  ])('with %s in one chat: the others count, and that one is made good', async (fault, words) => {
    const { streamer, viewer } = await createAudience(portal);
    const other = await createAudience(portal);
    await sampleAt(portal, first);
    const id = portal.twitch.simulator.faults.plan({ endpoint: 'chatters', fault, when: chatOf(streamer) });
    await sampleAt(portal, first + 1);
    expect(await sampleState(portal, first + 1)).toMatchObject({
      state: 'partial',
      failed_streams: 1,
      detail: expect.stringMatching(words),
    });
    expect((await minutesOf(portal, other.viewer)).total).toBe(2);
    expect((await minutesOf(portal, streamer, 'streamer')).total).toBe(2);
    expect((await minutesOf(portal, viewer)).total).toBe(1);
    portal.twitch.simulator.faults.end(id);
    await sampleAt(restarted(), first + 2);
    for (const account of [viewer, other.viewer]) expect((await minutesOf(portal, account)).total).toBe(3);
  });

  test('with a refresh that hangs: the others are credited, and the minute ends in time', async () => {
    const { streamer, viewer } = await createAudience(portal);
    const other = await createAudience(portal);
    await sampleAt(portal, first);
    await expireTokens(portal, streamer.id);
    portal.twitch.simulator.faults.plan({ endpoint: 'token', fault: 'timeout' });
    await sampleAt(portal, first + 1);
    expect(await sampleState(portal, first + 1)).toMatchObject({
      state: 'partial',
      failed_streams: 1,
      detail: 'The minute ended before Twitch had answered every request.',
    });
    expect((await minutesOf(portal, viewer)).total).toBe(1);
    expect((await minutesOf(portal, other.viewer)).total).toBe(2);
  });

  test.each<[Endpoint, Fault]>([
    ['streams', '500'],
    ['streams', '429'],
    ['streams', 'timeout'],
    ['streams', 'garbled'],
    ['token', '503'],
  ])('with no answer to %s but %s: the whole minute is made good', async (endpoint, fault) => {
    const { streamer, viewer } = await createAudience(portal);
    await sampleAt(portal, first);
    const id = portal.twitch.simulator.faults.plan({ endpoint, fault });
    await sampleAt(restarted(), first + 1);
    expect(await sampleState(portal, first + 1)).toMatchObject({ state: 'failed', credited: 0 });
    portal.twitch.simulator.faults.end(id);
    await sampleAt(portal, first + 2);
    expect((await minutesOf(portal, viewer)).total).toBe(3);
    expect((await minutesOf(portal, streamer, 'streamer')).total).toBe(3);
  });
});

describe('a stream', () => {
  test('is credited until it changes its category, and again from its return', async () => {
    const { streamer, viewer } = await createAudience(portal);
    const { world } = portal.twitch.simulator;
    const play = (gameId = portal.twitch.config.gameIds[0] ?? '') =>
      world.goLive(streamer.twitchUser.id, { gameId });
    await sampleAt(portal, first);
    play('1');
    await sampleAt(portal, first + 1);
    play();
    await sampleAt(portal, first + 2);
    expect((await minutesOf(portal, viewer)).minutes).toEqual([first, first + 2]);
    expect((await minutesOf(portal, streamer, 'streamer')).minutes).toEqual([first, first + 2]);
  });

  test('gets nothing for a sampling gap in which its category changed', async () => {
    const { streamer, viewer } = await createAudience(portal);
    await sampleAt(portal, first);
    portal.twitch.simulator.world.goLive(streamer.twitchUser.id, { gameId: '1' });
    await sampleAt(portal, first + 2);
    expect((await minutesOf(portal, viewer)).minutes).toEqual([first]);
    expect((await minutesOf(portal, streamer, 'streamer')).minutes).toEqual([first]);
  });

  test('is a different one after a restart while its chat could not be read', async () => {
    const { streamer, viewer } = await createAudience(portal);
    const { world, faults } = portal.twitch.simulator;
    const { id } = streamer.twitchUser;
    // Twitch tells whole seconds.
    const startedAt = () => world.streamOf(id)?.startedAt.slice(0, 19);
    const restart = () => {
      world.stop(id);
      world.goLive(id, { gameId: portal.twitch.config.gameIds[0] ?? '' });
      return startedAt();
    };
    await sampleAt(portal, first);
    await expect.poll(restart).not.toBe(startedAt());
    const fault = faults.plan({ endpoint: 'chatters', fault: '500' });
    await sampleAt(portal, first + 1);
    faults.end(fault);
    await sampleAt(portal, first + 2);
    expect((await minutesOf(portal, viewer)).minutes).toEqual([first, first + 2]);
    expect((await minutesOf(portal, streamer, 'streamer')).total).toBe(3);
  });
});

describe('pages', () => {
  test('of streams or chatters that repeat rows count once', async () => {
    const { streamer, viewer } = await createAudience(portal);
    const { world, pages } = portal.twitch.simulator;
    const quiet = await createStreamer(portal);
    const { streamOf } = world;
    world.streamOf = (id) => streamOf(id === quiet.twitchUser.id ? streamer.twitchUser.id : id);
    onTestFinished(() => void (world.streamOf = streamOf));
    world.joinChat(streamer.twitchUser.id, ...strangers(998), viewer.twitchUser.id, ...strangers(2500));
    pages.quirk = 'repeat';
    await sampleAt(portal, first);
    expect(await minutesOf(portal, viewer)).toEqual({ total: 1, minutes: [first] });
    expect(await minutesOf(portal, streamer, 'streamer')).toEqual({ total: 1, minutes: [first] });
    expect((await minutesOf(portal, quiet, 'streamer')).total).toBe(0);
  });

  test('of a chat larger than one credit statement count everybody once', async () => {
    const { streamer, viewer: one } = await createAudience(portal);
    const [two, three] = [await createViewer(portal), await createViewer(portal)];
    const { world } = portal.twitch.simulator;
    const [many, more] = [strangers(5200), strangers(11_000)];
    world.joinChat(streamer.twitchUser.id, ...many, two.twitchUser.id, ...more, three.twitchUser.id);
    for (const minute of [first, first + 2]) await sampleAt(portal, minute);
    for (const viewer of [one, two, three])
      expect((await minutesOf(portal, viewer)).minutes).toEqual([first, first + 1, first + 2]);
    expect(await sampleState(portal, first + 2)).toMatchObject({ credited: 8 });
  });
});

test('a viewer of two streams is credited once, though one of them was missed before', async () => {
  const { streamer, viewer } = await createAudience(portal);
  const other = await createStreamer(portal);
  portal.twitch.simulator.world.joinChat(other.twitchUser.id, viewer.twitchUser.id);
  await sampleAt(portal, first);
  const id = portal.twitch.simulator.faults.plan({
    endpoint: 'chatters',
    fault: '500',
    when: chatOf(streamer),
  });
  await sampleAt(portal, first + 1);
  portal.twitch.simulator.faults.end(id);
  await sampleAt(portal, first + 2);
  expect(await minutesOf(portal, viewer)).toEqual({ total: 3, minutes: [first, first + 1, first + 2] });
});

/** Refuses this account's minutes until the test says otherwise. */
async function refuse({ id }: { id: number }) {
  const { db } = portal.parts;
  await db.execute(sql`
    create function refuse() returns trigger language plpgsql as
    'begin if new.account_id = ${sql.raw(String(id))} then raise ''refused''; end if; return new; end';
    create trigger refuse before insert on drop_minutes for each row execute function refuse()`);
  return async () => void (await db.execute(sql`drop function refuse cascade`));
}

describe('the database fails in the middle of a minute', () => {
  test('keeps and reports what was written, and the next minute closes the rest', async () => {
    const { streamer, viewer } = await createAudience(portal);
    const large = await createAudience(portal);
    const { world } = portal.twitch.simulator;
    world.joinChat(large.streamer.twitchUser.id, ...strangers(6000));
    await sampleAt(portal, first);
    const accept = await refuse(viewer);
    await expect(sampleAt(portal, first + 1)).rejects.toThrow(/insert into drop_minutes/);
    await accept();
    expect(await sampleState(portal, first + 1)).toMatchObject({
      state: 'failed',
      // Both streamers and the viewers read so far.
      credited: expect.toSatisfy((credited: number) => credited >= 2 && credited <= 3),
      detail: "The portal failed. See the server's log.",
    });
    await sampleAt(portal, first + 2);
    for (const { id } of [viewer, large.viewer])
      expect(await minutesOf(portal, { id })).toEqual({
        total: 3,
        minutes: [first, first + 1, first + 2],
      });
    expect((await minutesOf(portal, streamer, 'streamer')).total).toBe(3);
  });
});

test('none of these tests logged a token or secret', () => {
  const text = captured.text();
  expect(text).toContain('a minute of drops was not sampled');
  expect(portal.twitch.secrets().filter((secret) => text.includes(secret))).toEqual([]);
});

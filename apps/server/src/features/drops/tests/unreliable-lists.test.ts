import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  createAudience,
  createStreamer,
  createViewer,
  minutesOf,
  restartStream,
  sampleAt,
  sampleState,
  strangers,
  useDropsPortal,
} from '#test/drop-journeys.ts';
import { recordStatements } from '#test/plans.ts';

const { portal, first } = await useDropsPortal();
const { world, misbehaviour, faults } = portal.twitch.simulator;

const [gameId = ''] = portal.twitch.config.gameIds;

async function sampleFrom(minute: number, count: number): Promise<void> {
  for (let ahead = 0; ahead < count; ahead += 1) await sampleAt(portal, minute + ahead);
}

const span = (minute: number, count: number) => Array.from({ length: count }, (_, index) => minute + index);

describe('1. a stream that Twitch does not list', () => {
  test.each([
    ['missing-streams', 1],
    ['missing-streams', 3],
    ['untyped-streams', 3],
  ] as const)('(%s) for %i minutes is unknown, not offline', async (kind, length) => {
    const { streamer, viewer } = await createAudience(portal);
    await sampleAt(portal, first);
    const id = misbehaviour.plan({ kind, who: (userId) => userId === streamer.twitchUser.id });
    await sampleFrom(first + 1, length);
    misbehaviour.end(id);
    await sampleAt(portal, first + length + 1);
    expect((await minutesOf(portal, viewer)).minutes).toEqual(span(first, length + 2));
    expect((await minutesOf(portal, streamer, 'streamer')).minutes).toEqual(span(first, length + 2));
  });

  test('for four minutes has ended, and its gap stays open', async () => {
    const { streamer, viewer } = await createAudience(portal);
    await sampleAt(portal, first);
    const id = misbehaviour.plan({ kind: 'missing-streams' });
    await sampleFrom(first + 1, 4);
    misbehaviour.end(id);
    await sampleAt(portal, first + 5);
    for (const { minutes } of [
      await minutesOf(portal, viewer),
      await minutesOf(portal, streamer, 'streamer'),
    ])
      expect(minutes).toEqual([first, first + 5]);
  });

  test('and returns as another one leaves its gap open', async () => {
    const { streamer, viewer } = await createAudience(portal);
    await sampleAt(portal, first);
    misbehaviour.plan({ kind: 'missing-streams', times: 1 });
    await sampleAt(portal, first + 1);
    restartStream(portal, streamer);
    await sampleAt(portal, first + 2);
    expect((await minutesOf(portal, viewer)).minutes).toEqual([first, first + 2]);
    expect((await minutesOf(portal, streamer, 'streamer')).minutes).toEqual([first, first + 2]);
  });

  test('as it is now but as it was before the last one counts as unknown', async () => {
    const { streamer, viewer } = await createAudience(portal);
    portal.twitch.simulator.clock.advance(60_000);
    restartStream(portal, streamer);
    await sampleAt(portal, first);
    // The list shows the stream before, which had already been replaced.
    misbehaviour.plan({ kind: 'late-streams', lagSeconds: 90 });
    await sampleAt(portal, first + 1);
    misbehaviour.endAll();
    await sampleAt(portal, first + 2);
    expect((await minutesOf(portal, viewer)).minutes).toEqual(span(first, 3));
  });

  test('while others fail to be asked about concerns only those', async () => {
    const { viewer } = await createAudience(portal);
    const { rows } = await portal.parts.db.execute<{ approved: number }>(
      sql`select count(*)::int as approved from twitch_streamers where decision = 'approved'`,
    );
    // Two calls, each with many of these: which one fails, and whom it asks about, is left to chance.
    for (let missing = 150 - (rows[0]?.approved ?? 0); missing > 0; missing -= 1)
      await createStreamer(portal);
    await sampleAt(portal, first);
    const asked = faults.plan({ endpoint: 'streams', fault: '500', times: 1 });
    await sampleAt(portal, first + 1);
    faults.end(asked);
    expect(await sampleState(portal, first + 1)).toMatchObject({
      state: 'partial',
      credited: expect.toSatisfy((credited: number) => credited > 0),
      detail: expect.stringContaining('with 500'),
    });
    await sampleAt(portal, first + 2);
    expect((await minutesOf(portal, viewer)).minutes).toEqual(span(first, 3));
  });
});

describe('1. a chat with fewer rows than its total', () => {
  test('is unread: those it lists count, and the others later', async () => {
    const { streamer, viewer } = await createAudience(portal);
    const other = await createViewer(portal);
    world.joinChat(streamer.twitchUser.id, other.twitchUser.id, ...strangers(1500));
    await sampleAt(portal, first);
    misbehaviour.plan({ kind: 'short-chats', who: (id) => id === viewer.twitchUser.id });
    await sampleFrom(first + 1, 3);
    expect(await sampleState(portal, first + 1)).toMatchObject({
      state: 'partial',
      failed_streams: 1,
      detail: expect.stringContaining('1501 of 1502'),
    });
    expect((await minutesOf(portal, other)).minutes).toEqual(span(first, 4));
    expect((await minutesOf(portal, viewer)).minutes).toEqual([first]);
    misbehaviour.endAll();
    await sampleAt(portal, first + 4);
    expect((await minutesOf(portal, viewer)).minutes).toEqual(span(first, 5));
  });

  test('because people leave while its pages are read is read', async () => {
    const { streamer, viewer } = await createAudience(portal);
    const [leaver = '', ...others] = strangers(1500);
    world.joinChat(streamer.twitchUser.id, leaver, ...others);
    let page = 0;
    const leave = async () => {
      if ((page += 1) === 2) world.leaveChat(streamer.twitchUser.id, leaver);
    };
    faults.plan({ endpoint: 'chatters', fault: 'slow', until: leave });
    await sampleAt(portal, first);
    expect(await sampleState(portal, first)).toMatchObject({ state: 'ok' });
    expect((await minutesOf(portal, viewer)).total).toBe(1);
  });

  test('is whole with blank users, who are nobody', async () => {
    const { streamer, viewer } = await createAudience(portal);
    world.joinChat(streamer.twitchUser.id, ...strangers(2));
    misbehaviour.plan({ kind: 'blank-users', who: (id) => id !== viewer.twitchUser.id });
    await sampleAt(portal, first);
    expect(await sampleState(portal, first)).toMatchObject({ state: 'ok' });
    expect((await minutesOf(portal, viewer)).total).toBe(1);
    const { rows } = await portal.parts.db.execute(
      sql`select login, display_name as "displayName" from twitch_links where account_id = ${streamer.id}`,
    );
    const { login, displayName } = streamer.twitchUser;
    expect(rows).toEqual([{ login, displayName }]);
  });
});

describe('1. one absent minute', () => {
  test('between two present ones is forgiven, two are not', async () => {
    const { streamer, viewer } = await createAudience(portal);
    const other = await createViewer(portal);
    world.joinChat(streamer.twitchUser.id, other.twitchUser.id);
    await sampleAt(portal, first);
    world.leaveChat(streamer.twitchUser.id, viewer.twitchUser.id, other.twitchUser.id);
    await sampleAt(portal, first + 1);
    world.joinChat(streamer.twitchUser.id, viewer.twitchUser.id);
    await sampleAt(portal, first + 2);
    world.joinChat(streamer.twitchUser.id, other.twitchUser.id);
    await sampleAt(portal, first + 3);
    expect(await minutesOf(portal, viewer)).toEqual({ total: 4, minutes: span(first, 4) });
    expect(await minutesOf(portal, other)).toEqual({ total: 2, minutes: [first, first + 3] });
  });

  test('is forgiven together with a minute that nobody could read', async () => {
    const { streamer, viewer } = await createAudience(portal);
    await sampleAt(portal, first);
    world.leaveChat(streamer.twitchUser.id, viewer.twitchUser.id);
    await sampleAt(portal, first + 1);
    world.joinChat(streamer.twitchUser.id, viewer.twitchUser.id);
    misbehaviour.plan({ kind: 'missing-streams', times: 1 });
    await sampleFrom(first + 2, 2);
    expect(await minutesOf(portal, viewer)).toEqual({ total: 4, minutes: span(first, 4) });
  });

  test('in which the stream was in another category is not', async () => {
    const { streamer, viewer } = await createAudience(portal);
    await sampleAt(portal, first);
    world.goLive(streamer.twitchUser.id, { gameId: '1' });
    await sampleAt(portal, first + 1);
    world.goLive(streamer.twitchUser.id, { gameId });
    await sampleFrom(first + 2, 2);
    expect((await minutesOf(portal, viewer)).minutes).toEqual([first, first + 2, first + 3]);
  });

  test('in which another stream began is not', async () => {
    const { streamer, viewer } = await createAudience(portal);
    await sampleAt(portal, first);
    restartStream(portal, streamer);
    world.leaveChat(streamer.twitchUser.id, viewer.twitchUser.id);
    await sampleAt(portal, first + 1);
    world.joinChat(streamer.twitchUser.id, viewer.twitchUser.id);
    await sampleAt(portal, first + 2);
    expect((await minutesOf(portal, viewer)).minutes).toEqual([first, first + 2]);
  });

  test('counts once, whatever the number of processes that credit it', async () => {
    const { streamer, viewer } = await createAudience(portal);
    await sampleAt(portal, first);
    world.leaveChat(streamer.twitchUser.id, viewer.twitchUser.id);
    await sampleAt(portal, first + 1);
    world.joinChat(streamer.twitchUser.id, viewer.twitchUser.id);
    await Promise.all(Array.from({ length: 8 }, () => sampleAt(portal, first + 2)));
    expect(await minutesOf(portal, viewer)).toEqual({ total: 3, minutes: span(first, 3) });
  });
});

describe('1. cursors', () => {
  test('that lead nowhere are not followed: a hundred ids are one page, a whole chat is whole', async () => {
    const { viewer } = await createAudience(portal);
    misbehaviour.plan({ kind: 'stray-cursors' });
    const before = portal.twitch.simulator.calls.length;
    await sampleAt(portal, first);
    const calls = portal.twitch.simulator.calls.slice(before);
    expect(calls.filter(({ query }) => query.after !== undefined)).toEqual([]);
    expect((await minutesOf(portal, viewer)).total).toBe(1);
  });

  test('that Twitch refuses once cost one call a retry', async () => {
    const { streamer, viewer } = await createAudience(portal);
    world.joinChat(streamer.twitchUser.id, ...strangers(2500));
    misbehaviour.plan({ kind: 'refused-cursors', times: 1 });
    await sampleAt(portal, first);
    expect(await sampleState(portal, first)).toMatchObject({ state: 'ok', failed_streams: 0 });
    expect((await minutesOf(portal, viewer)).total).toBe(1);
  });

  test('that Twitch keeps refusing leave that one chat unread', async () => {
    const { streamer } = await createAudience(portal);
    const late = await createViewer(portal);
    const other = await createAudience(portal);
    world.joinChat(streamer.twitchUser.id, ...strangers(1200), late.twitchUser.id);
    await sampleAt(portal, first);
    misbehaviour.plan({ kind: 'refused-cursors' });
    await sampleAt(portal, first + 1);
    misbehaviour.endAll();
    expect(await sampleState(portal, first + 1)).toMatchObject({ state: 'partial', failed_streams: 1 });
    expect((await minutesOf(portal, other.viewer)).total).toBe(2);
    await sampleAt(portal, first + 2);
    expect((await minutesOf(portal, late)).minutes).toEqual(span(first, 3));
  });
});

test('filling gaps runs as many statements for many chats as for one', async () => {
  const statementsAt = async (minute: number) => {
    const { db, statements } = recordStatements(portal.parts.database);
    await sampleAt({ ...portal, drops: { ...portal.drops, db } }, minute);
    return statements;
  };
  await createAudience(portal);
  await sampleAt(portal, first);
  const forOne = await statementsAt(first + 2);
  await Promise.all(Array.from({ length: 20 }, () => createAudience(portal)));
  await sampleAt(portal, first + 3);
  expect(await statementsAt(first + 5)).toEqual(forOne);
});

import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { DropKind } from '@waygate/contract/drops/drops.schemas';
import type { FaultyCall } from '#simulators/twitch/simulated-faults.ts';
import {
  createAudience,
  createStreamer,
  createViewer,
  minutesOf,
  sampleAt,
  setSeasons,
  useClockedDrops,
} from '#test/drop-journeys.ts';
import { findProgress } from '#features/drops/progress.ts';

const CAP = 5;
const { portal, setClock, useReplica } = await useClockedDrops({ dailyCapMinutes: CAP });
const { world, faults, misbehaviour } = portal.twitch.simulator;

/** The first minute of a UTC day. */
const MIDNIGHT = Date.parse('2027-03-02T00:00:00Z') / 60_000;
const NOON = MIDNIGHT + 720;
await setSeasons(portal, { from: MIDNIGHT - 5000 });

type Account = { id: number };

async function progressAt(minute: number, { id }: Account, kind: DropKind = 'viewer') {
  await setClock(minute, 30);
  return (await findProgress(useReplica(), { accountId: id, kind })).progress;
}

const chatOf =
  ({ twitchUser }: { twitchUser: { id: string } }) =>
  ({ query }: FaultyCall) =>
    query.get('broadcaster_id') === twitchUser.id;

const named = ({ twitchUser: { login } }: { twitchUser: { login: string } }) =>
  expect.objectContaining({ login });

describe('2. where to watch', () => {
  test('names only channels whose chat was read within three minutes, and the broken one apart', async () => {
    const { streamer, viewer } = await createAudience(portal);
    const broken = await createStreamer(portal);
    await sampleAt(portal, NOON);
    faults.plan({ endpoint: 'chatters', fault: '500', when: chatOf(broken) });
    for (let ahead = 1; ahead <= 3; ahead += 1) await sampleAt(portal, NOON + ahead);
    expect(await progressAt(NOON + 3, viewer)).toMatchObject({
      live: expect.arrayContaining([named(streamer), named(broken)]),
      unread: [],
    });
    await sampleAt(portal, NOON + 4);
    expect(await progressAt(NOON + 4, viewer)).toMatchObject({
      live: [named(streamer)],
      unread: [named(broken)],
    });
  });

  test('names no banned streamer', async () => {
    const { streamer, viewer } = await createAudience(portal);
    await sampleAt(portal, NOON);
    await portal.parts.db.execute(
      sql`insert into bans (account_id, description, starts_at) values (${streamer.id}, 'Bots', '2026-01-01')`,
    );
    expect(await progressAt(NOON, viewer)).toMatchObject({ live: [] });
  });
});

describe('2. a broken chat', () => {
  test('is no reason for people elsewhere, but for those who were in it, by its name', async () => {
    const { viewer } = await createAudience(portal);
    const broken = await createAudience(portal);
    const nowhere = await createViewer(portal);
    await sampleAt(portal, NOON);
    faults.plan({ endpoint: 'chatters', fault: '500', when: chatOf(broken.streamer) });
    await sampleAt(portal, NOON + 1);
    expect(await progressAt(NOON + 1, viewer)).toMatchObject({ state: 'counting' });
    expect(await progressAt(NOON + 1, nowhere)).toMatchObject({ state: 'not_present', channel: null });
    expect(await progressAt(NOON + 1, broken.viewer)).toMatchObject({
      state: 'chat_unread',
      channel: named(broken.streamer),
    });
  });

  test('is everybody’s reason where it is the only one', async () => {
    const { viewer } = await createAudience(portal);
    faults.plan({ endpoint: 'chatters', fault: '500' });
    await sampleAt(portal, NOON);
    expect(await progressAt(NOON, viewer)).toMatchObject({ state: 'chat_unread', channel: null });
  });
});

test('2. a stream that Twitch does not list for a moment is unknown to viewers and streamer', async () => {
  const { streamer, viewer } = await createAudience(portal);
  await sampleAt(portal, NOON);
  misbehaviour.plan({ kind: 'missing-streams' });
  for (let ahead = 1; ahead <= 3; ahead += 1) await sampleAt(portal, NOON + ahead);
  const states = async (minute: number) => [
    (await progressAt(minute, viewer)).state,
    (await progressAt(minute, streamer, 'streamer')).state,
  ];
  expect(await states(NOON + 3)).toEqual(['stream_unlisted', 'stream_unlisted']);
  await sampleAt(portal, NOON + 4);
  expect(await states(NOON + 4)).toEqual(['nobody_live', 'nobody_live']);
});

describe('2. just after midnight UTC', () => {
  test('the limit of the day before is still the reason, until the first check of the new day', async () => {
    const { viewer, streamer } = await createAudience(portal);
    const watched = CAP + 2;
    for (let minute = MIDNIGHT - watched; minute < MIDNIGHT; minute += 1) await sampleAt(portal, minute);
    expect(await progressAt(MIDNIGHT - 1, viewer)).toMatchObject({ state: 'cap_reached', todayMinutes: CAP });
    for (const [account, kind] of [
      [viewer, 'viewer'],
      [streamer, 'streamer'],
    ] as const)
      expect(await progressAt(MIDNIGHT, account, kind)).toMatchObject({ state: 'new_day', todayMinutes: 0 });
    await sampleAt(portal, MIDNIGHT);
    expect(await progressAt(MIDNIGHT, viewer)).toMatchObject({ state: 'counting', todayMinutes: 1 });
  });

  test('a viewer below the limit who left is absent, not at the limit', async () => {
    const { streamer, viewer } = await createAudience(portal);
    await sampleAt(portal, MIDNIGHT - 2);
    world.leaveChat(streamer.twitchUser.id, viewer.twitchUser.id);
    await sampleAt(portal, MIDNIGHT - 1);
    expect(await progressAt(MIDNIGHT, viewer)).toMatchObject({ state: 'not_present' });
  });
});

test('2. a banned account gets no minutes, nor later those of the ban', async () => {
  const { viewer } = await createAudience(portal);
  const minute = NOON;
  const ban = await portal.parts.db.execute<{ id: number }>(sql`
    insert into bans (account_id, description, starts_at) values (${viewer.id}, 'Cheats', '2026-01-01')
    returning id`);
  for (let ahead = 0; ahead < 5; ahead += 1) await sampleAt(portal, minute + ahead);
  await portal.parts.db.execute(sql`update bans set is_active = false where id = ${ban.rows[0]?.id}`);
  await sampleAt(portal, minute + 5);
  expect(await minutesOf(portal, viewer)).toEqual({ total: 1, minutes: [minute + 5] });
});

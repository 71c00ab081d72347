import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { selectLiveDrops } from '#features/drops/public/live-drops.queries.ts';
import { updateStreamerDecision } from '#features/drops/admin/drops.admin.queries.ts';
import { deleteStreamer } from '#features/twitch-links/twitch-links.ts';
import type { Transaction } from '#platform/db/database.ts';
import { upsertChannels } from '#features/drops/samples.queries.ts';
import { createStreamer, setSeasons, sampleAt, useDropsPortal } from '#test/drop-journeys.ts';
import { createFilledDatabase, scansDuring } from '#test/plans.ts';
import { GAME_ID } from '#test/twitch-server.ts';

const { portal } = await useDropsPortal();
const { db } = portal.parts;
const now = Math.floor(Date.now() / 60_000);

const ask = (headers: Record<string, string> = {}) =>
  portal.app.inject({ url: '/api/content/drops', headers });

let season: number;
beforeEach(async () => {
  season = (await setSeasons(portal, { from: now - 3000 }))[0] ?? 0;
  await db.execute(sql`delete from twitch_rewards`);
  portal.parts.cache.clear();
});

async function createRewards(count: number, type = 'viewer'): Promise<void> {
  await db.execute(sql`
    insert into twitch_rewards (title, required_minutes, season, type, item_id)
    select 'Reward ' || n, n * 30, ${season}, ${type}, n from generate_series(1, ${count}::int) n`);
}

describe('what visitors see of drops', () => {
  test('is who streams in the running season, most viewers first, and its rewards', async () => {
    await createRewards(2);
    await createRewards(1, 'streamer');
    const [few, many] = [await createStreamer(portal), await createStreamer(portal)];
    const { world } = portal.twitch.simulator;
    world.goLive(few.twitchUser.id, { gameId: GAME_ID, title: 'Quiet', viewerCount: 3 });
    world.goLive(many.twitchUser.id, { gameId: GAME_ID, title: 'Loud \u0000 night', viewerCount: 900 });
    await sampleAt(portal, now);
    const answer = await ask();
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([
      200,
      'public, max-age=0, must-revalidate',
    ]);
    expect(answer.json()).toEqual({
      season: { name: 'Season', startsAt: expect.any(String), endsAt: null },
      live: [
        {
          login: many.twitchUser.login,
          displayName: many.twitchUser.displayName,
          url: `https://www.twitch.tv/${many.twitchUser.login}`,
          title: 'Loud  night',
          viewers: 900,
          thumbnailUrl: null,
        },
        expect.objectContaining({ login: few.twitchUser.login, title: 'Quiet', viewers: 3 }),
      ],
      total: 2,
      viewerRewards: [
        { title: 'Reward 1', imageUrl: null, requiredMinutes: 30 },
        { title: 'Reward 2', imageUrl: null, requiredMinutes: 60 },
      ],
      streamerRewards: [{ title: 'Reward 1', imageUrl: null, requiredMinutes: 30 }],
    });
  });

  test('is sent once: the same ETag answers 304, and a change another one', async () => {
    await createRewards(1);
    const first = await ask();
    const etag = String(first.headers.etag);
    expect(etag).toMatch(/^"[\w-]+"$/);
    expect((await ask({ 'if-none-match': etag })).statusCode).toBe(304);
    await createRewards(1, 'streamer');
    portal.parts.cache.clear();
    const changed = await ask({ 'if-none-match': etag });
    expect([changed.statusCode, changed.headers.etag === etag]).toEqual([200, false]);
  });

  test('is empty without a running season, also while an ended one can be claimed', async () => {
    await createRewards(1);
    await createStreamer(portal);
    await sampleAt(portal, now);
    await db.execute(sql`update twitch_seasons set ends_at = now() - interval '1 hour'`);
    expect((await ask()).json()).toEqual({
      season: null,
      live: [],
      total: 0,
      viewerRewards: [],
      streamerRewards: [],
    });
  });

  test('names no banned streamer, and nobody who was not read lately', async () => {
    const [banned, gone] = [await createStreamer(portal), await createStreamer(portal)];
    await sampleAt(portal, now);
    await db.execute(sql`insert into bans (account_id, description) values (${banned.id}, 'Cheats')`);
    await db.execute(
      sql`update drop_channels set observed_minute = ${now - 10} where account_id = ${gone.id}`,
    );
    expect((await ask()).json()).toMatchObject({ live: [], total: 0 });
  });

  test('lists twelve of many channels, and counts them all', async () => {
    await db.execute(sql`
      with created as (
        insert into accounts (user_name, email, password_hash)
        select 'many' || n, 'many' || n || '@example.com', 'x' from generate_series(1, 30) n returning id
      ), linked as (
        insert into twitch_links (account_id, twitch_user_id, login, display_name)
        select id, 'many' || id, 'many' || id, 'Many' from created returning account_id
      )
      insert into drop_channels (account_id, is_live, is_eligible, seen_minute, observed_minute, title, viewers)
      select account_id, true, true, ${now}, ${now}, 'Live', 5 from linked`);
    const { live, total } = (await ask()).json();
    expect([live.length, total]).toEqual([12, 30]);
  });

  test.each([
    [
      'rejected',
      (tx: Transaction, accountId: number) => updateStreamerDecision(tx, { accountId, decision: 'rejected' }),
    ],
    ['who stopped streaming', deleteStreamer],
  ])('names no streamer %s during a sample', async (_, leave) => {
    const streamer = await createStreamer(portal);
    const channel = { accountId: streamer.id, twitchUserId: streamer.twitchUser.id, isLive: true };
    const shown = { title: 'Gone', viewers: 3, thumbnailUrl: null };
    const counting = { isEligible: true, streamStartedAt: new Date(), failure: null, unmetRule: null, shown };
    const left = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const leaving = db.transaction(async (tx) => {
      await leave(tx, streamer.id);
      locked.resolve();
      await left.promise;
    });
    await locked.promise;
    // The sample began while the streamer was approved.
    const written = upsertChannels(db, now, [{ ...channel, ...counting }]);
    left.resolve();
    await Promise.all([leaving, written]);
    expect((await ask()).json().live).toEqual([]);
    const { rows } = await db.execute(sql`select from drop_channels where account_id = ${streamer.id}`);
    expect(rows).toEqual([]);
  });

  test('is read along indexes, however many stream', async () => {
    const filled = await createFilledDatabase(
      `insert into twitch_seasons (name, starts_at) select 'Season', now() - interval '1 day'`,
      `insert into twitch_links (account_id, twitch_user_id, login, display_name)
       select n, 't' || n, 'login' || n, 'Name ' || n from generate_series(1, 50000) n`,
      `insert into drop_channels
         (account_id, is_live, is_eligible, seen_minute, observed_minute, title, viewers)
       select n, n % 5 = 0, n % 5 = 0, ${now}, ${now}, 'Live', n % 997 from generate_series(1, 50000) n`,
      `insert into bans (account_id, description, is_active)
       select n, 'Ended', false from generate_series(1, 50000) n`,
      `insert into twitch_rewards (title, required_minutes, season, type, item_id)
       select 'Reward', n, 1 + n % 50, 'viewer', n from generate_series(1, 5000) n`,
    );
    try {
      const scans = await scansDuring(filled, async (of) => {
        const { live, total, viewerRewards } = await selectLiveDrops(of, 60);
        expect([live.length, total, viewerRewards.length]).toEqual([12, 10_000, 12]);
      });
      expect(scans.filter((scan) => scan.startsWith('Seq Scan'))).toEqual(['Seq Scan twitch_seasons']);
      expect(scans).toContain('Index Scan drop_channels_shown_idx');
    } finally {
      await filled.drop();
    }
  }, 400_000);
});

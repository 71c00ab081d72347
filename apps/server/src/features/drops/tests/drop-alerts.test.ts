import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { DROP_ALERTS } from '#features/drops/drops.alerts.ts';
import { observeDrops } from '#features/drops/drop-metrics.ts';
import { createStaff } from '#test/account-journeys.ts';
import { createAudience, createStreamer, sampleAt, setSeasons, useDropsPortal } from '#test/drop-journeys.ts';
import { createFilledDatabase, scansOf } from '#test/plans.ts';

const { portal } = await useDropsPortal();
const { db, metrics } = portal.parts;
const now = Math.floor(Date.now() / 60_000);
const staff = await createStaff(portal, ['twitchDrops']);

beforeEach(async () => {
  await db.execute(sql`delete from twitch_streamers`);
  await setSeasons(portal, { from: now - 3000 });
});

async function casesOf(name: string): Promise<{ cases: number; detail: string | null }> {
  const condition = DROP_ALERTS.find((alert) => alert.name === name);
  if (!condition) throw new Error(`There is no alert ${name}.`);
  const { rows } = await db.execute<{ cases: number; detail: string | null }>(
    sql`select ${condition.count}::int as cases, ${condition.detail ?? sql`null::text`} as detail`,
  );
  return rows[0] ?? { cases: -1, detail: null };
}

const insertSamples = (state: string, from: number, to: number) =>
  db.execute(sql`
    insert into drop_samples (minute, state, started_at, finished_at)
    select m, ${state}, to_timestamp(m * 60), to_timestamp(m * 60 + 1)
    from generate_series(${now - from}::int, ${now - to}::int) m`);

describe('alerts', () => {
  test('count the minutes since the last sample, while a season runs and drops are in use', async () => {
    expect((await casesOf('drops_not_sampled')).cases).toBe(0);
    await insertSamples('ok', 20, 12);
    await insertSamples('failed', 11, 0);
    expect((await casesOf('drops_not_sampled')).cases).toBeGreaterThanOrEqual(11);
    await setSeasons(portal, { from: now - 3000, to: now - 60 });
    expect((await casesOf('drops_not_sampled')).cases).toBe(0);
    await setSeasons(portal, { from: now - 2 });
    expect((await casesOf('drops_not_sampled')).cases).toBe(0);
  });

  test('count partial and failed minutes once they are many, and name the channels', async () => {
    const { streamer } = await createAudience(portal);
    await insertSamples('partial', 20, 12);
    expect((await casesOf('drop_minutes_failing')).cases).toBe(0);
    await insertSamples('failed', 11, 10);
    portal.twitch.simulator.faults.plan({ endpoint: 'chatters', fault: '500' });
    await sampleAt(portal, now);
    expect(await casesOf('drop_minutes_failing')).toEqual({ cases: 12, detail: streamer.twitchUser.login });
    portal.twitch.simulator.faults.endAll();
  });

  test('count streamers who wait for approval, or need a new link', async () => {
    const [waiting, lost, rejected] = [
      await createStreamer(portal),
      await createStreamer(portal),
      await createStreamer(portal),
    ];
    await db.execute(sql`update twitch_streamers set decision = 'pending' where account_id = ${waiting.id}`);
    await db.execute(
      sql`update twitch_streamers set needs_new_link = true where account_id <> ${waiting.id}`,
    );
    await db.execute(
      sql`update twitch_streamers set decision = 'rejected' where account_id = ${rejected.id}`,
    );
    expect((await casesOf('streamers_waiting')).cases).toBe(1);
    expect(await casesOf('streamers_need_new_link')).toEqual({ cases: 1, detail: lost.twitchUser.login });
  });

  test('are counted along indexes', async () => {
    const filled = await createFilledDatabase(
      `insert into twitch_seasons (name, starts_at) select 'Season', now() - interval '1 day'`,
      `insert into drop_samples (minute, state, started_at, finished_at)
       select m, case when m % 7 = 0 then 'partial' else 'ok' end, to_timestamp(m * 60), to_timestamp(m * 60)
       from generate_series(${now - 50_000}, ${now - 30}) m`,
      `insert into twitch_links (account_id, twitch_user_id, login, display_name)
       select n, 't' || n, 'login' || n, 'Name ' || n from generate_series(1, 20000) n`,
      `insert into twitch_streamers (account_id, decision, needs_new_link, key_id, access_token, refresh_token, expires_at)
       select n, case when n % 100 = 0 then 'pending' else 'approved' end, n % 500 = 1, '1', '', '', now()
       from generate_series(1, 20000) n`,
      `insert into drop_channels (account_id, is_live, is_eligible, seen_minute, observed_minute, failure)
       select n, true, true, ${now}, ${now}, case when n % 500 = 0 then 'Broken' end from generate_series(1, 20000) n`,
    );
    try {
      for (const { count, detail } of DROP_ALERTS) {
        const scans = await scansOf(filled.db, sql`select ${count}, ${detail ?? sql`null::text`}`);
        expect(
          scans.filter((scan) => scan.startsWith('Seq Scan') && scan !== 'Seq Scan twitch_seasons'),
        ).toEqual([]);
      }
    } finally {
      await filled.drop();
    }
  }, 400_000);
});

test('metrics give the age of the last sample, minutes by state and streamers by state', async () => {
  observeDrops(metrics, portal.parts);
  await createStreamer(portal);
  await insertSamples('ok', 9, 6);
  await insertSamples('partial', 5, 4);
  await insertSamples('failed', 3, 1);
  const { body } = await metrics.render();
  const age = Number(/^waygate_drop_sample_age_seconds (\d+)/m.exec(body)?.[1]);
  expect(age).toBeGreaterThanOrEqual(230);
  expect(age).toBeLessThan(320);
  for (const line of ['{state="partial"} 2', '{state="failed"} 3'])
    expect(body).toContain(`waygate_drop_minutes${line}`);
  expect(body).toContain('waygate_drop_streamers{state="approved"} 1');
});

const health = async () => (await portal.call('GET', '/admin/twitch/samples', { token: staff.token })).json();

describe('health', () => {
  test('is given for each channel, those that need attention first', async () => {
    const [fine, broken, lost] = [
      (await createAudience(portal)).streamer,
      (await createAudience(portal)).streamer,
      await createStreamer(portal),
    ];
    await sampleAt(portal, now - 1);
    expect(await health()).toMatchObject({ needsAttention: false });
    portal.twitch.simulator.faults.plan({
      endpoint: 'chatters',
      fault: '500',
      when: ({ query }) => query.get('broadcaster_id') === broken.twitchUser.id,
    });
    await sampleAt(portal, now);
    portal.twitch.simulator.faults.endAll();
    await db.execute(sql`update twitch_streamers set needs_new_link = true where account_id = ${lost.id}`);
    const { needsAttention, channels } = await health();
    expect(needsAttention).toBe(true);
    expect(channels).toEqual([
      expect.objectContaining({ accountDBID: lost.id, state: 'needs_new_link' }),
      expect.objectContaining({
        accountDBID: broken.id,
        state: 'unread',
        failure: expect.any(String),
        readAt: new Date((now - 1) * 60_000).toISOString(),
      }),
      expect.objectContaining({ accountDBID: fine.id, state: 'read', failure: null }),
    ]);
  });
});

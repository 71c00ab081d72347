import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createAudience, sampleAt, useClockedDrops } from '#test/drop-journeys.ts';
import { presentSampleHealth } from '#features/drops/admin/drops.admin.presenter.ts';
import { seenBy } from '#features/drops/admin/drops.admin.queries.ts';
import { selectSampleHealth } from '#features/drops/admin/sample-health.queries.ts';
import { findProgress } from '#features/drops/progress.ts';
import { sampleMinute } from '#features/drops/sampling.service.ts';
import type { TwitchParts } from '#features/twitch-links/twitch-links.ts';

const { portal, first, setClock, useReplica } = await useClockedDrops();

const findSampleHealth = async (parts: TwitchParts) =>
  presentSampleHealth(await selectSampleHealth(parts.db, seenBy(parts)));

/** What a process leaves behind that was killed in the middle of a sample. */
const killedDuring = (minute: number) =>
  portal.parts.db.execute(sql`
    insert into drop_samples (minute, started_at) values (${minute}, to_timestamp(${minute * 60 + 1}))`);

describe('a minute whose process was killed', () => {
  test('counts as running, then as interrupted, and never as missing', async () => {
    await sampleAt(portal, first - 70);
    await killedDuring(first);
    const parts = useReplica();
    await setClock(first, 30);
    expect(await findSampleHealth(parts)).toMatchObject({
      samples: [{ state: 'ok' }],
      lastHour: { failed: 0, missing: 60 },
    });
    await setClock(first + 1, 5);
    expect(await findSampleHealth(parts)).toMatchObject({
      samples: [{ state: 'ok' }],
      lastHour: { failed: 0, missing: 59 },
    });
    await setClock(first + 1, 15);
    expect(await findSampleHealth(parts)).toMatchObject({
      samples: [
        {
          minute: new Date(first * 60_000).toISOString(),
          state: 'failed',
          detail: 'It was cut off before it ended.',
        },
        { state: 'ok' },
      ],
      lastHour: { ok: 0, partial: 0, failed: 1, missing: 59 },
    });
  });

  test('is shown to its viewers until the next one has closed the gap', async () => {
    const { viewer } = await createAudience(portal);
    const parts = useReplica();
    const progress = async () =>
      (await findProgress(parts, { accountId: viewer.id, kind: 'viewer' })).progress;
    await setClock(first, 20);
    await sampleMinute(parts);
    await killedDuring(first + 1);
    await setClock(first + 1, 30);
    const { lastSampleAt, ...before } = await progress();
    expect(before).toMatchObject({ state: 'counting', channel: { login: expect.any(String) } });
    await setClock(first + 2, 15);
    expect(await progress()).toMatchObject({ state: 'not_sampled', lastSampleAt, todayMinutes: 1 });
    await sampleMinute(parts);
    const after = await progress();
    expect(after).toMatchObject({ state: 'counting', todayMinutes: 3 });
    expect(Date.parse(after.lastSampleAt ?? '')).toBeGreaterThan(Date.parse(lastSampleAt ?? ''));
  });
});

test('a streamer is credited although no chat could be read, and viewers see why they are not', async () => {
  const { viewer, streamer } = await createAudience(portal);
  portal.twitch.simulator.faults.plan({ endpoint: 'chatters', fault: '500' });
  const parts = useReplica();
  await setClock(first, 10);
  await sampleMinute(parts);
  const stateOf = async (accountId: number, kind: 'viewer' | 'streamer') =>
    (await findProgress(parts, { accountId, kind })).progress.state;
  expect(await stateOf(streamer.id, 'streamer')).toBe('counting');
  expect(await stateOf(viewer.id, 'viewer')).toBe('chat_unread');
});

test('a failed sample does not update when Twitch was last asked', async () => {
  const { viewer } = await createAudience(portal);
  const parts = useReplica();
  const lastSampleAt = async () =>
    (await findProgress(parts, { accountId: viewer.id, kind: 'viewer' })).progress.lastSampleAt;
  await setClock(first, 10);
  await sampleMinute(parts);
  const asked = await lastSampleAt();
  expect(asked).not.toBeNull();
  portal.twitch.simulator.faults.plan({ endpoint: 'streams', fault: '500' });
  await setClock(first + 1, 10);
  await sampleMinute(parts);
  expect(await lastSampleAt()).toBe(asked);
});

const lastHour = async () => (await findSampleHealth(useReplica())).lastHour;

describe('the last hour', () => {
  test('expects one sample per tick, however short ticks are', async () => {
    const tick = first * 30;
    await portal.parts.db.execute(sql`
      insert into drop_samples (minute, state) select n, 'ok' from generate_series(${tick - 2000}::int, ${tick}::int) n
      where n not in (${tick - 7}::int, ${tick - 8}::int)`);
    await setClock(first, 1);
    const drops = { dailyCapMinutes: undefined, tickSeconds: 2 };
    const parts = useReplica();
    const health = await findSampleHealth({ ...parts, config: { ...parts.config, drops } });
    expect(health.lastHour).toEqual({ ok: 1798, partial: 0, failed: 0, missing: 2 });
    expect(health.samples).toHaveLength(120);
    expect(health.samples[0]?.minute).toBe(new Date(first * 60_000).toISOString());
  });

  test('reports nothing missing before the very first sample', async () => {
    await setClock(first, 30);
    expect(await lastHour()).toEqual({ ok: 0, partial: 0, failed: 0, missing: 60 });
    await sampleAt(portal, first);
    expect(await lastHour()).toEqual({ ok: 0, partial: 0, failed: 0, missing: 0 });
    await setClock(first + 3, 30);
    expect(await lastHour()).toEqual({ ok: 1, partial: 0, failed: 0, missing: 2 });
  });

  test('ends with the previous minute', async () => {
    for (const minute of [first - 61, first - 60, first - 1, first]) await sampleAt(portal, minute);
    await setClock(first, 30);
    expect(await lastHour()).toMatchObject({ ok: 2, missing: 58 });
  });
});

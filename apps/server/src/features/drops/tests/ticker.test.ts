import { sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#platform/db/database.ts';
import { captureLog } from '#test/captured-log.ts';
import { startCuttableProxy } from '#test/cuttable-proxy.ts';
import { createAudience, minutesOf, sampleAt, sampleState, useClockedDrops } from '#test/drop-journeys.ts';
import { sampleMinute } from '#features/drops/sampling.service.ts';
import { startTicker } from '#features/drops/ticker.ts';

const { portal, first, setClock, useReplica } = await useClockedDrops();

function useTicker() {
  const ticker = startTicker(useReplica());
  onTestFinished(ticker.stop);
  return ticker;
}

async function samples() {
  const { rows } = await portal.parts.db.execute<{ minute: number; state: string }>(
    sql`select minute, state from drop_samples order by minute`,
  );
  return rows.map(({ minute, state }) => [minute - first, state]);
}

/** Moves the clock on while Twitch takes its time over a chat. */
function moveClockWhileChatIsRead(minute: number, seconds: number): void {
  portal.twitch.simulator.faults.plan({
    endpoint: 'chatters',
    fault: 'slow',
    until: () => setClock(minute, seconds),
    times: 1,
  });
}

describe('a ticker', () => {
  test('samples the current minute when it starts', async () => {
    const { viewer } = await createAudience(portal);
    await setClock(first, 20);
    useTicker();
    await expect.poll(samples).toEqual([[0, 'ok']]);
    expect((await minutesOf(portal, viewer)).minutes).toEqual([first]);
  });

  test('samples the next minute immediately when a late sample ran past its own', async () => {
    const { viewer } = await createAudience(portal);
    await setClock(first, 55);
    moveClockWhileChatIsRead(first + 1, 2);
    useTicker();
    await expect.poll(samples).toEqual([
      [0, 'ok'],
      [1, 'ok'],
    ]);
    expect(await minutesOf(portal, viewer)).toEqual({ total: 2, minutes: [first, first + 1] });
  });

  test('skips minutes that are over, which remain gaps', async () => {
    const { viewer } = await createAudience(portal);
    await setClock(first, 55);
    moveClockWhileChatIsRead(first + 6, 30);
    useTicker();
    await expect.poll(samples).toEqual([
      [0, 'ok'],
      [6, 'ok'],
    ]);
    expect((await minutesOf(portal, viewer)).minutes).toEqual([first, first + 6]);
  });

  test('closes the gap before it when it is late', async () => {
    const { viewer, streamer } = await createAudience(portal);
    await sampleAt(portal, first);
    await setClock(first + 3, 45);
    useTicker();
    await expect.poll(samples).toEqual([
      [0, 'ok'],
      [3, 'ok'],
    ]);
    expect((await minutesOf(portal, viewer)).total).toBe(4);
    expect((await minutesOf(portal, streamer, 'streamer')).total).toBe(4);
  });

  test('next to others samples each minute once, also at its boundary', async () => {
    const { viewer } = await createAudience(portal);
    // Seconds enough for all three to begin before the minute ends.
    await setClock(first, 55);
    const asked = portal.twitch.callsTo('/chatters').length;
    for (let replica = 0; replica < 3; replica += 1) useTicker();
    await expect.poll(samples).toEqual([
      [0, 'ok'],
      [1, 'ok'],
    ]);
    expect(await minutesOf(portal, viewer)).toEqual({ total: 2, minutes: [first, first + 1] });
    expect(portal.twitch.callsTo('/chatters')).toHaveLength(asked + 2);
  });

  test('ends its sample when stopped and records it; the next one closes the gap', async () => {
    const { viewer } = await createAudience(portal);
    await sampleAt(portal, first);
    await setClock(first + 1, 5);
    let ticker: ReturnType<typeof startTicker>;
    const fault = portal.twitch.simulator.faults.plan({
      endpoint: 'chatters',
      fault: 'slow',
      until: () => ticker.stop(),
    });
    ticker = useTicker();
    await expect.poll(() => sampleState(portal, first + 1)).toMatchObject({ state: 'partial' });
    expect(await sampleState(portal, first + 1)).toMatchObject({
      detail: 'The portal was stopped before Twitch had answered every request.',
    });
    portal.twitch.simulator.faults.end(fault);
    await sampleAt(portal, first + 2);
    expect((await minutesOf(portal, viewer)).total).toBe(3);
  });
});

test('a ticker survives a database outage and closes the gap afterwards', async () => {
  const { viewer } = await createAudience(portal);
  const proxy = await startCuttableProxy(portal.parts.database.connection);
  const { log, text } = captureLog();
  const { db, close } = openDatabase({ connection: proxy.connection, log });
  const { faults } = portal.twitch.simulator;
  await sampleAt(portal, first);
  await setClock(first + 1, 5);
  faults.plan({ endpoint: 'chatters', fault: 'slow', until: proxy.cut, times: 1 });
  const ticker = startTicker({ ...portal.drops, db, log });
  onTestFinished(async () => {
    await ticker.stop();
    await close();
    await proxy.stop();
  });
  await expect.poll(text).toContain('a minute of drops could not be sampled');
  await setClock(first + 2, 15);
  await proxy.restore();
  await expect.poll(samples, { timeout: 20_000 }).toEqual([
    [0, 'ok'],
    [1, 'running'],
    [2, 'ok'],
  ]);
  expect(await minutesOf(portal, viewer)).toEqual({ total: 3, minutes: [first, first + 1, first + 2] });
});

describe('a sample', () => {
  test('waits for the previous one in another process', async () => {
    await createAudience(portal);
    const replica = useReplica();
    await setClock(first + 1, 2);
    await portal.parts.db.execute(sql`insert into drop_samples (minute) values (${first})`);
    expect(await sampleMinute(replica)).toBe('busy');
    await portal.parts.db.execute(sql`update drop_samples set state = 'ok' where minute = ${first}`);
    expect(await sampleMinute(replica)).toBe('sampled');
    expect(await sampleMinute(replica)).toBe('taken');
  });

  test('waits no longer than the previous one could have taken', async () => {
    const { viewer } = await createAudience(portal);
    const replica = useReplica();
    await sampleAt(portal, first);
    await portal.parts.db.execute(sql`insert into drop_samples (minute) values (${first + 1})`);
    await setClock(first + 1, 50);
    expect(await sampleMinute(replica)).toBe('taken');
    await setClock(first + 2, 4);
    expect(await sampleMinute(replica)).toBe('busy');
    await setClock(first + 2, 15);
    expect(await sampleMinute(replica)).toBe('sampled');
    expect((await minutesOf(portal, viewer)).minutes).toEqual([first, first + 1, first + 2]);
  });

  test('is taken by one of several concurrent processes', async () => {
    const { viewer } = await createAudience(portal);
    await setClock(first, 30);
    const replicas = Array.from({ length: 6 }, useReplica);
    const outcomes = await Promise.all(replicas.map((replica) => sampleMinute(replica)));
    expect(outcomes.toSorted()).toEqual(['sampled', ...Array.from({ length: 5 }, () => 'taken')]);
    expect((await minutesOf(portal, viewer)).total).toBe(1);
  });
});

/** What ticks of two seconds leave behind: half as many seconds as there were since 1970. */
async function tickEveryTwoSeconds(viewer: number, streamer: number): Promise<void> {
  const { db } = portal.parts;
  const minute = first * 30;
  await db.execute(sql`insert into drop_samples (minute, state) values (${minute}, 'ok')`);
  await db.execute(sql`
    insert into drop_channels values (${streamer}, true, true, now(), ${minute}, ${minute})`);
  await db.execute(sql`
    insert into drop_minutes values (${viewer}, 'viewer', ${minute}, ${streamer})`);
  await db.execute(sql`
    insert into drop_totals (account_id, kind, season_id, minutes)
    select ${viewer}, 'viewer', id, 1 from twitch_seasons`);
}

describe('after a shorter tick', () => {
  test('minutes numbered far ahead are deleted and sampling continues; sums remain', async () => {
    const { viewer, streamer } = await createAudience(portal);
    await setClock(first, 10);
    await tickEveryTwoSeconds(viewer.id, streamer.id);
    useTicker();
    await expect.poll(samples).toEqual([[0, 'ok']]);
    expect(await minutesOf(portal, viewer)).toEqual({ total: 2, minutes: [first] });
    const { rows } = await portal.parts.db.execute(
      sql`select seen_minute, observed_minute from drop_channels where account_id = ${streamer.id}`,
    );
    expect(rows).toEqual([{ seen_minute: first, observed_minute: first }]);
  });

  test('minutes ahead by less than a day remain', async () => {
    const { viewer } = await createAudience(portal);
    await sampleAt(portal, first + 23 * 60);
    await setClock(first, 10);
    useTicker();
    await expect.poll(samples).toEqual([
      [0, 'ok'],
      [23 * 60, 'ok'],
    ]);
    expect((await minutesOf(portal, viewer)).total).toBe(2);
  });
});

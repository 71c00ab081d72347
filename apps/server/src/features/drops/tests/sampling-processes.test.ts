import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import type { FaultyCall } from '#simulators/twitch/simulated-faults.ts';
import {
  createAudience,
  createViewer,
  minutesOf,
  sampleState,
  strangers,
  useClockedDrops,
} from '#test/drop-journeys.ts';
import { killProcess } from '#test/kill-process.ts';
import { SAMPLING_PROGRAM, type SamplingOrder } from '#test/sampling-process.ts';
import { expireTokens } from '#test/streamer-tokens.ts';

const { portal, first, setClock } = await useClockedDrops();
type Sampler = {
  /** Lets it sample the minute that runs; how that went. */
  sample: () => Promise<string>;
  kill: () => Promise<void>;
};

/** A separate process that is ready to sample one minute. */
async function startSampler({ clockAheadMs = 0 }: { clockAheadMs?: number } = {}): Promise<Sampler> {
  const { config } = portal.twitch;
  const [key] = config.tokenKeys;
  if (!key) throw new Error('There is no key.');
  const order: SamplingOrder = {
    connection: portal.parts.database.connection,
    twitch: config,
    tokenKey: { id: key.id, key: key.key.toString('base64') },
    publicOrigin: portal.parts.config.publicOrigin,
    clockAheadMs,
  };
  const child = spawn(process.execPath, [SAMPLING_PROGRAM, JSON.stringify(order)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const kill = () => killProcess(child);
  onTestFinished(kill);
  const said = createInterface(child.stdout)[Symbol.asyncIterator]();
  expect((await said.next()).value).toBe('ready');
  return {
    sample: async () => {
      child.stdin.write('go\n');
      return String((await said.next()).value);
    },
    kill,
  };
}

test('a process killed between two pages loses and duplicates no minute', { timeout: 400_000 }, async () => {
  const large = await createAudience(portal);
  const { viewer, streamer } = await createAudience(portal);
  const late = await createViewer(portal);
  const { world, faults } = portal.twitch.simulator;
  // So many that they are written before the other chat is read.
  world.joinChat(large.streamer.twitchUser.id, ...strangers(5500));
  world.joinChat(streamer.twitchUser.id, ...strangers(1500), late.twitchUser.id);
  await setClock(first, 5);
  expect(await (await startSampler()).sample()).toBe('sampled');

  const { promise: reached, resolve } = Promise.withResolvers<void>();
  const isSecondPage = ({ query }: FaultyCall) =>
    query.get('broadcaster_id') === streamer.twitchUser.id && query.has('after');
  const fault = faults.plan({
    endpoint: 'chatters',
    fault: 'timeout',
    when: (call) => {
      if (isSecondPage(call)) resolve();
      return isSecondPage(call);
    },
  });
  await setClock(first + 1, 5);
  const victim = await startSampler();
  void victim.sample();
  await reached;
  await expect.poll(() => minutesOf(portal, large.viewer)).toMatchObject({ total: 2 });
  await victim.kill();
  expect(await sampleState(portal, first + 1)).toMatchObject({ state: 'running' });
  expect((await minutesOf(portal, viewer)).total).toBe(1);

  faults.end(fault);
  await setClock(first + 2, 20);
  expect(await (await startSampler()).sample()).toBe('sampled');
  const all = [first, first + 1, first + 2];
  for (const account of [viewer, late, large.viewer])
    expect(await minutesOf(portal, account)).toEqual({ total: 3, minutes: all });
  for (const account of [streamer, large.streamer])
    expect(await minutesOf(portal, account, 'streamer')).toEqual({ total: 3, minutes: all });
});

test('one of two processes samples a minute', async () => {
  const { viewer, streamer } = await createAudience(portal);
  await setClock(first, 5);
  const samplers = await Promise.all([startSampler(), startSampler()]);
  const outcomes = await Promise.all(samplers.map(({ sample }) => sample()));
  expect(outcomes.toSorted()).toEqual(['sampled', 'taken']);
  expect(await minutesOf(portal, viewer)).toEqual({ total: 1, minutes: [first] });
  const calls = portal.twitch.callsTo('/chatters');
  expect(calls.filter(({ query }) => query.broadcaster_id === streamer.twitchUser.id)).toHaveLength(1);
});

test.each([
  ['fast', 300_000],
  ['slow', -300_000],
])('a process whose clock is five minutes %s changes nothing', async (_, clockAheadMs) => {
  const { viewer, streamer } = await createAudience(portal);
  await expireTokens(portal, streamer.id);
  for (const minute of [first, first + 2]) {
    await setClock(minute, 5);
    expect(await (await startSampler({ clockAheadMs })).sample()).toBe('sampled');
  }
  expect((await minutesOf(portal, viewer)).minutes).toEqual([first, first + 1, first + 2]);
  const { rows } = await portal.parts.db.execute<{ seconds: number }>(sql`
    select extract(epoch from expires_at - to_timestamp(${first * 60 + 5}))::float8 as seconds
    from twitch_streamers where account_id = ${streamer.id}`);
  // Four hours from the refresh in the first of these minutes.
  expect(rows[0]?.seconds).toSatisfy((seconds: number) => Math.abs(seconds - 14_400) < 120);
});

import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { useTwitchServer, useTwitchThatAnswers } from '#test/twitch-server.ts';
import { createTwitchClient } from './twitch-client.ts';
import { TwitchLimited, TwitchUnavailable } from './twitch-errors.ts';
import { type Budget, createTwitchLimits, type TwitchLimits } from './twitch-limits.ts';

/** A call whose answer tells this of the bucket; gives the time when it was made. */
const spend = (remaining: number, resetsInMs: number) => ({
  bucket: 'app',
  work: async (tell: (budget: Budget) => void) => {
    const madeAt = Date.now();
    tell({ limit: 800, remaining, resetsInMs });
    return madeAt;
  },
});

function waitOf(error: unknown): number {
  if (!(error instanceof TwitchLimited)) throw error;
  return error.resetsAt.getTime() - Date.now();
}

describe('with Twitch’s rate limits', () => {
  test('a bucket is never exceeded by concurrent calls, and all are answered in time', async () => {
    const twitch = await useTwitchServer();
    twitch.simulator.points.setLimit(50);
    // A minute of it passes in half a second, as the headers of its answers say.
    twitch.simulator.clock.accelerate(120);
    const client = createTwitchClient(twitch.application);
    const { id, tokens } = twitch.addStreamer();
    const chat = { broadcasterId: id, accessToken: tokens.accessToken };
    await client.getChatters(chat);
    const answers = await Promise.all(Array.from({ length: 120 }, () => client.getChatters(chat)));
    expect(answers).toEqual(answers.map(() => []));
    expect(twitch.simulator.points.usage()).toEqual([
      expect.objectContaining({ bucket: `user ${id}`, used: 121, refused: 0 }),
    ]);
  });

  test('the application and each user have separate buckets', async () => {
    const twitch = await useTwitchServer();
    twitch.simulator.points.setLimit(3);
    const client = createTwitchClient(twitch.application, { longestWaitMs: 0 });
    const streamers = [twitch.addStreamer(), twitch.addStreamer()];
    for (const { id, tokens } of streamers) {
      const chat = { broadcasterId: id, accessToken: tokens.accessToken };
      for (let call = 0; call < 3; call += 1) await client.getChatters(chat);
      await expect(client.getChatters(chat)).rejects.toThrow(TwitchLimited);
    }
    for (let call = 0; call < 3; call += 1) await client.getStreams(['1']);
    await expect(client.getStreams(['1'])).rejects.toThrow(TwitchLimited);
    expect(twitch.callsTo('/chatters')).toHaveLength(6);
    expect(twitch.callsTo('/streams')).toHaveLength(3);
  });

  test('a 429 stops all calls until the time that it names', async () => {
    const twitch = await useTwitchServer();
    const client = createTwitchClient(twitch.application, { longestWaitMs: 1000 });
    twitch.simulator.faults.plan({ endpoint: 'streams', fault: '429', times: 1 });
    const waitMs = await client.getStreams(['1']).catch((error: unknown) => waitOf(error));
    expect(waitMs).toBeGreaterThan(20_000);
    expect(waitMs).toBeLessThan(31_500);
    await expect(client.getStreams(['1'])).rejects.toThrow('The points of this minute are spent.');
    expect(twitch.callsTo('/streams')).toHaveLength(1);
  });

  test('a 429 stops token requests to that address until the time that it names', async () => {
    const twitch = await useTwitchServer();
    const client = createTwitchClient(twitch.application, { longestWaitMs: 1000 });
    const [first, second] = [twitch.addStreamer().tokens, twitch.addStreamer().tokens];
    twitch.simulator.faults.plan({ endpoint: 'token', fault: '429', times: 1 });
    await expect(client.refresh(first.refreshToken)).rejects.toThrow('with 429');
    await expect(client.refresh(second.refreshToken)).rejects.toThrow(TwitchLimited);
    expect(twitch.callsTo('/token')).toHaveLength(1);
    expect(await client.validate(first.accessToken)).toMatchObject({ scopes: expect.any(Array) });
  });

  test.each([
    ['ahead', 300_000],
    ['behind', -300_000],
  ])('a clock of ours that is five minutes %s of it changes nothing', async (_, offsetMs) => {
    const { application } = await useTwitchServer();
    const itsNow = Date.now() - offsetMs;
    const headers = {
      date: new Date(itsNow).toUTCString(),
      'ratelimit-limit': '800',
      'ratelimit-remaining': '0',
      'ratelimit-reset': String(Math.floor(itsNow / 1000) + 30),
    };
    const bases = await useTwitchThatAnswers(() => ({ status: 429, body: {}, headers }));
    const client = createTwitchClient({ ...application, ...bases });
    const chat = { broadcasterId: '1', accessToken: 'token' };
    const waitMs = await client.getChatters(chat).catch((error: unknown) => waitOf(error));
    expect(waitMs).toBeGreaterThan(20_000);
    expect(waitMs).toBeLessThan(31_000);
  });

  test.each([
    ['names no time', {}, 60_000],
    [
      'names one that has passed',
      { 'ratelimit-limit': '800', 'ratelimit-remaining': '799', 'ratelimit-reset': '1' },
      1000,
    ],
  ])('a refusal that %s still ends the asking for a while', async (_, headers, leastMs) => {
    const { application } = await useTwitchServer();
    const bases = await useTwitchThatAnswers(() => ({ status: 429, body: {}, headers }));
    const client = createTwitchClient({ ...application, ...bases });
    const startedAt = Date.now();
    const failure = await client
      .getChatters({ broadcasterId: '1', accessToken: 'token' })
      .catch((error: unknown) => error);
    const forMs = waitOf(failure) + Date.now() - startedAt;
    expect(forMs).toBeGreaterThanOrEqual(leastMs - 50);
    expect(forMs).toBeLessThan(leastMs + 10_000);
  });

  test('a refusal without headers is respected by the next call', async () => {
    const { application } = await useTwitchServer();
    let calls = 0;
    const bases = await useTwitchThatAnswers(() => {
      calls += 1;
      return { status: 429, body: {} };
    });
    const client = createTwitchClient({ ...application, ...bases }, { longestWaitMs: 0 });
    const chat = { broadcasterId: '1', accessToken: 'token' };
    await expect(client.getChatters(chat)).rejects.toThrow('with 429');
    await expect(client.getChatters(chat)).rejects.toThrow('The points of this minute are spent.');
    expect(calls).toBe(1);
  });
});

describe('a bucket', () => {
  test('that is nearly empty is reserved for others, and used again when it is full', async () => {
    const limits = createTwitchLimits({ concurrency: 5, longestWaitMs: 60_000 });
    const emptiedAt = await limits.run(spend(20, 200));
    const askedAt = await limits.run(spend(799, 10));
    expect(askedAt - emptiedAt).toBeGreaterThanOrEqual(200);
  });

  test('refuses immediately with a retry time when the wait is too long', async () => {
    const limits = createTwitchLimits({ concurrency: 5, longestWaitMs: 50 });
    const emptiedAt = await limits.run(spend(0, 2000));
    const refusal = await limits.run(spend(799, 10)).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(TwitchLimited);
    // Checked to be one just above.
    const { resetsAt } = refusal as TwitchLimited;
    expect(resetsAt.getTime() - emptiedAt).toBeGreaterThanOrEqual(2000);
    await vi.waitUntil(() => Date.now() >= resetsAt.getTime(), { timeout: 30_000 });
    expect(await limits.run(spend(799, 10))).toBeGreaterThanOrEqual(resetsAt.getTime());
  });

  test('refills on time although the system clock was set back', async () => {
    const limits = createTwitchLimits({ concurrency: 5, longestWaitMs: 1000 });
    const now = Date.now();
    await limits.run(spend(0, 200));
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['Date'], now: now - 300_000 });
    await expect(limits.run(spend(799, 10))).resolves.toBeLessThan(now);
  });

  test('uses the lowest value of answers that arrive out of order', async () => {
    const limits = createTwitchLimits({ concurrency: 5, longestWaitMs: 0 });
    const { promise: late, resolve: answer } = Promise.withResolvers<undefined>();
    const overtaken = limits.run({
      bucket: 'app',
      work: async (tell) => {
        await late;
        tell({ limit: 800, remaining: 700, resetsInMs: 7000 });
      },
    });
    await limits.run(spend(20, 59_000));
    answer(undefined);
    await overtaken;
    await expect(limits.run(spend(700, 7000))).rejects.toThrow(TwitchLimited);
  });
});

test('no more calls than allowed run at once, and every call gets its turn', async () => {
  const limits = createTwitchLimits({ concurrency: 3, longestWaitMs: 0 });
  let [underWay, most] = [0, 0];
  const work = async () => {
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise(setImmediate);
    underWay -= 1;
    if (most === 3) throw new Error('a call that fails gives its place back');
  };
  const ended = await Promise.allSettled(
    Array.from({ length: 50 }, () => limits.run({ bucket: undefined, work })),
  );
  expect(most).toBe(3);
  expect(ended).toHaveLength(50);
  expect(underWay).toBe(0);
});

/** Runs so many calls whose headers say this. @returns how many ran at once, at most */
async function concurrencyOf(
  limits: TwitchLimits,
  count: number,
  budgetOf: (call: number) => Budget | undefined,
): Promise<number> {
  let [underWay, most] = [0, 0];
  const work = (call: number) => async (reportBudget: (budget: Budget) => void) => {
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise(setImmediate);
    underWay -= 1;
    const budget = budgetOf(call);
    if (budget) reportBudget(budget);
  };
  const calls = Array.from({ length: count }, (_, call) =>
    // As chats do, each with a bucket of its own.
    limits.run({ bucket: `user ${call}`, work: work(call) }),
  );
  await Promise.allSettled(calls);
  return most;
}

const createGrowing = () =>
  createTwitchLimits({ concurrency: 20, mostConcurrency: 100, longestWaitMs: 60_000 });

describe('5. concurrency', () => {
  const plenty = { limit: 800, remaining: 799, resetsInMs: 100 };
  const spent = { limit: 800, remaining: 0, resetsInMs: 10 };

  test('grows while the headers say that points are left, up to its limit', async () => {
    expect(await concurrencyOf(createGrowing(), 1000, () => plenty)).toBe(100);
  });

  test('stays as it is without headers, and where buckets are half empty', async () => {
    expect(await concurrencyOf(createGrowing(), 300, () => undefined)).toBe(20);
    expect(await concurrencyOf(createGrowing(), 300, () => ({ ...plenty, remaining: 300 }))).toBe(20);
  });

  test('halves when points run out, and grows again afterwards', async () => {
    const limits = createGrowing();
    await concurrencyOf(limits, 1000, () => plenty);
    await concurrencyOf(limits, 100, (call) => (call % 10 === 0 ? spent : undefined));
    expect(await concurrencyOf(limits, 100, () => undefined)).toBe(50);
    expect(await concurrencyOf(limits, 1000, () => plenty)).toBe(100);
  });
});

test('a queued caller can give up its place in the queue', async () => {
  const limits = createTwitchLimits({ concurrency: 1, longestWaitMs: 0 });
  const { promise: answered, resolve: answer } = Promise.withResolvers<undefined>();
  const begun: string[] = [];
  const call = (name: string, signal?: AbortSignal) =>
    limits.run({
      bucket: undefined,
      signal,
      work: async () => {
        begun.push(name);
        await answered;
      },
    });
  const impatient = new AbortController();
  const first = call('first');
  const second = call('second', impatient.signal);
  const third = call('third', impatient.signal);
  const fourth = call('fourth');
  impatient.abort();
  // While the first one is still under way.
  await expect(second).rejects.toThrow('aborted');
  await expect(third).rejects.toThrow('aborted');
  expect(begun).toEqual(['first']);
  answer(undefined);
  await Promise.all([first, fourth]);
  expect(begun).toEqual(['first', 'fourth']);
  await expect(call('fifth', impatient.signal)).rejects.toThrow('aborted');
  await call('sixth');
  expect(begun).toEqual(['first', 'fourth', 'sixth']);
});

test('giving up in the queue is reported like any other failure of Twitch', async () => {
  const twitch = await useTwitchServer();
  const client = createTwitchClient(twitch.application, { concurrency: 1, mostConcurrency: 1 });
  twitch.simulator.faults.plan({ endpoint: 'validate', fault: 'slow', slowMs: 300 });
  const first = client.validate(twitch.addStreamer().tokens.accessToken);
  const soon = AbortSignal.timeout(20);
  const chat = { broadcasterId: '1', accessToken: 'token', signal: soon };
  await expect(client.getChatters(chat)).rejects.toThrow(TwitchUnavailable);
  expect(await first).toMatchObject({ scopes: expect.any(Array) });
  expect(twitch.callsTo('/chatters')).toHaveLength(0);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FaultyCall } from '#simulators/twitch/simulated-faults.ts';
import { createDropsPortal, createStreamer, type DropsPortal } from '#test/drop-journeys.ts';
import { readChats, describeFailure } from '#features/drops/chat-reader.ts';

let portal: DropsPortal;
beforeAll(async () => {
  portal = await createDropsPortal();
});
afterAll(() => portal.close());

async function createChannels(count: number) {
  const streamers = await Promise.all(Array.from({ length: count }, () => createStreamer(portal)));
  return streamers.map(({ id: accountId, twitchUser }) => ({
    accountId,
    twitchUserId: twitchUser.id,
    streamStartedAt: null,
    seenMinute: null,
    observedMinute: null,
  }));
}

test('an error in one chat stops the work on all chats', async () => {
  const channels = await createChannels(4);
  const [first, ...others] = channels.map(({ twitchUserId }) => twitchUserId);
  const { faults } = portal.twitch.simulator;
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const asked = new Set<string | null>();
  const chat = { endpoint: 'chatters', fault: 'slow' } as const;
  const isOther = ({ query }: FaultyCall) => {
    const id = query.get('broadcaster_id');
    if (id !== first && asked.add(id).size === others.length) begun.resolve();
    return id !== first;
  };
  faults.plan({ ...chat, when: isOther, until: () => ended.promise });
  faults.plan({ ...chat, until: () => begun.promise });
  const seen: string[] = [];
  const { signal } = new AbortController();
  const see = async ({ twitchUserId }: { twitchUserId: string }) => {
    seen.push(twitchUserId);
    throw new TypeError('a bug');
  };
  await expect(readChats(portal.drops, { channels, signal, onChat: see })).rejects.toThrow('a bug');
  ended.resolve();
  await expect.poll(() => portal.twitch.callsTo('/chatters')).toHaveLength(channels.length);
  // Behind the answers that nobody waits for any more.
  await portal.drops.twitch.client.getStreams(others);
  expect(seen).toEqual([first]);
});

test('reads the chats that were read the longest ago when there is no time for all', async () => {
  const channels = (await createChannels(24)).map((channel, index) => {
    const isNewest = index < 2 || index >= 22;
    return { ...channel, observedMinute: isNewest ? 101 : 100 };
  });
  const { faults } = portal.twitch.simulator;
  faults.endAll();
  const minute = new AbortController();
  const asked = new Set<string | null>();
  const isAsked = ({ query }: FaultyCall) => {
    asked.add(query.get('broadcaster_id'));
    // As many as are read at the same time.
    if (asked.size === 20) minute.abort(new DOMException('The minute is over.', 'TimeoutError'));
    return true;
  };
  faults.plan({ endpoint: 'chatters', fault: 'timeout', when: isAsked });
  const failures = await readChats(portal.drops, { channels, signal: minute.signal, onChat: async () => {} });
  expect(failures.size).toBe(24);
  const oldest = channels.filter(({ observedMinute }) => observedMinute === 100);
  expect(asked).toEqual(new Set(oldest.map(({ twitchUserId }) => twitchUserId)));
});

test.each([
  [AbortSignal.abort(), 'The portal was stopped before Twitch had answered every request.'],
  [
    AbortSignal.abort(new DOMException('', 'TimeoutError')),
    'The minute ended before Twitch had answered every request.',
  ],
])('who gives up before a chat is read has it fail, in plain words (%#)', async (signal, words) => {
  const channels = await createChannels(2);
  const asked = portal.twitch.callsTo('/chatters').length;
  const failures = await readChats(portal.drops, { channels, signal, onChat: () => Promise.reject() });
  expect([...failures.values()]).toEqual([words, words]);
  expect(portal.twitch.callsTo('/chatters')).toHaveLength(asked);
});

test('treats an unrequested abort as a bug, and a lost database not', () => {
  const { signal } = new AbortController();
  const abort = new DOMException('', 'AbortError');
  expect(() => describeFailure(abort, signal)).toThrow(abort);
  const lost = Object.assign(new Error('lost'), { code: '57P01' });
  expect(describeFailure(lost, signal)).toBe('The database could not be reached.');
});

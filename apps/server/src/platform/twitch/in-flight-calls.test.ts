import { expect, test } from 'vitest';
import { createInFlightCalls } from './in-flight-calls.ts';
import { TwitchUnavailable } from './twitch-errors.ts';

test('closing waits for all calls in flight, failed or not, and starts no more', async () => {
  const inFlight = createInFlightCalls();
  const [good, bad] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const ended: string[] = [];
  const results = Promise.allSettled([inFlight.run(() => good.promise), inFlight.run(() => bad.promise)]);
  const finished = inFlight.finish().then(() => ended.push('finished'));
  await expect(inFlight.run(async () => ended.push('late'))).rejects.toThrow(TwitchUnavailable);
  good.resolve('done');
  await new Promise(setImmediate);
  expect(ended).toEqual([]);
  bad.reject(new Error('failed'));
  await finished;
  expect(ended).toEqual(['finished']);
  expect(await results).toMatchObject([
    { status: 'fulfilled', value: 'done' },
    { status: 'rejected', reason: new Error('failed') },
  ]);
});

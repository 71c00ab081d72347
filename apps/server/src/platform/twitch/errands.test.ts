import { expect, test } from 'vitest';
import { createErrands } from './errands.ts';
import { TwitchUnavailable } from './twitch-errors.ts';

test('errands are finished when all have ended, whether well or not, and no more are begun', async () => {
  const errands = createErrands();
  const [good, bad] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const ended: string[] = [];
  const results = Promise.allSettled([errands.run(() => good.promise), errands.run(() => bad.promise)]);
  const finished = errands.finish().then(() => ended.push('finished'));
  await expect(errands.run(async () => ended.push('late'))).rejects.toThrow(TwitchUnavailable);
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

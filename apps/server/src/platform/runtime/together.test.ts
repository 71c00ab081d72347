import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { together } from './together.ts';

test('returns what each of them returns', async () => {
  expect(await together(pause(5, 'slow'), Promise.resolve(1))).toEqual(['slow', 1]);
});

test('fails like the first of them that fails, once all have ended', async () => {
  const ended: string[] = [];
  const slow = pause(20).then(() => ended.push('slow'));
  const failing = [Promise.reject(new Error('first')), slow, Promise.reject(new Error('second'))] as const;
  await expect(together(...failing)).rejects.toThrow('first');
  expect(ended).toEqual(['slow']);
});

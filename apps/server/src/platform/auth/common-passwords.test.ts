import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createBloomFilter, mayContain } from './bloom-filter.ts';
import { isCommonPassword } from './common-passwords.ts';

test.each(['123456', 'password', 'iloveyou', 'FQRG7CS493', 'LetMeIn', 'P@ssw0rd', 'crossroad'])(
  'the common password %s is known, in any case',
  async (password) => {
    expect(await isCommonPassword(password)).toBe(true);
    expect(await isCommonPassword(password.toUpperCase())).toBe(true);
  },
);

test('at most one other password in 10 000 is taken for a common one', async () => {
  const passwords = Array.from({ length: 20_000 }, () => randomBytes(9).toString('base64'));
  const taken = await Promise.all(passwords.map(isCommonPassword));
  // One or two are expected; ten would be past chance even at the limit of two.
  expect(taken.filter(Boolean).length).toBeLessThan(10);
});

test('a filter knows each of its entries', () => {
  const entries = new Set(Array.from({ length: 1000 }, (_, index) => `entry ${index} ü`));
  const filter = createBloomFilter(entries);
  expect([...entries].every((entry) => mayContain(filter, entry))).toBe(true);
  expect(mayContain(filter, 'entry 1001 ü')).toBe(false);
});

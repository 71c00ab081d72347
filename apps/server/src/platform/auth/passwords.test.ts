import { setImmediate as nextTurn } from 'node:timers/promises';
import { hash } from '@node-rs/argon2';
import { describe, expect, test } from 'vitest';
import { AppError } from '#platform/errors/app-error.ts';
import { ARGON2ID, createPasswords, isOutdatedHash, unusableHash } from './passwords.ts';
import { createToken, hashToken } from './tokens.ts';

describe('a password', () => {
  test('is proven against its own hash alone', async () => {
    const passwords = createPasswords();
    const stored = await passwords.hash('correct horse');
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=12288,t=3,p=1\$/);
    expect(await passwords.verify(stored, 'correct horse')).toBe(true);
    expect(await passwords.verify(stored, 'correct horse ')).toBe(false);
    expect(await passwords.verify(await passwords.hash('other'), 'correct horse')).toBe(false);
    expect(await passwords.hash('correct horse')).not.toBe(stored);
  });

  test('of nobody is wrong, even the one that the decoy was made of', async () => {
    const passwords = createPasswords();
    expect(await passwords.verify(undefined, 'correct horse')).toBe(false);
    expect(await passwords.verify(undefined, 'no account has this password')).toBe(false);
  });

  test('of an account with an unusable hash is wrong, whatever it is', async () => {
    const passwords = createPasswords();
    const stored = unusableHash();
    for (const password of ['no account has this password', stored, ''])
      expect(await passwords.verify(stored, password)).toBe(false);
    expect(unusableHash()).not.toBe(stored);
  });

  test('of nobody takes as much work to refuse as somebody’s', async () => {
    const passwords = createPasswords({ concurrency: 1 });
    const stored = await passwords.hash('correct horse');
    const ratios: number[] = [];
    for (let round = 0; round < 15; round += 1) {
      const somebody = await workOf(() => passwords.verify(stored, 'wrong'));
      const nobody = round % 2 === 0 ? undefined : unusableHash();
      ratios.push((await workOf(() => passwords.verify(nobody, 'wrong'))) / somebody);
    }
    // Other threads of the process count as well, now and then; neighbours are alike in that.
    const median = ratios.toSorted((a, b) => a - b)[7];
    expect(median).toBeGreaterThan(0.5);
    expect(median).toBeLessThan(2);
  });
});

describe('the queue of passwords', () => {
  test('refuses callers past its end at once, and serves all others', async () => {
    const passwords = createPasswords({ concurrency: 2, maxWaiting: 5 });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => passwords.hash('correct horse')),
    );
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refused).toHaveLength(13);
    for (const error of refused) {
      expect(error).toBeInstanceOf(AppError);
      expect(error).toMatchObject({ code: 'unavailable', details: { retryAfterSeconds: 5 } });
    }
    expect(await passwords.verify(await passwords.hash('correct horse'), 'correct horse')).toBe(true);
  });

  test('serves in the order of arrival, no more at once than it may', async () => {
    const passwords = createPasswords({ concurrency: 1 });
    const order: number[] = [];
    await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        await passwords.hash(`password ${index}`);
        order.push(index);
      }),
    );
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  test('gives the place on after a hash that cannot be read', async () => {
    const passwords = createPasswords({ concurrency: 1, maxWaiting: 1 });
    for (let index = 0; index < 3; index += 1) {
      await expect(passwords.verify('no hash', 'x')).rejects.toThrow('Decoding failed');
    }
    expect(await passwords.verify(await passwords.hash('x'), 'x')).toBe(true);
  });

  test('leaves the event loop free', async () => {
    const passwords = createPasswords();
    const ended = new AbortController();
    const hashing = Promise.all(Array.from({ length: 10 }, () => passwords.hash('correct horse')));
    const ending = hashing.finally(() => ended.abort());
    let turns = 0;
    while (!ended.signal.aborted) {
      await nextTurn();
      turns += 1;
    }
    await ending;
    expect(turns).toBeGreaterThan(100);
  });
});

test('a hash of less memory, fewer passes or another algorithm is outdated', async () => {
  expect(isOutdatedHash(await hash('x', ARGON2ID))).toBe(false);
  expect(isOutdatedHash(await hash('x', { ...ARGON2ID, memoryCost: 32_768, timeCost: 3 }))).toBe(false);
  expect(isOutdatedHash(await hash('x', { ...ARGON2ID, memoryCost: 8192 }))).toBe(true);
  expect(isOutdatedHash(await hash('x', { ...ARGON2ID, timeCost: 1 }))).toBe(true);
  // The portal's own before.
  expect(isOutdatedHash(await hash('x', { ...ARGON2ID, memoryCost: 20_480, timeCost: 2 }))).toBe(true);
  expect(isOutdatedHash((await hash('x', ARGON2ID)).replace('argon2id', 'argon2i'))).toBe(true);
  expect(isOutdatedHash('$2b$10$abcdefghijklmnopqrstuv')).toBe(true);
});

test('tokens have 256 random bits and can be given to commands, and what is stored cannot open anything', () => {
  const tokens = new Set(Array.from({ length: 1000 }, createToken));
  expect(tokens.size).toBe(1000);
  // A command takes what begins with a dash for an option.
  for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_][A-Za-z0-9_-]{42}$/);
  const token = createToken();
  expect(hashToken(token)).toEqual(hashToken(token));
  expect(hashToken(token)).toHaveLength(32);
  expect(hashToken(token).toString('base64url')).not.toBe(token);
});

/** Microseconds of this process's own work, whatever else the machine does. */
async function workOf(action: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await action();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

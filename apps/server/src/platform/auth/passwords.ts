import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { createQueue } from '#platform/queue/bounded-queue.ts';

/**
 * argon2id with 19 MiB, two passes, one lane.
 * Source: https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 */
export const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export type Passwords = {
  hash: (password: string) => Promise<string>;
  /** Whether the password matches. Without a stored hash it takes as long and answers false. */
  verify: (storedHash: string | undefined, password: string) => Promise<boolean>;
};

/**
 * Hashes on the thread pool, as many at once as there are cores.
 *
 * @param maxWaiting callers past this many waiting ones are refused with `unavailable`, never piled up
 */
export function createPasswords({
  concurrency = Math.max(2, availableParallelism()),
  maxWaiting = 100,
}: { concurrency?: number; maxWaiting?: number } = {}): Passwords {
  const inTurn = createQueue({ concurrency, maxWaiting });
  const decoy = hash('no account has this password', ARGON2ID);
  decoy.catch(() => {});
  return {
    hash: (password) => inTurn(() => hash(password, ARGON2ID)),
    verify: (storedHash, password) =>
      inTurn(async () => {
        const matches = await verify(storedHash ?? (await decoy), password);
        return matches && storedHash !== undefined;
      }),
  };
}

/** Whether the hash was made by another algorithm or with less work than today's. */
export function isOutdatedHash(storedHash: string): boolean {
  const [, memory, time] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(storedHash) ?? [];
  return Number(memory ?? 0) < ARGON2ID.memoryCost || Number(time ?? 0) < ARGON2ID.timeCost;
}

import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { createQueue } from '#platform/queue/bounded-queue.ts';
import { createToken } from './tokens.ts';

/**
 * argon2id with 12 MiB, three passes, one lane: to OWASP as strong as 19 MiB with two. It takes less time, and 12 MiB are a whole
 * number of Linux's large pages (2 MiB). Source: https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 */
export const ARGON2ID = { algorithm: 2, memoryCost: 12_288, timeCost: 3, parallelism: 1 } as const;

/** No hash begins like this. */
const UNUSABLE = 'unusable:';

/** What is stored in place of a hash for an account that no password opens. Each is different, as hashes are. */
export function unusableHash(): string {
  return UNUSABLE + createToken();
}

/** How much work a hash takes. */
export type PasswordCost = { algorithm: 2; memoryCost: number; timeCost: number; parallelism: number };

export type Passwords = {
  hash: (password: string) => Promise<string>;
  /** Whether the password matches. Without a stored hash, or with an unusable one, false after the time of a hash that isn't outdated. */
  verify: (storedHash: string | undefined, password: string) => Promise<boolean>;
  /** Whether the hash was made by another algorithm, with less memory or with fewer passes than today's. */
  isOutdated: (storedHash: string) => boolean;
};

/**
 * Hashes on the thread pool, with one hash per core at a time.
 *
 * @param cost less than the default is for tests of something else alone
 * @param maxWaiting callers past this many waiting ones are refused with `unavailable`, never piled up
 */
export function createPasswords({
  concurrency = Math.max(2, availableParallelism()),
  maxWaiting = 100,
  cost = ARGON2ID,
}: { concurrency?: number; maxWaiting?: number; cost?: PasswordCost } = {}): Passwords {
  const queued = createQueue({ concurrency, maxWaiting });
  const decoy = decoyHash(cost);
  return {
    hash: (password) => queued(() => hash(password, cost)),
    verify: (storedHash, password) =>
      queued(async () => {
        const isUsable = storedHash !== undefined && !storedHash.startsWith(UNUSABLE);
        const matches = await verify(isUsable ? storedHash : decoy, password);
        return matches && isUsable;
      }),
    isOutdated: (storedHash) => isOutdatedHash(storedHash, cost),
  };
}

/** Takes as long to compare as a real one, and no password is known to match: its salt and hash are zeros. */
function decoyHash({ memoryCost, timeCost, parallelism }: PasswordCost): string {
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;
}

/** Whether the hash was made by another algorithm, with less memory or with fewer passes than this. */
export function isOutdatedHash(storedHash: string, cost: PasswordCost = ARGON2ID): boolean {
  const [, memory, time] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(storedHash) ?? [];
  return Number(memory ?? 0) < cost.memoryCost || Number(time ?? 0) < cost.timeCost;
}

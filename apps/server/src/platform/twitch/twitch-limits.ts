import { setTimeout as pause } from 'node:timers/promises';
import { TwitchLimited } from './twitch-errors.ts';

/** Twitch's default; the response headers contain the actual limit. Source: https://dev.twitch.tv/docs/api/guide */
export const POINTS_A_MINUTE = 800;
/** However few points are left, calls of other buckets go on. */
const LEAST_CONCURRENCY = 4;
/** Longer than most answers take. */
const SHRINK_PAUSE_MS = 1000;
/** Reserved for other processes of the portal, which share the buckets. */
const RESERVED_SHARE = 0.025;

/** The state of a bucket, from an answer's headers. */
export type Budget = { limit: number; remaining: number; resetsInMs: number };

/** `resetsAtMs` is by the monotonic clock (performance.now). */
type Bucket = { limit: number; remaining: number; resetsAtMs: number; running: number };

type Work<T> = (reportBudget: (budget: Budget) => void) => Promise<T>;

export type TwitchLimits = {
  /**
   * Runs a call as soon as its bucket has a point and a slot is free.
   *
   * @param bucket undefined for calls that cost no points
   * @throws TwitchLimited when the bucket stays empty for longer than `longestWaitMs`
   * @throws the signal's reason when it aborts before the call begins
   */
  run: <T>(call: {
    bucket: string | undefined;
    signal?: AbortSignal | undefined;
    work: Work<T>;
  }) => Promise<T>;
};

/**
 * Keeps calls within Twitch's rate limits: 800 points per minute for the application, and for each user whose token is
 * used. Concurrency follows the headers of the answers: it grows while buckets are more than half full, and halves when one
 * runs out.
 *
 * @param options.concurrency calls at once to begin with
 * @param options.mostConcurrency calls at once where Twitch allows it
 */
export function createTwitchLimits({
  concurrency,
  mostConcurrency = concurrency,
  longestWaitMs,
}: {
  concurrency: number;
  mostConcurrency?: number;
  longestWaitMs: number;
}): TwitchLimits {
  const buckets = new Map<string, Bucket>();
  const slots = createSlots({ concurrency, mostConcurrency });

  async function waitForPoint(name: string, signal: AbortSignal | undefined): Promise<void> {
    for (let bucket = bucketOf(buckets, name); !hasPoint(bucket); bucket = bucketOf(buckets, name)) {
      const waitMs = bucket.resetsAtMs - performance.now();
      if (waitMs > longestWaitMs)
        throw new TwitchLimited(
          'The points of this minute are spent.',
          new Date(Date.now() + Math.ceil(waitMs)),
        );
      await pause(Math.max(waitMs, 1), undefined, signal && { signal });
    }
  }

  /** @returns undefined when other calls have used the last point */
  async function spendOn<T>(name: string, work: Work<T>): Promise<{ result: T } | undefined> {
    const bucket = bucketOf(buckets, name);
    if (!hasPoint(bucket)) return undefined;
    bucket.remaining -= 1;
    bucket.running += 1;
    try {
      return {
        result: await work((budget) => {
          apply(bucket, budget);
          slots.adapt(budget);
        }),
      };
    } finally {
      bucket.running -= 1;
      // The next answer restores its state. Otherwise thousands of streamers would each leave a bucket behind.
      if (bucket.running === 0 && bucket.remaining > bucket.limit / 2) buckets.delete(name);
    }
  }

  return {
    run: async ({ bucket: name, signal, work }) => {
      if (name === undefined) return slots.run(() => work(() => {}), signal);
      for (;;) {
        await waitForPoint(name, signal);
        // The point is taken inside the slot, because answers may have changed the bucket during the wait.
        const spent = await slots.run(() => spendOn(name, work), signal);
        if (spent) return spent.result;
      }
    },
  };
}

function hasPoint({ remaining, limit }: Bucket): boolean {
  return remaining > limit * RESERVED_SHARE;
}

/** Returns the bucket, refilled if its reset time has passed. */
function bucketOf(buckets: Map<string, Bucket>, name: string): Bucket {
  const bucket = buckets.get(name) ?? { limit: POINTS_A_MINUTE, remaining: 0, resetsAtMs: 0, running: 0 };
  buckets.set(name, bucket);
  if (bucket.resetsAtMs <= performance.now()) bucket.remaining = bucket.limit - bucket.running;
  return bucket;
}

/**
 * Answers arrive out of order: the fewest points and the latest reset apply. Subtracts running calls, which this answer does
 * not include yet.
 */
function apply(bucket: Bucket, { limit, remaining, resetsInMs }: Budget): void {
  bucket.limit = limit;
  bucket.remaining = Math.min(bucket.remaining, remaining - (bucket.running - 1));
  bucket.resetsAtMs = Math.max(bucket.resetsAtMs, performance.now() + resetsInMs);
}

type Slots = {
  run: <T>(work: () => Promise<T>, signal: AbortSignal | undefined) => Promise<T>;
  /** Adapts how many calls run at once to the state of a bucket. */
  adapt: (budget: Budget) => void;
};

/** Limits concurrency. Waiting calls leave the queue when their signal aborts. */
function createSlots({
  concurrency,
  mostConcurrency,
}: {
  concurrency: number;
  mostConcurrency: number;
}): Slots {
  let allowed = concurrency;
  let running = 0;
  let shrunkAtMs = Number.NEGATIVE_INFINITY;
  const waiting = new Set<() => void>();

  /** Each takes its slot before it goes on. */
  function admit(): void {
    for (const enter of waiting) {
      if (running >= allowed) return;
      running += 1;
      enter();
    }
  }

  function waitForSlot(signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      waiting.delete(enter);
      reject(signal?.reason);
    };
    const enter = () => {
      waiting.delete(enter);
      signal?.removeEventListener('abort', leave);
      resolve();
    };
    waiting.add(enter);
    signal?.addEventListener('abort', leave, { once: true });
    admit();
    return promise;
  }

  return {
    run: async (work, signal) => {
      signal?.throwIfAborted();
      await waitForSlot(signal);
      try {
        // The signal may abort at the same time as the slot becomes free.
        signal?.throwIfAborted();
        return await work();
      } finally {
        running -= 1;
        admit();
      }
    },
    adapt: ({ limit, remaining }) => {
      if (remaining > limit / 2) {
        // Doubles with each round of answers.
        allowed = Math.min(allowed + 1, mostConcurrency);
        admit();
        return;
      }
      const isSpent = remaining <= limit * RESERVED_SHARE;
      // Answers to calls that were sent before say the same again.
      if (!isSpent || performance.now() - shrunkAtMs < SHRINK_PAUSE_MS) return;
      shrunkAtMs = performance.now();
      allowed = Math.max(Math.floor(allowed / 2), LEAST_CONCURRENCY);
    },
  };
}

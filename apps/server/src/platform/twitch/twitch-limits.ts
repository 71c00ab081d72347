import { setTimeout as pause } from 'node:timers/promises';
import { TwitchLimited } from './twitch-errors.ts';

/** Twitch's default; the headers of an answer tell the true one. Source: https://dev.twitch.tv/docs/api/guide */
const POINTS_A_MINUTE = 800;
/** Kept for other processes of the portal, which share the buckets. */
const RESERVED_SHARE = 0.025;
const REFILL_MS = 60_000;

/** What an answer tells of its bucket. */
export type Budget = { limit: number; remaining: number; resetsInMs: number };

type Bucket = { limit: number; remaining: number; resetsAtMs: number; underWay: number };

export type TwitchLimits = {
  /**
   * Runs a call as soon as its bucket has a point for it and not too many other calls are under way.
   *
   * @param bucket undefined: the call costs no points
   * @throws TwitchLimited when the bucket stays empty for longer than `longestWaitMs`
   * @throws AbortError
   */
  run: <T>(call: {
    bucket: string | undefined;
    signal?: AbortSignal | undefined;
    work: (tell: (budget: Budget) => void) => Promise<T>;
  }) => Promise<T>;
};

/**
 * Spends what Twitch grants and no more: 800 points a minute for the application, and as many for each user whose
 * token is used.
 */
export function createTwitchLimits({
  concurrency,
  longestWaitMs,
}: {
  concurrency: number;
  longestWaitMs: number;
}): TwitchLimits {
  const buckets = new Map<string, Bucket>();
  const slots = createSlots(concurrency);

  async function takePoint(name: string, signal: AbortSignal | undefined): Promise<Bucket> {
    for (;;) {
      // Looked up anew after each wait: it may have been forgotten in the meantime.
      const bucket = bucketOf(buckets, name);
      if (bucket.remaining > bucket.limit * RESERVED_SHARE) {
        bucket.remaining -= 1;
        bucket.underWay += 1;
        return bucket;
      }
      const waitMs = bucket.resetsAtMs - Date.now();
      if (waitMs > longestWaitMs)
        throw new TwitchLimited('The points of this minute are spent.', new Date(bucket.resetsAtMs));
      await pause(Math.max(waitMs, 1), undefined, signal && { signal });
    }
  }

  function giveBack(name: string, bucket: Bucket): void {
    bucket.underWay -= 1;
    // The next answer tells it anew; thousands of streamers would each leave a bucket behind.
    if (bucket.underWay === 0 && bucket.remaining > bucket.limit / 2) buckets.delete(name);
  }

  return {
    run: async ({ bucket: name, signal, work }) => {
      if (name === undefined) return slots.run(() => work(() => {}), signal);
      const bucket = await takePoint(name, signal);
      try {
        return await slots.run(() => work((budget) => apply(bucket, budget)), signal);
      } finally {
        giveBack(name, bucket);
      }
    },
  };
}

function bucketOf(buckets: Map<string, Bucket>, name: string): Bucket {
  const now = Date.now();
  const known = buckets.get(name);
  if (known && known.resetsAtMs > now) return known;
  const { limit, underWay } = known ?? { limit: POINTS_A_MINUTE, underWay: 0 };
  const full = { limit, remaining: limit - underWay, resetsAtMs: now + REFILL_MS, underWay };
  const bucket = known ? Object.assign(known, full) : full;
  buckets.set(name, bucket);
  return bucket;
}

/** What others under way will cost is not yet in what this answer tells. */
function apply(bucket: Bucket, { limit, remaining, resetsInMs }: Budget): void {
  bucket.limit = limit;
  bucket.remaining = remaining - (bucket.underWay - 1);
  bucket.resetsAtMs = Date.now() + resetsInMs;
}

type Slots = { run: <T>(work: () => Promise<T>, signal: AbortSignal | undefined) => Promise<T> };

/** At most so many at once; the others wait in line. */
function createSlots(count: number): Slots {
  let free = count;
  const waiting: (() => void)[] = [];
  return {
    run: async (work, signal) => {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => void waiting.push(resolve));
      try {
        signal?.throwIfAborted();
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else free += 1;
      }
    },
  };
}

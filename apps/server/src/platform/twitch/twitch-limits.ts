import { setTimeout as pause } from 'node:timers/promises';
import { TwitchLimited } from './twitch-errors.ts';

/** Twitch's default; the headers of an answer tell the true one. Source: https://dev.twitch.tv/docs/api/guide */
export const POINTS_A_MINUTE = 800;
/** Kept for other processes of the portal, which share the buckets. */
const RESERVED_SHARE = 0.025;

/** What an answer tells of its bucket. */
export type Budget = { limit: number; remaining: number; resetsInMs: number };

/** `resetsAtMs` by the process's own steady clock: the one on the wall may be set back. */
type Bucket = { limit: number; remaining: number; resetsAtMs: number; underWay: number };

type Work<T> = (tell: (budget: Budget) => void) => Promise<T>;

export type TwitchLimits = {
  /**
   * Runs a call as soon as its bucket has a point for it and not too many other calls are under way.
   *
   * @param bucket undefined: the call costs no points
   * @throws TwitchLimited when the bucket stays empty for longer than `longestWaitMs`
   * @throws the signal's reason when the caller gives up before the call is begun
   */
  run: <T>(call: {
    bucket: string | undefined;
    signal?: AbortSignal | undefined;
    work: Work<T>;
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

  async function untilRefilled(name: string, signal: AbortSignal | undefined): Promise<void> {
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

  /** Undefined: others were faster, and there is no point left. */
  async function spendOn<T>(name: string, work: Work<T>): Promise<{ result: T } | undefined> {
    const bucket = bucketOf(buckets, name);
    if (!hasPoint(bucket)) return undefined;
    bucket.remaining -= 1;
    bucket.underWay += 1;
    try {
      return { result: await work((budget) => apply(bucket, budget)) };
    } finally {
      bucket.underWay -= 1;
      // The next answer tells it anew; thousands of streamers would each leave a bucket behind.
      if (bucket.underWay === 0 && bucket.remaining > bucket.limit / 2) buckets.delete(name);
    }
  }

  return {
    run: async ({ bucket: name, signal, work }) => {
      if (name === undefined) return slots.run(() => work(() => {}), signal);
      for (;;) {
        await untilRefilled(name, signal);
        // Spent when its turn has come, since the answers that came meanwhile say what there is to spend.
        const spent = await slots.run(() => spendOn(name, work), signal);
        if (spent) return spent.result;
      }
    },
  };
}

function hasPoint({ remaining, limit }: Bucket): boolean {
  return remaining > limit * RESERVED_SHARE;
}

/** Full, as far as anybody knows, once the time has come that its last answers named. */
function bucketOf(buckets: Map<string, Bucket>, name: string): Bucket {
  const bucket = buckets.get(name) ?? { limit: POINTS_A_MINUTE, remaining: 0, resetsAtMs: 0, underWay: 0 };
  buckets.set(name, bucket);
  if (bucket.resetsAtMs <= performance.now()) bucket.remaining = bucket.limit - bucket.underWay;
  return bucket;
}

/**
 * Answers overtake one another: the fewest points and the latest reset are what holds. What others under way will cost
 * is not yet in what this answer tells.
 */
function apply(bucket: Bucket, { limit, remaining, resetsInMs }: Budget): void {
  bucket.limit = limit;
  bucket.remaining = Math.min(bucket.remaining, remaining - (bucket.underWay - 1));
  bucket.resetsAtMs = Math.max(bucket.resetsAtMs, performance.now() + resetsInMs);
}

type Slots = { run: <T>(work: () => Promise<T>, signal: AbortSignal | undefined) => Promise<T> };

/** At most so many at once; the others wait in line, which they leave when they give up. */
function createSlots(count: number): Slots {
  let free = count;
  const line = new Set<() => void>();

  function untilItsTurn(signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      line.delete(enter);
      reject(signal?.reason);
    };
    const enter = () => {
      line.delete(enter);
      signal?.removeEventListener('abort', leave);
      resolve();
    };
    line.add(enter);
    signal?.addEventListener('abort', leave, { once: true });
    return promise;
  }

  return {
    run: async (work, signal) => {
      signal?.throwIfAborted();
      if (free > 0) free -= 1;
      else await untilItsTurn(signal);
      try {
        // Its turn and the end of its patience may have come at once.
        signal?.throwIfAborted();
        return await work();
      } finally {
        const [enterNext] = line;
        if (enterNext) enterNext();
        else free += 1;
      }
    },
  };
}

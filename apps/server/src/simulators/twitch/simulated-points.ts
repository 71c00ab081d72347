import type { SimulatedClock } from './simulated-clock.ts';

const MINUTE_MS = 60_000;

export type Spent = { isGranted: boolean; limit: number; remaining: number; resetsAtMs: number };

export type BucketUsage = { bucket: string; used: number; refused: number; remaining: number };

/** Points as Twitch counts them: a bucket for the application, one for each user, refilled evenly. */
export type SimulatedPoints = {
  /** Takes one point. `resetsAtMs` is in real time. */
  spend: (bucket: string) => Spent;
  usage: () => BucketUsage[];
  /** The most points that a bucket holds, and the points refilled per minute. 800 except in tests. */
  setLimit: (limit: number) => void;
};

type Bucket = { points: number; asOfMs: number; used: number; refused: number };

/** Source: https://dev.twitch.tv/docs/api/guide#twitch-rate-limits */
export function createPoints(clock: SimulatedClock): SimulatedPoints {
  const buckets = new Map<string, Bucket>();
  let limit = 800;

  function refill(name: string): Bucket {
    const now = clock.nowMs();
    const bucket = buckets.get(name) ?? { points: limit, asOfMs: now, used: 0, refused: 0 };
    bucket.points = Math.min(limit, bucket.points + ((now - bucket.asOfMs) * limit) / MINUTE_MS);
    bucket.asOfMs = now;
    buckets.set(name, bucket);
    return bucket;
  }

  return {
    spend: (name) => {
      const bucket = refill(name);
      const isGranted = bucket.points >= 1;
      if (isGranted) {
        bucket.points -= 1;
        bucket.used += 1;
      } else bucket.refused += 1;
      const fullAtMs = bucket.asOfMs + ((limit - bucket.points) * MINUTE_MS) / limit;
      return {
        isGranted,
        limit,
        remaining: Math.floor(bucket.points),
        resetsAtMs: clock.toRealMs(fullAtMs),
      };
    },
    usage: () =>
      [...buckets].map(([bucket, { used, refused, points }]) => ({
        bucket,
        used,
        refused,
        remaining: Math.floor(points),
      })),
    setLimit: (points) => {
      limit = points;
      buckets.clear();
    },
  };
}

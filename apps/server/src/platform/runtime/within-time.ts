import { setTimeout as sleep } from 'node:timers/promises';

/** What is found, or null when that takes longer. The work goes on, and must not fail. */
export async function withinTime<Found>(finding: Promise<Found>, waitMs: number): Promise<Found | null> {
  const waiting = new AbortController();
  const found = await Promise.race([
    finding,
    sleep(waitMs, null, { signal: waiting.signal }).catch(() => null),
  ]);
  waiting.abort();
  return found;
}

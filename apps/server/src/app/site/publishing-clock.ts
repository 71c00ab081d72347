import { newsStore } from '#features/news/news.ts';
import { patchNotesStore } from '#features/patch-notes/patch-notes.ts';
import type { Db } from '#platform/db/database.ts';
import type { PublicCache } from '#platform/http/public-cache.ts';
import type { Logger } from '#platform/logging/logger.ts';

/** Clocks drift apart, and timers have a longest time. */
const LONGEST_WAIT_MS = 60 * 60 * 1000;
const RETRY_MS = 1000;

export type PublishingClock = {
  /** Call when changes are heard of from now on: the cache is in use once the next planned change is known. */
  start: () => void;
  /** Call when content has changed. */
  look: () => void;
  /** Nothing is cached from now on. */
  stop: () => void;
};

type ClockParts = { db: Db; cache: Pick<PublicCache, 'clear' | 'setReliable'>; log: Logger };

/**
 * Empties the cache when something that staff have planned appears or ends. It is due by the database's clock: each look asks
 * for the first moment since the one before, so that none between two looks is missed.
 */
export function createPublishingClock({ db, cache, log }: ClockParts): PublishingClock {
  let turn = 0;
  let isStarted = false;
  let since: Date | undefined;
  let isReliable = false;
  let timer: NodeJS.Timeout | undefined;
  const setReliable = (next: boolean) => {
    if (next !== isReliable) cache.setReliable(next);
    isReliable = next;
  };
  let isLooking = false;
  let isAsked = false;
  // One after the other: many changes may be reported at once.
  async function look(): Promise<void> {
    if (!isStarted) return;
    isAsked = true;
    if (isLooking) return;
    isLooking = true;
    while (isAsked) {
      isAsked = false;
      clearTimeout(timer);
      await lookIn(turn);
    }
    isLooking = false;
  }
  async function lookIn(own: number): Promise<void> {
    let waitMs = RETRY_MS;
    try {
      const { now, next } = await selectNextChange(db, since);
      if (own !== turn) return;
      since = now;
      waitMs = Math.min(next ? next.getTime() - now.getTime() : LONGEST_WAIT_MS, LONGEST_WAIT_MS);
      if (!isReliable) setReliable(true);
      else if (waitMs <= 0) cache.clear();
    } catch (error) {
      if (own !== turn) return;
      log.warn({ err: error }, 'the next planned publishing is unknown, so nothing is cached');
      setReliable(false);
    }
    timer = setTimeout(() => void look(), Math.max(waitMs, 0)).unref();
  }
  function stop(): void {
    clearTimeout(timer);
    turn += 1;
    isStarted = false;
    isAsked = false;
    setReliable(false);
  }
  function start(): void {
    stop();
    since = undefined;
    isStarted = true;
    void look();
  }
  return { start, look: () => void look(), stop };
}

async function selectNextChange(db: Db, since: Date | undefined): Promise<{ now: Date; next: Date | null }> {
  const found = await Promise.all([
    newsStore.selectNextChange(db, since),
    patchNotesStore.selectNextChange(db, since),
  ]);
  const [next = null] = found
    .flatMap((change) => (change.next ? [change.next] : []))
    .toSorted((one, other) => one.getTime() - other.getTime());
  const [now] = found.map((change) => change.now).toSorted((one, other) => one.getTime() - other.getTime());
  // There are two.
  return { now: now as Date, next };
}

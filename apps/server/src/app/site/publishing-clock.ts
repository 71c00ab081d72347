import { newsStore } from '#features/news/news.ts';
import { patchNotesStore } from '#features/patch-notes/patch-notes.ts';
import { selectNextSaleEnd } from '#features/products/products.ts';
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
 * Empties the cache when something that staff have planned appears or ends, such as a text or a sale. It is due by the
 * database's clock: each look asks for the first moment since the one before, so that none between two looks is missed.
 */
export function createPublishingClock({ db, cache, log }: ClockParts): PublishingClock {
  let run: AbortController | undefined;
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
    if (!run) return;
    isAsked = true;
    if (isLooking) return;
    isLooking = true;
    while (isAsked) {
      isAsked = false;
      clearTimeout(timer);
      if (run) await lookOnce(run.signal);
    }
    isLooking = false;
  }
  async function lookOnce(signal: AbortSignal): Promise<void> {
    let waitMs = RETRY_MS;
    try {
      const { now, next } = await selectNextChange(db, since);
      if (signal.aborted) return;
      since = now;
      waitMs = Math.min(next ? next.getTime() - now.getTime() : LONGEST_WAIT_MS, LONGEST_WAIT_MS);
      if (!isReliable) setReliable(true);
      else if (waitMs <= 0) cache.clear();
    } catch (error) {
      if (signal.aborted) return;
      log.warn({ err: error }, 'the next planned publishing is unknown, so nothing is cached');
      setReliable(false);
    }
    timer = setTimeout(() => void look(), Math.max(waitMs, 0)).unref();
  }
  function stop(): void {
    clearTimeout(timer);
    run?.abort();
    run = undefined;
    setReliable(false);
  }
  function start(): void {
    stop();
    since = undefined;
    run = new AbortController();
    void look();
  }
  return { start, look: () => void look(), stop };
}

async function selectNextChange(db: Db, since: Date | undefined): Promise<{ now: Date; next: Date | null }> {
  const [news, notes, sale] = await Promise.all([
    newsStore.selectNextChange(db, since),
    patchNotesStore.selectNextChange(db, since),
    selectNextSaleEnd(db, since),
  ]);
  const [next = null] = [news.next, notes.next, sale]
    .filter((at) => at !== null)
    .toSorted((one, other) => one.getTime() - other.getTime());
  return { now: news.now < notes.now ? news.now : notes.now, next };
}

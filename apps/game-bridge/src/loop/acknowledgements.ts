/** Small portions, so that a crash leaves few deliveries unacknowledged: those come again, one by one. */
const PORTION = 50;
const MAX_WAIT_MS = 1000;

export type Outbox<Entry> = {
  add: (entry: Entry) => void;
  /** Whether a portion is full, or has waited long enough. */
  isDue: () => boolean;
  /** Sends everything. What fails stays, for the next call. */
  flush: () => Promise<void>;
};

/** Acknowledgements on their way. If the process dies before, what they are of comes again and is a duplicate. */
export function createOutbox<Entry>(send: (entries: Entry[]) => Promise<void>): Outbox<Entry> {
  let waiting: Entry[] = [];
  let flushedAt = performance.now();
  return {
    add: (entry) => {
      // Measured from the first one, because nothing waits before.
      if (waiting.length === 0) flushedAt = performance.now();
      waiting.push(entry);
    },
    isDue: () =>
      waiting.length >= PORTION || (waiting.length > 0 && performance.now() - flushedAt >= MAX_WAIT_MS),
    flush: async () => {
      while (waiting.length > 0) {
        await send(waiting.slice(0, PORTION));
        waiting = waiting.slice(PORTION);
      }
    },
  };
}

import { PortalFailure } from '#portal/portal-client.ts';

/** Small portions, so that a crash leaves few deliveries unacknowledged: those come again, one by one. */
const PORTION = 50;
const MAX_WAIT_MS = 1000;
/** The portal can't read what was sent, and never will. */
const UNREADABLE = [400, 413, 422];

export type Outbox<Entry> = {
  add: (entry: Entry) => void;
  /** Whether a portion is full, or has waited long enough. */
  isDue: () => boolean;
  /** Sends everything, also what is added meanwhile. What fails stays, for the next call. Parallel callers share one try. */
  flush: () => Promise<void>;
};

/**
 * Acknowledgements on their way. If the process dies before, what they are of comes again and is a duplicate. One that the
 * portal can't read is given to `onUnreadable` and dropped, because it would hold up all that follow.
 */
export function createOutbox<Entry>(
  send: (entries: Entry[]) => Promise<void>,
  onUnreadable: (entry: Entry, error: PortalFailure) => void,
): Outbox<Entry> {
  let waiting: Entry[] = [];
  let flushedAt = performance.now();
  let flushing: Promise<void> | undefined;
  const sendReadable = async (entries: Entry[]): Promise<void> => {
    try {
      await send(entries);
    } catch (error) {
      if (!(error instanceof PortalFailure) || !UNREADABLE.includes(error.status)) throw error;
      const [first] = entries;
      if (first === undefined) return;
      if (entries.length === 1) return onUnreadable(first, error);
      const half = Math.ceil(entries.length / 2);
      await sendReadable(entries.slice(0, half));
      await sendReadable(entries.slice(half));
    }
  };
  const sendAll = async () => {
    while (waiting.length > 0) {
      const portion = waiting.slice(0, PORTION);
      await sendReadable(portion);
      waiting = waiting.slice(portion.length);
    }
  };
  return {
    add: (entry) => {
      // Measured from the first one, because nothing waits before.
      if (waiting.length === 0) flushedAt = performance.now();
      waiting.push(entry);
    },
    isDue: () =>
      waiting.length >= PORTION || (waiting.length > 0 && performance.now() - flushedAt >= MAX_WAIT_MS),
    flush: () => (flushing ??= sendAll().finally(() => (flushing = undefined))),
  };
}

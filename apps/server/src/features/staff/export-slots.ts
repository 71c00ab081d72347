import { tooManyRequests, unavailable } from '#platform/errors/app-error.ts';

/** In one process. Each export reads through the gate of staff's lists, so these bound memory and not connections. */
const AT_ONCE = 8;
const RETRY_SECONDS = 30;

/** A client that takes longer is cut off, so that a stalled one can't keep others from exporting. */
const LONGEST_MS = 15 * 60 * 1000;

type Slot = {
  release: () => void;
  /** Whether the export may go on. */
  isTaken: () => boolean;
};

/**
 * Lets each account export one thing at a time, and a few of them at once. Where callers name their network, it has one as well,
 * so that somebody with many accounts can't take all slots.
 */
export function createExportSlots(
  longestMs = LONGEST_MS,
  { own, all, network = own }: Record<'own' | 'all', string> & { network?: string } = {
    own: 'You already export a list. Wait until it has finished.',
    all: 'Too many lists are being exported. Try again in a moment.',
  },
): (accountId: number, networkName?: string) => Slot {
  const exporting = new Map<number, string | undefined>();
  return (accountId, networkName) => {
    if (exporting.has(accountId)) throw tooManyRequests(RETRY_SECONDS, own);
    if (networkName !== undefined && [...exporting.values()].includes(networkName))
      throw tooManyRequests(RETRY_SECONDS, network);
    if (exporting.size >= AT_ONCE) throw unavailable(RETRY_SECONDS, all);
    exporting.set(accountId, networkName);
    let isTaken = true;
    const release = () => {
      if (!isTaken) return;
      isTaken = false;
      clearTimeout(timer);
      exporting.delete(accountId);
    };
    const timer = setTimeout(release, longestMs).unref();
    return { release, isTaken: () => isTaken };
  };
}

/** The same parts; the slot is released after the last one, when one fails, and when the client leaves. */
export function endingWith<Part>(
  parts: AsyncGenerator<Part>,
  { release, isTaken }: Slot,
): AsyncIterable<Part> {
  const iterator = {
    next: async (): Promise<IteratorResult<Part>> => {
      try {
        if (!isTaken()) throw unavailable(RETRY_SECONDS, 'The export took too long.');
        const part = await parts.next();
        if (part.done) release();
        return part;
      } catch (error) {
        release();
        throw error;
      }
    },
    // What has not begun runs no `finally`.
    return: async (): Promise<IteratorResult<Part>> => {
      release();
      return parts.return(undefined);
    },
  };
  return { [Symbol.asyncIterator]: () => iterator };
}

import { finished } from 'node:stream';
import { AppError, unavailable } from '#platform/errors/app-error.ts';
import type { StoredFile } from '#platform/storage/storage.ts';
import { networksAround } from './address.ts';
import { WIDER_NETWORK_FACTOR } from './throttle.ts';

/** A download's own end is unknown; a client that asks this often costs next to nothing. */
const RETRY_OWN_SECONDS = 10;
const RETRY_ALL_SECONDS = 30;

/**
 * Takes a slot for a stream to this address.
 *
 * @returns gives the slot back; further calls do nothing
 * @throws too_many_requests when the address's network has all its slots in use
 * @throws unavailable when all slots are in use
 */
export type TakeSlot = (address: string) => () => void;

/**
 * Limits how many streams run at once, in this process: connections and buffers are its own.
 *
 * @param perNetwork for an IPv4 address or a /64; the /56 and /48 of an IPv6 address have more, as in `addressAllowances`
 * @param total for all together
 */
export function createStreamSlots({ perNetwork, total }: { perNetwork: number; total: number }): TakeSlot {
  const used = new Map<string, number>();
  const usedBy = (network: string) => used.get(network) ?? 0;
  let running = 0;
  return (address) => {
    const networks = networksAround(address);
    if (networks.some((network, stage) => usedBy(network) >= perNetwork * WIDER_NETWORK_FACTOR ** stage))
      throw new AppError(
        'too_many_requests',
        `You already have ${perNetwork} downloads running. Please wait until one of them has finished.`,
        { retryAfterSeconds: RETRY_OWN_SECONDS },
      );
    if (running >= total)
      throw unavailable(
        RETRY_ALL_SECONDS,
        'Too many downloads are running at the moment. Please try again in a moment.',
      );
    for (const network of networks) used.set(network, usedBy(network) + 1);
    running += 1;
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      running -= 1;
      for (const network of networks) {
        const left = usedBy(network) - 1;
        if (left > 0) used.set(network, left);
        else used.delete(network);
      }
    };
  };
}

/** The same file, where each read takes a slot until its stream has ended, failed or been destroyed. */
export function readInSlot(file: StoredFile, take: () => () => void): StoredFile {
  return {
    ...file,
    read: async (range) => {
      const release = take();
      try {
        const content = await file.read(range);
        finished(content, release);
        return content;
      } catch (error) {
        release();
        throw error;
      }
    },
  };
}

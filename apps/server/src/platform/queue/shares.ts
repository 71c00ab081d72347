import { tooManyRequests } from '#platform/errors/app-error.ts';

const RETRY_AFTER_SECONDS = 5;

/** Runs the work unless its owner has had a full share under way. */
export type InShare = <T>(owner: number, work: () => Promise<T>) => Promise<T>;

/**
 * Keeps one owner from filling a queue that others need as well.
 *
 * @param each how much of one owner's is under way at a time, waiting or running; more is refused with
 *   `too_many_requests`
 */
export function createShares({ each }: { each: number }): InShare {
  const underWay = new Map<number, number>();
  const add = (owner: number, change: 1 | -1) => {
    const count = (underWay.get(owner) ?? 0) + change;
    if (count > 0) underWay.set(owner, count);
    else underWay.delete(owner);
  };
  return async (owner, work) => {
    if ((underWay.get(owner) ?? 0) >= each) throw tooManyRequests(RETRY_AFTER_SECONDS);
    add(owner, 1);
    try {
      return await work();
    } finally {
      add(owner, -1);
    }
  };
}

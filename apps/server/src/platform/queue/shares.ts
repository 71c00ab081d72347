import { tooManyRequests } from '#platform/errors/app-error.ts';

const RETRY_AFTER_SECONDS = 5;

/** Runs the work unless the owner's share is used up. */
export type InShare = <T>(owner: number, work: () => Promise<T>) => Promise<T>;

/**
 * Keeps one owner from filling a shared queue.
 *
 * @param each the most tasks of one owner, waiting or running; more are refused with `too_many_requests`
 */
export function createShares({ each }: { each: number }): InShare {
  const running = new Map<number, number>();
  const add = (owner: number, change: 1 | -1) => {
    const count = (running.get(owner) ?? 0) + change;
    if (count > 0) running.set(owner, count);
    else running.delete(owner);
  };
  return async (owner, work) => {
    if ((running.get(owner) ?? 0) >= each) throw tooManyRequests(RETRY_AFTER_SECONDS);
    add(owner, 1);
    try {
      return await work();
    } finally {
      add(owner, -1);
    }
  };
}

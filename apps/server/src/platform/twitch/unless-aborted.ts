import { TwitchUnavailable } from './twitch-errors.ts';

/**
 * Waits for work, which continues even if the caller's signal aborts.
 *
 * @throws TwitchUnavailable when the signal aborts first
 */
export async function unlessAborted<Result>(
  work: Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  if (!signal) return work;
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(new TwitchUnavailable('Twitch gave no token in time: the caller gave up.'));
  if (signal.aborted) giveUp();
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

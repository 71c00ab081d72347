import { createContext, use } from 'react';

/**
 * Runs a call. Where the server answers `sudo_required`, the player confirms who they are and the call is repeated, once.
 *
 * @throws DOMException named AbortError when the player closes the dialog: `isCancelled` knows it, and nothing is reported
 */
export type WithSudo = <T>(call: () => Promise<T>) => Promise<T>;

export const SudoContext = createContext<WithSudo | null>(null);

/** For calls that may ask again who is signed in. One dialog serves all that wait. */
export function useSudo(): WithSudo {
  const withSudo = use(SudoContext);
  if (!withSudo) throw new Error('useSudo needs SudoProvider around it.');
  return withSudo;
}

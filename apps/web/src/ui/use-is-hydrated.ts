import { useSyncExternalStore } from 'react';

/** False on the server and in the first render over its HTML, true from then on. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}

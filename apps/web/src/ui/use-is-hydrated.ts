import { useSyncExternalStore } from 'react';

/** False on the server and in the first render over its HTML, true from then on. */
export function useIsHydrated(): boolean {
  return useOnceHydrated(true, false);
}

/** The value, and on the server and in the first render over its HTML the server's. Nothing is rendered again if both are the same. */
export function useOnceHydrated<T extends string | boolean>(value: T, ofServer: T): T {
  return useSyncExternalStore(
    () => () => {},
    () => value,
    () => ofServer,
  );
}

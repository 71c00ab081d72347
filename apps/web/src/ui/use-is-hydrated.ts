import { useSyncExternalStore } from 'react';

let isHydrating = false;
const listeners = new Set<() => void>();

/** From now on the server's values are shown, until `endHydration`. */
export function beginHydration(): void {
  isHydrating = true;
}

/** Shows the browser's own values. Call it in a separate task from the effects of hydration: together they would block a slow phone. */
export function endHydration(): void {
  isHydrating = false;
  for (const listener of listeners) listener();
}

/** False on the server and while its HTML is hydrated, true from then on. */
export function useIsHydrated(): boolean {
  return useOnceHydrated(true, false);
}

/** The value, and on the server and while its HTML is hydrated the server's. Nothing is rendered again if both are the same. */
export function useOnceHydrated<T extends string | boolean>(value: T, ofServer: T): T {
  return useSyncExternalStore(
    subscribe,
    () => (isHydrating ? ofServer : value),
    () => ofServer,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let isOpen = false;

/** Opens the donation overlay over whatever page is showing. */
export function openDonations(): void {
  setOpen(true);
}

export function closeDonations(): void {
  setOpen(false);
}

export function useAreDonationsOpen(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isOpen,
    () => false,
  );
}

function setOpen(next: boolean): void {
  isOpen = next;
  for (const listener of listeners) listener();
}

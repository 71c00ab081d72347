import { createContext, use } from 'react';
import { useLocation } from 'react-router';

/** The key of the tab's newest history entry, whose page's code may still be loading. */
export const NewestEntryContext = createContext('');

/** Whether the tab's address has moved on to a page whose code is still loading. */
export function useIsPending(): boolean {
  const { key } = useLocation();
  return use(NewestEntryContext) !== key;
}

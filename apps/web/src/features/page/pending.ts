import { createContext } from 'react';

/** Whether the tab's address has moved on to a page whose code is still loading. */
export const PendingContext = createContext(false);

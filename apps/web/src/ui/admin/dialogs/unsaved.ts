import { createContext, useContext, useEffect, useEffectEvent, useLayoutEffect } from 'react';

/** A navigation that waits for a decision about unsaved changes. */
export type Leaving = { leave: () => void };

/** Input that would be lost with the page. */
export type Unsaved = {
  /** Called when somebody leaves. */
  isUnsaved: () => boolean;
  /** Asks the user, then leaves or doesn't. */
  onLeaving: (leaving: Leaving) => void;
};

/** Watches navigation until the returned function is called. */
export type Watch = (unsaved: Unsaved) => () => void;

/** Provided by the router's side; without it, only the browser asks. */
export const WatchContext = createContext<Watch>(() => () => {});

/** Asks before unsaved changes are lost by navigating or closing the tab. */
export function useUnsaved({ isUnsaved, onLeaving }: Unsaved): void {
  const watch = useContext(WatchContext);
  const isDirty = useEffectEvent(isUnsaved);
  const ask = useEffectEvent(onLeaving);
  // Before anything can be entered.
  useLayoutEffect(() => watch({ isUnsaved: () => isDirty(), onLeaving: (leaving) => ask(leaving) }), [watch]);
  useEffect(() => {
    const stay = (event: BeforeUnloadEvent) => {
      if (isDirty()) event.preventDefault();
    };
    window.addEventListener('beforeunload', stay);
    return () => window.removeEventListener('beforeunload', stay);
  }, []);
}

import { createContext, useContext, useEffect, useEffectEvent, useLayoutEffect } from 'react';

/** Somebody is about to leave, and waits for what is decided on something unsaved. */
export type Leaving = { leave: () => void; stay: () => void };

/** Something that would be lost with the page. */
export type Unsaved = {
  /** Asked at the moment somebody leaves. */
  isUnsaved: () => boolean;
  /** Asks the person, then calls either. */
  onLeaving: (leaving: Leaving) => void;
};

/** Keeps watch over steps to other pages, until what it returns is called. */
export type Watch = (unsaved: Unsaved) => () => void;

/** Brought by whoever knows how pages change; without it, only the browser asks. */
export const WatchContext = createContext<Watch>(() => () => {});

/** Asks before the page goes away with something unsaved: by a step in the history, a link, or for good. */
export function useUnsaved({ isUnsaved, onLeaving }: Unsaved): void {
  const watch = useContext(WatchContext);
  const isAtStake = useEffectEvent(isUnsaved);
  const ask = useEffectEvent(onLeaving);
  // Before anything can be entered.
  useLayoutEffect(
    () => watch({ isUnsaved: () => isAtStake(), onLeaving: (leaving) => ask(leaving) }),
    [watch],
  );
  useEffect(() => {
    const stay = (event: BeforeUnloadEvent) => {
      if (isAtStake()) event.preventDefault();
    };
    window.addEventListener('beforeunload', stay);
    return () => window.removeEventListener('beforeunload', stay);
  }, []);
}

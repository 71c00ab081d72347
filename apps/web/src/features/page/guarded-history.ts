import { createContext } from 'react';
import { type HistoryRouterProps, NavigationType, type Path, type To } from 'react-router';
import type { OpenLayer } from '#ui/back/use-back-closes.ts';
import { layeredHistory } from './layered-history.ts';

type History = HistoryRouterProps['history'];
type Update = Parameters<Parameters<History['listen']>[0]>[0];

/** Decides which steps wait. */
export type Guard = {
  holds: (from: Path, to: Path) => boolean;
  /** Called for each step that waits; `proceed` takes it after all. */
  onHeld: (proceed: () => unknown) => void;
};

/** Sets the guard until the returned function is called. */
export type GuardBy = (guard: Guard) => () => void;

export type GuardedHistory = History & { guardBy: GuardBy; openLayer: OpenLayer };

/** Of the tab's history; pages rendered without one hold nothing. */
export const GuardContext = createContext<GuardBy>(() => () => {});

/** A history in which a guard can hold a step, whether a link takes it or the browser's back and forward. */
export function guardedHistory(plain: History): GuardedHistory {
  const history = layeredHistory(plain);
  const steps = stepGuard(history);
  return {
    get action() {
      return history.action;
    },
    get location() {
      return history.location;
    },
    createHref: (to) => history.createHref(to),
    createURL: (to) => history.createURL(to),
    encodeLocation: (to) => history.encodeLocation(to),
    go: (delta) => history.go(delta),
    push: (to, state?: unknown) => steps.take(to, () => history.push(to, state)),
    replace: (to, state?: unknown) => steps.take(to, () => history.replace(to, state)),
    listen: (listener) =>
      history.listen((update) => {
        if (steps.isTaken(update)) listener(update);
      }),
    guardBy: (guard) => steps.guardBy(guard),
    openLayer: history.openLayer,
  };
}

function stepGuard(history: History) {
  let guard: Guard | undefined;
  let current: Path = history.location;
  let isLetThrough = false;
  let onReturned: (() => void) | undefined;

  /** Goes back from where the browser is already, and there again once the step may be taken. */
  function hold(delta: number): void {
    const returned = new Promise<void>((resolve) => {
      onReturned = resolve;
    });
    history.go(-delta);
    guard?.onHeld(async () => {
      await returned;
      isLetThrough = true;
      history.go(delta);
    });
  }

  function isHeld({ action, delta, location }: Update): boolean {
    // Without a delta it's a step to another place on the same page.
    if (action !== NavigationType.Pop || !delta || isLetThrough || !guard?.holds(current, location))
      return false;
    hold(delta);
    return true;
  }

  return {
    take(to: To, step: () => void): void {
      if (guard?.holds(current, history.encodeLocation(to))) guard.onHeld(step);
      else step();
    },
    isTaken(update: Update): boolean {
      if (onReturned) {
        onReturned();
        onReturned = undefined;
        return false;
      }
      if (isHeld(update)) return false;
      isLetThrough = false;
      current = update.location;
      return true;
    },
    guardBy(next: Guard): () => void {
      guard = next;
      return () => {
        if (guard === next) guard = undefined;
      };
    },
  };
}

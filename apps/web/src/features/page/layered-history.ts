import { createPath, type HistoryRouterProps, type Location, NavigationType } from 'react-router';
import type { OpenLayer } from '#ui/back/use-back-closes.ts';

type History = HistoryRouterProps['history'];
type Update = Parameters<Parameters<History['listen']>[0]>[0];

/**
 * A history in which layers over the page, such as dialogs, have entries at the page's address, so that the browser's
 * back closes the newest one. The router learns nothing of them. A step to another page first drops the entries of all
 * open layers.
 */
export function layeredHistory(history: History): History & { openLayer: OpenLayer } {
  // A reload at the entry of a layer shows the page without it.
  const depth = depthOf(history.location);
  if (depth > 0) history.go(-depth);
  const entries = layerEntries(history);
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
    go: (delta) => entries.wait(() => history.go(delta)),
    push: (to, state?: unknown) => entries.leave(() => history.push(to, state)),
    replace: (to, state?: unknown) => entries.leave(() => history.replace(to, state)),
    listen: (listener) =>
      history.listen((update) => {
        if (!entries.take(update)) listener(update);
      }),
    openLayer: entries.open,
  };
}

type Layer = { onBack: () => void; isClosed: boolean };

function layerEntries(history: History) {
  const layers: Layer[] = [];
  const { goBack, whenReturned, isReturn } = returns(history);
  let isPushing = false;

  function push(layer: Layer): void {
    if (layer.isClosed) return;
    layers.push(layer);
    isPushing = true;
    history.push(createPath(history.location), { layerDepth: layers.length });
    isPushing = false;
  }

  function drop(layer: Layer): void {
    const at = layers.indexOf(layer);
    if (at !== -1) goBack(layers.splice(at).length);
  }

  /** Closes the layers that the browser's back has passed. A step further back leaves the page, and all of them. */
  function isClosing(delta: number): boolean {
    const passed = layers.splice(Math.max(0, layers.length + delta));
    for (const { onBack } of passed.toReversed()) onBack();
    return passed.length === -delta;
  }

  return {
    open(this: void, onBack: () => void): () => void {
      const layer = { onBack, isClosed: false };
      whenReturned(() => push(layer));
      return () => {
        layer.isClosed = true;
        whenReturned(() => drop(layer));
      };
    },

    /** Takes the step once the entries of closed layers are gone. */
    wait: whenReturned,

    /** Takes the step once no layer has an entry. */
    leave(step: () => void): void {
      whenReturned(() => {
        const count = layers.splice(0).length;
        if (count > 0) goBack(count);
        whenReturned(step);
      });
    },

    /** Whether the update is about layers alone. */
    take({ action, delta, location }: Update): boolean {
      if (isPushing || isReturn()) return true;
      if (action !== NavigationType.Pop || !delta) return false;
      if (delta < 0) return layers.length > 0 && isClosing(delta);
      if (depthOf(location) === 0) return false;
      // Forward to the entry of a layer that was closed: there is nothing.
      goBack(1);
      return true;
    },
  };
}

/** Steps that wait until the browser has gone back: it does so later, but pushes at once. */
function returns(history: History) {
  const waiting: (() => void)[] = [];
  let isReturning = false;

  function takeNext(): void {
    const step = isReturning ? undefined : waiting.shift();
    if (!step) return;
    step();
    takeNext();
  }

  return {
    goBack(this: void, count: number): void {
      isReturning = true;
      history.go(-count);
    },

    whenReturned(this: void, step: () => void): void {
      waiting.push(step);
      takeNext();
    },

    /** Whether the browser has just gone back. */
    isReturn(this: void): boolean {
      if (!isReturning) return false;
      isReturning = false;
      takeNext();
      return true;
    },
  };
}

/** How many entries of layers lie between the page and this one, with it; 0 for the page itself. */
function depthOf({ state }: Location<{ layerDepth?: number } | null>): number {
  return state?.layerDepth ?? 0;
}

import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import {
  AT_START,
  drawnHeight,
  type Extent,
  follow,
  offsetShowing,
  rowsAt,
  type ScrollPlace,
  settledTop,
} from './row-window.ts';
import { stickyTop } from './use-sideways.ts';

const SETTLED_MS = 150;

/** Used before measuring and where measuring is impossible. */
const ASSUMED = { viewPx: 600, rowPx: 48, headPx: 44 };

export type RowWindow = {
  first: number;
  last: number;
  /** Height of the scroll content, with the header. */
  heightPx: number;
  /** The first drawn row's distance from the top. */
  shiftPx: number;
  /** Scrolls the row into view by the smallest distance. */
  show: (index: number) => void;
};

/** Which of a long list's rows to draw as the page scrolls over its box. All rows are of one height. */
export function useRowWindow(box: RefObject<HTMLElement | null>, total: number): RowWindow {
  const sizes = useSizes(box);
  const [place, setPlace] = useState<ScrollPlace>(AT_START);
  const latest = useRef(place);
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined);
  const extent = { contentPx: total * sizes.rowPx, viewPx: sizes.viewPx };
  useEffect(() => () => clearTimeout(settling.current), []);

  const move = (next: ScrollPlace) => {
    latest.current = next;
    setPlace(next);
  };
  const settle = () => {
    if (!box.current) return;
    const top = settledTop(latest.current, extent);
    if (Math.abs(top - topOf(box.current, extent)) > 1)
      scrollBy({ top: top - scrolledIn(box.current), behavior: 'instant' });
    move({ ...latest.current, top: topOf(box.current, extent), isJump: false });
  };
  const onScroll = useEffectEvent(() => {
    if (!box.current) return;
    const top = topOf(box.current, extent);
    if (top === latest.current.top) return;
    move(follow(latest.current, top, extent));
    clearTimeout(settling.current);
    const isStuck = !latest.current.isJump && (top <= 0 || top >= drawnHeight(extent) - sizes.viewPx);
    if (isStuck) settle();
    else settling.current = setTimeout(settle, SETTLED_MS);
  });
  useEffect(() => {
    const listener = () => onScroll();
    addEventListener('scroll', listener, { passive: true });
    return () => removeEventListener('scroll', listener);
  }, []);
  const show = (index: number) => {
    const offset = offsetShowing(index, latest.current.offset, sizes);
    if (offset === latest.current.offset) return;
    move({ ...latest.current, offset });
    settle();
  };
  const offset = Math.min(place.offset, Math.max(extent.contentPx - sizes.viewPx, 0));
  const rows = rowsAt(offset, { ...sizes, total });
  return {
    ...rows,
    heightPx: drawnHeight(extent) + sizes.headPx,
    shiftPx: rows.first * sizes.rowPx - offset,
    show,
  };
}

/** Where the page stands among the drawn rows. */
function topOf(box: HTMLElement, extent: Extent): number {
  return Math.min(Math.max(scrolledIn(box), 0), Math.max(drawnHeight(extent) - extent.viewPx, 0));
}

/** How much of the box has scrolled up behind the site's header; negative while it begins further down. */
function scrolledIn(box: HTMLElement): number {
  return stickyTop(box) - box.getBoundingClientRect().top;
}

/** Heights of the window below the site's header, of the heads and one row, whenever the box changes. */
function useSizes(box: RefObject<HTMLElement | null>) {
  const [sizes, setSizes] = useState(ASSUMED);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      const rowPx = heightOf(element, 'tbody tr');
      const headPx = heightOf(element, 'thead');
      const viewPx = innerHeight - stickyTop(element) - headPx;
      if (element.clientHeight > 0 && rowPx > 0) setSizes({ viewPx, rowPx, headPx });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      removeEventListener('resize', measure);
    };
  }, [box]);
  return sizes;
}

function heightOf(element: HTMLElement, selector: string): number {
  const part = element.querySelector<HTMLElement>(selector);
  if (!part) return 0;
  return part.getBoundingClientRect().height + Number.parseFloat(getComputedStyle(part).marginBottom || '0');
}

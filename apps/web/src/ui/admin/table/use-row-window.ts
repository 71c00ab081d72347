import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import {
  AT_START,
  drawnHeight,
  follow,
  offsetShowing,
  rowsAt,
  type ScrollPlace,
  settledTop,
} from './row-window.ts';

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
  onScroll: () => void;
  /** Scrolls the row into view by the smallest distance. */
  show: (index: number) => void;
};

/** Which of a long list's rows to draw in a scroll box whose rows are all of one height. */
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
    const top = settledTop(latest.current, extent);
    if (Math.abs(top - (box.current?.scrollTop ?? top)) > 1)
      box.current?.scrollTo({ top, behavior: 'instant' });
    move({ ...latest.current, top: box.current?.scrollTop ?? top, isJump: false });
  };
  const onScroll = () => {
    if (!box.current) return;
    const top = box.current.scrollTop;
    move(follow(latest.current, top, extent));
    clearTimeout(settling.current);
    const isStuck = !latest.current.isJump && (top <= 0 || top >= drawnHeight(extent) - sizes.viewPx);
    if (isStuck) settle();
    else settling.current = setTimeout(settle, SETTLED_MS);
  };
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
    onScroll,
    show,
  };
}

/** Heights of the box, its heads and one row, whenever the box changes. */
function useSizes(box: RefObject<HTMLElement | null>) {
  const [sizes, setSizes] = useState(ASSUMED);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      const rowPx = heightOf(element, 'tbody tr');
      const headPx = heightOf(element, 'thead');
      if (element.clientHeight > 0 && rowPx > 0)
        setSizes({ viewPx: element.clientHeight - headPx, rowPx, headPx });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return sizes;
}

function heightOf(element: HTMLElement, selector: string): number {
  const part = element.querySelector<HTMLElement>(selector);
  if (!part) return 0;
  return part.getBoundingClientRect().height + Number.parseFloat(getComputedStyle(part).marginBottom || '0');
}

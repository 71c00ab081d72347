import { type RefObject, useEffect, useEffectEvent } from 'react';
import { shownPicture } from './gallery.rules.ts';

/** Without `scrollend`, a row stands still when it hasn't moved for this long. */
const STILL_MS = 120;

/** Reports the picture at which the row stands once somebody has scrolled or swiped it. */
export function useScrolledTo(
  row: RefObject<HTMLElement | null>,
  current: number,
  onScrolledTo: (index: number) => void,
): void {
  const settle = useEffectEvent((list: HTMLElement) => {
    const spans = [...list.children].map((picture) => picture.getBoundingClientRect());
    onScrolledTo(shownPicture(list.getBoundingClientRect(), spans, current));
  });
  useEffect(() => {
    const list = row.current;
    if (!list) return;
    let pause: number | undefined;
    const event = 'onscrollend' in list ? 'scrollend' : 'scroll';
    const scrolled = () => {
      window.clearTimeout(pause);
      if (event === 'scrollend') settle(list);
      else pause = window.setTimeout(() => settle(list), STILL_MS);
    };
    list.addEventListener(event, scrolled);
    return () => {
      window.clearTimeout(pause);
      list.removeEventListener(event, scrolled);
    };
  }, [row]);
}

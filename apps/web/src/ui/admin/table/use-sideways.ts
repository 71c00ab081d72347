import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

/**
 * Whether a table is wider than its box, which then scrolls it sideways. Such a box is what sticky heads would stick to, so
 * they are moved along with the page, by `--heads-down`.
 */
export function useSideways(box: RefObject<HTMLElement | null>, hasTable: boolean): boolean {
  const [isSideways, setIsSideways] = useState(false);
  useLayoutEffect(() => {
    const element = box.current;
    const table = element?.querySelector('table');
    if (!hasTable || !element || !table) return;
    const measure = () => setIsSideways(table.offsetWidth > element.clientWidth + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(table);
    return () => observer.disconnect();
  }, [box, hasTable]);
  useEffect(() => {
    const element = box.current;
    if (!element || !isSideways) return;
    const follow = () => {
      const { top, height } = element.getBoundingClientRect();
      const down = Math.min(Math.max(stickyTop(element) - top, 0), Math.max(height - HEADS_AND_ROW_PX, 0));
      element.style.setProperty('--heads-down', `${down}px`);
    };
    addEventListener('scroll', follow, { passive: true });
    // Content above the table may load later and move it.
    const observer = new ResizeObserver(follow);
    observer.observe(document.body);
    return () => {
      removeEventListener('scroll', follow);
      observer.disconnect();
    };
  }, [box, isSideways]);
  return isSideways;
}

const HEADS_AND_ROW_PX = 80;

/** How far below the window's top sticky heads stand: below the site's header. */
export function stickyTop(element: Element): number {
  return Number.parseFloat(getComputedStyle(element).scrollMarginTop) || 0;
}

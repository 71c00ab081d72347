import { type RefObject, useEffect } from 'react';

/** Where a cell is cut, its title says all of it to those who point at it. */
export function useWholeText(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = box.current;
    element?.addEventListener('mouseover', showWholeText);
    return () => element?.removeEventListener('mouseover', showWholeText);
  }, [box]);
}

function showWholeText({ target }: MouseEvent): void {
  if (!(target instanceof Element)) return;
  const text = target.closest('td')?.querySelector<HTMLElement>(':scope > div');
  if (!text || (text.title === '' && text.scrollWidth <= text.clientWidth)) return;
  text.title = text.scrollWidth > text.clientWidth ? (text.textContent ?? '') : '';
}

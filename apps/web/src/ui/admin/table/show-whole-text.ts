import type { MouseEvent } from 'react';

/** Where a cell is cut, its title says all of it. */
export function showWholeText({ target }: MouseEvent): void {
  if (!(target instanceof Element)) return;
  const text = target.closest('td')?.querySelector<HTMLElement>(':scope > div');
  if (!text || (text.title === '' && text.scrollWidth <= text.clientWidth)) return;
  text.title = text.scrollWidth > text.clientWidth ? (text.textContent ?? '') : '';
}

import { type RefObject, useEffect, useRef } from 'react';

/**
 * Focuses the first line that was added after older entries were asked for, since their button moves away or is gone.
 *
 * @param lines selects the lines in the box
 * @param shown what is listed, such as its filters: another list is no older part of this one
 * @param count how many entries are loaded
 */
export function useFocusOnOlder(
  lines: string,
  { shown, count }: { shown: string; count: number },
): { box: RefObject<HTMLDivElement | null>; focusNext: () => void } {
  const box = useRef<HTMLDivElement>(null);
  // What was listed when they were asked for.
  const asked = useRef<{ shown: string; count: number; lines: number }>(undefined);
  useEffect(() => {
    const before = asked.current;
    if (!before || (before.shown === shown && before.count === count)) return;
    asked.current = undefined;
    if (before.shown !== shown) return;
    const line = box.current?.querySelectorAll<HTMLElement>(lines)[before.lines];
    if (!line?.hasAttribute('tabindex')) line?.setAttribute('tabindex', '-1');
    line?.focus();
  }, [lines, shown, count]);
  return {
    box,
    focusNext: () => {
      asked.current = { shown, count, lines: box.current?.querySelectorAll(lines).length ?? 0 };
    },
  };
}

import type { PointerEvent } from 'react';
import { useRef } from 'react';

/** A shorter one is a tap, or a finger that trembles. */
const SWIPE_PX = 40;

type Swiping = PointerEvent<HTMLElement>;

/**
 * Properties of an element that a finger or pen draws to the side, and what follows the finger until it is lifted. The element's
 * style leaves only vertical panning and zooming to the browser (`touch-action`).
 *
 * @param onSwipe the key that a swipe stands for: to the left is the next one
 */
export function useSwipe(onSwipe: (key: 'ArrowLeft' | 'ArrowRight') => void) {
  const startX = useRef<number>(undefined);
  function end({ currentTarget }: Swiping): void {
    startX.current = undefined;
    currentTarget.style.translate = '';
  }
  return {
    onPointerDown: ({ isPrimary, pointerType, clientX }: Swiping) => {
      // A second finger zooms.
      startX.current = isPrimary && pointerType !== 'mouse' ? clientX : undefined;
    },
    onPointerMove: ({ currentTarget, clientX }: Swiping) => {
      if (startX.current !== undefined) currentTarget.style.translate = `${clientX - startX.current}px`;
    },
    onPointerUp: (event: Swiping) => {
      const distance = event.clientX - (startX.current ?? event.clientX);
      end(event);
      if (Math.abs(distance) >= SWIPE_PX) onSwipe(distance < 0 ? 'ArrowRight' : 'ArrowLeft');
    },
    // The browser pans or zooms.
    onPointerCancel: end,
  };
}

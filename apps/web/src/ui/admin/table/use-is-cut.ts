import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Whether an element's line is cut at its width, kept up to date. */
export function useIsCut<E extends HTMLElement>(): [RefObject<E | null>, boolean] {
  const element = useRef<E>(null);
  const [isCut, setIsCut] = useState(false);
  useLayoutEffect(() => {
    const line = element.current;
    if (!line) return;
    const measure = () => setIsCut(line.scrollWidth > line.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(line);
    return () => observer.disconnect();
  }, []);
  return [element, isCut];
}

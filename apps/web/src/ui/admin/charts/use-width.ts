import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Used before measuring and where measuring is impossible. */
const ASSUMED_PX = 640;

/** An element's width, kept up to date. */
export function useWidth<E extends HTMLElement>(): [RefObject<E | null>, number] {
  const element = useRef<E>(null);
  const [width, setWidth] = useState(ASSUMED_PX);
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return;
    const measure = () => {
      if (measured.clientWidth > 0) setWidth(measured.clientWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}

import type { CSSProperties } from 'react';

/** Tells a grid's style sheet how many entries it has. */
export function countStyle(count: number): CSSProperties {
  // React's type knows no custom properties.
  return { '--count': count } as CSSProperties;
}

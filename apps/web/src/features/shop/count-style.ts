import type { CSSProperties } from 'react';

/** Passes the number of entries to a grid's style sheet. */
export function countStyle(count: number): CSSProperties {
  // React's type has no custom properties.
  return { '--count': count } as CSSProperties;
}

/**
 * For a part below the first screen, which isn't laid out until the script in index.html takes the attribute away. Not for an element
 * that itself has a filter or hides what is beyond its edges: Chromium would count its first layout as a shift.
 */
export const LAID_OUT_LATER = { 'data-later': true, suppressHydrationWarning: true } as const;

/**
 * For a part below the first screen, which isn't laid out until the script in index.html takes the attribute away. Not for one that is
 * painted apart, such as a card with a filter: Chromium would count its first layout as a shift.
 */
export const LATER = { 'data-later': true, suppressHydrationWarning: true } as const;

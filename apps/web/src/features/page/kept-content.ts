import type { Loadable } from '#api/loadable.ts';

type Kept = Extract<Loadable<unknown>, { status: 'loaded' }>;

/** What public pages showed last, by their path, for as long as the tab stays open. */
export const keptContent = new Map<string, Kept>();

import type { Loadable } from '#api/loadable.ts';

type Kept = Extract<Loadable<unknown>, { status: 'loaded' }>;

/** The last content of public pages by path, while the tab is open. */
export const keptContent = new Map<string, Kept>();

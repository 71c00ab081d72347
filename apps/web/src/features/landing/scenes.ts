/** The four sections of the landing page, by the name of their picture, which is also their anchor. */
export const SCENES = ['welcome', 'features', 'start', 'community'] as const;

export type Scene = (typeof SCENES)[number];

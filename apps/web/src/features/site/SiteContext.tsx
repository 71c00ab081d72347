import type { Site } from '@waygate/contract/site/site';
import { createContext, use } from 'react';

const SiteContext = createContext<Site | null>(null);

/** Hands every component what the server told of this installation. */
export const SiteProvider = SiteContext.Provider;

export function useSite(): Site {
  const site = use(SiteContext);
  if (!site) throw new Error('useSite needs a SiteProvider.');
  return site;
}

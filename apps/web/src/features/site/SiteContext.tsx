import type { Site } from '@waygate/contract/site/site';
import { createContext, use } from 'react';

const SiteContext = createContext<Site | null>(null);

/** Provides the installation's settings from the server to every component. */
export const SiteProvider = SiteContext.Provider;

export function useSite(): Site {
  const site = use(SiteContext);
  if (!site) throw new Error('useSite needs a SiteProvider.');
  return site;
}

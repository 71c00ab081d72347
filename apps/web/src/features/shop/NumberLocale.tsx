import { createContext, type ReactNode, startTransition, use, useEffect, useState } from 'react';
import { SERVER_LOCALE } from '#ui/time-text.ts';
import { useIsHydrated } from '#ui/use-is-hydrated.ts';

const NumberLocale = createContext<string | undefined>(undefined);

/**
 * Gives its numbers the visitor's locale: the server's own until hydration, so that both render the same. Then all of them
 * change together, as a transition, because a shop may have hundreds.
 */
export function NumberLocaleProvider({ children }: { children: ReactNode }) {
  const isHydrated = useIsHydrated();
  const [isOfVisitor, setIsOfVisitor] = useState(isHydrated);
  useEffect(() => {
    if (isHydrated) startTransition(() => setIsOfVisitor(true));
  }, [isHydrated]);
  return <NumberLocale value={isOfVisitor ? undefined : SERVER_LOCALE.locale}>{children}</NumberLocale>;
}

/** The locale for numbers in a storefront. */
export function useNumberLocale(): string | undefined {
  return use(NumberLocale);
}

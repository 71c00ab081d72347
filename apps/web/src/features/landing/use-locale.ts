import { countText } from '#ui/texts/count-text.ts';
import { SERVER_LOCALE, VISITOR_LOCALE } from '#ui/time-text.ts';
import { useIsHydrated } from '#ui/use-is-hydrated.ts';

/** The locale for numbers: the server's until hydration, then the browser's own. */
export function useLocale(): string | undefined {
  return (useIsHydrated() ? VISITOR_LOCALE : SERVER_LOCALE).locale;
}

export function useCountText(): (count: number) => string {
  const locale = useLocale();
  return (count) => countText(count, locale);
}

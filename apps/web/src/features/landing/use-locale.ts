import { englishCountText, englishOf } from '#ui/texts/english-texts.ts';
import { SERVER_LOCALE, VISITOR_LOCALE } from '#ui/time-text.ts';
import { useIsHydrated } from '#ui/use-is-hydrated.ts';

/** The locale for numbers: the server's until hydration, then the browser's own. */
export function useLocale(): string | undefined {
  return (useIsHydrated() ? VISITOR_LOCALE : SERVER_LOCALE).locale;
}

export function useCountText(): (count: number) => string {
  const locale = useLocale();
  if (englishOf(locale)) return englishCountText;
  const format = new Intl.NumberFormat(locale);
  return (count) => format.format(count);
}

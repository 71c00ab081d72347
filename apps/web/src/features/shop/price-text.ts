import { englishEuroText, englishOf } from '#ui/texts/english-texts.ts';

/** An amount of euro in the visitor's locale. */
export function priceText(amount: number): string {
  return formatEuro(amount);
}

/** Making one takes much longer than using it. */
const formats = new Map<string | undefined, Intl.NumberFormat>();

/** Always with the sign, where some locales would print 'EUR'. */
export function formatEuro(amount: number, locale?: string): string {
  if (amount >= 0 && englishOf(locale)) return englishEuroText(amount);
  const format = formats.get(locale) ?? new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' });
  formats.set(locale, format);
  return format
    .formatToParts(amount)
    .map(({ type, value }) => (type === 'currency' ? '€' : value))
    .join('');
}

/** The discount in whole percent; 0 when the new price is not lower. */
export function discountPercent({ price, newPrice }: { price: number; newPrice: number | null }): number {
  return newPrice === null || newPrice >= price ? 0 : Math.round((1 - newPrice / price) * 100);
}

/** The lowest price of several: '€2.49', or 'from €2.49' where others are higher. */
export function startingPrice(amounts: number[], locale?: string): string {
  const lowest = Math.min(...amounts);
  const text = formatEuro(lowest, locale);
  return amounts.some((amount) => amount > lowest) ? `from ${text}` : text;
}

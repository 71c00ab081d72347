/** An amount of euro in the visitor's locale. */
export function priceText(amount: number): string {
  return formatEuro(amount);
}

/** Always with the sign, where some locales would print 'EUR'. */
export function formatEuro(amount: number, locale?: string): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' })
    .formatToParts(amount)
    .map(({ type, value }) => (type === 'currency' ? '€' : value))
    .join('');
}

/** The discount in whole percent; 0 when the new price is not lower. */
export function discountPercent({ price, newPrice }: { price: number; newPrice: number | null }): number {
  return newPrice === null || newPrice >= price ? 0 : Math.round((1 - newPrice / price) * 100);
}

const euro = new Intl.NumberFormat(undefined, { style: 'currency', currency: 'EUR' });

/** An amount of euro as the visitor writes it. */
export function priceText(amount: number): string {
  return euro.format(amount);
}

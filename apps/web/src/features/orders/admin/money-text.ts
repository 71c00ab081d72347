/** An amount in its own currency, which may differ from the shop's: '4.50 EUR'. */
export function moneyText(amount: number, currency: string | null): string {
  return `${amount.toFixed(2)} ${currency?.toUpperCase() ?? ''}`.trim();
}

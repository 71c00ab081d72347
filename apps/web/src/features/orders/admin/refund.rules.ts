/** A typed amount in euro, with a point or a comma; undefined when it is invalid or above the maximum. */
export function amountIn(text: string, most: number): number | undefined {
  const plain = text.trim().replace(',', '.');
  if (!/^\d{1,6}(\.\d{1,2})?$/.test(plain)) return undefined;
  const amount = Number(plain);
  return amount > 0 && amount <= most ? amount : undefined;
}

/** The name of a refund's form in what is kept while staff sign in again. */
export function refundName(orderId: number, paymentIntentId: string | null | undefined): string {
  return `refund of ${orderId} ${paymentIntentId ?? ''}`;
}

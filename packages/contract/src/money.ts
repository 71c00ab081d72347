/** Whole cents of an amount in euro. */
export function centsOf(euro: number): number {
  return Math.round(euro * 100);
}

/** Whether the amount in euro has at most two decimals. */
export function hasWholeCents(euro: number): boolean {
  return Math.abs(euro * 100 - centsOf(euro)) < 1e-6;
}

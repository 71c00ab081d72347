type Stock = number | null;

/**
 * What the stock is after an edit. Units may have been set aside since the editor read it, so what counts is by how
 * much they changed it; only where a limit comes or goes does their number stand as it is.
 *
 * @param seen what the editor had read; undefined when they did not say
 */
export function stockAfterEdit({
  current,
  wanted,
  seen,
}: {
  current: Stock;
  wanted: Stock;
  seen: Stock | undefined;
}): Stock {
  if (wanted === seen) return current;
  if (wanted === null || current === null || seen === undefined || seen === null) return wanted;
  // Fewer than were sold meanwhile: there is nothing left to sell.
  return Math.max(0, current + wanted - seen);
}

type Stock = number | null;

/**
 * The stock after an edit. Units may have been sold or reserved since the editor read it, so the difference that they
 * entered is applied; only when a limit is added or removed does their number replace the current one.
 *
 * @param seen the stock that the editor had read; undefined when not sent
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
  // More units were sold meanwhile than the edit leaves: none are left.
  return Math.max(0, current + wanted - seen);
}

/** Round numbers from zero up to at least `most`, about as many steps as asked for. */
export function axisTicks(most: number, steps = 4): number[] {
  if (!(most > 0)) return [0, 1];
  const rough = most / steps;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * magnitude).find((size) => size >= rough) ?? rough;
  // Counts are whole numbers.
  const size = Number.isInteger(most) ? Math.max(1, Math.ceil(step)) : step;
  const count = Math.ceil(most / size - 1e-9);
  return Array.from({ length: count + 1 }, (_, index) => Number((index * size).toPrecision(12)));
}

/** Shows every n-th axis label, so that labels don't overlap. */
export function labelEvery({
  count,
  widest,
  widthPx,
}: {
  count: number;
  widest: number;
  widthPx: number;
}): number {
  const fitting = Math.max(1, Math.floor(widthPx / (textWidth(widest) + 16)));
  return Math.max(1, Math.ceil(count / fitting));
}

/** The approximate width of a text of this length. */
export function textWidth(letters: number): number {
  return letters * 7.5;
}

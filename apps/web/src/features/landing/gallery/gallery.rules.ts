/**
 * The picture that a key leads to, with the last one before the first; undefined for other keys. Not shared with `ui/Tabs`,
 * because both would then come in one chunk, which visitors load.
 */
export function nextPicture(key: string, current: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (current + 1) % count;
    case 'ArrowLeft':
      return (current + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

type Span = { left: number; right: number };

/**
 * The picture at which a scrolled row stands: the one nearest to its start. At the row's end it is the current one if all of that
 * is seen, because the last ones never reach the start.
 *
 * @param row the row's place
 * @param spans the pictures' places
 */
export function shownPicture(row: Span, spans: Span[], current: number): number {
  // Places are fractions of a pixel on many screens.
  const isSeen = (span?: Span) => span && span.left > row.left - 1 && span.right < row.right + 1;
  if (isSeen(spans.at(-1)) && isSeen(spans[current])) return current;
  const distances = spans.map(({ left }) => Math.abs(left - row.left));
  return distances.indexOf(Math.min(...distances));
}

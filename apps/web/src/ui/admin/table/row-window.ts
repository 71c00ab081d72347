/** Browsers limit elements to about 16 million pixels; a million rows would need three times that. */
export const TALLEST_PX = 8_000_000;

/** Rows above and below the visible ones. */
const OVERSCAN_ROWS = 8;

/** Scrolls up to this many views move row by row; longer ones jump to a position in the list. */
const NEAR_VIEWS = 3;

/** The visible and the total height, in pixels as if all rows were drawn. */
export type Extent = { contentPx: number; viewPx: number };

/** The scroll box's position and the matching offset among the rows. */
export type ScrollPlace = {
  top: number;
  offset: number;
  /** A jump makes the rest of the same movement follow the scroll bar. */
  isJump: boolean;
};

export const AT_START: ScrollPlace = { top: 0, offset: 0, isJump: false };

/** The height that the scroll box is given. */
export function drawnHeight({ contentPx }: Extent): number {
  return Math.min(contentPx, TALLEST_PX);
}

/**
 * The offset after a scroll. Lists drawn at a smaller scale still move pixel by pixel by wheel or key, and jump in
 * proportion by the scroll bar.
 */
export function follow(place: ScrollPlace, top: number, extent: Extent): ScrollPlace {
  const { contentPx, viewPx } = extent;
  if (contentPx <= TALLEST_PX) return { top, offset: top, isJump: false };
  const step = top - place.top;
  const isJump = place.isJump || Math.abs(step) > viewPx * NEAR_VIEWS;
  const offset = isJump ? (top / mostTop(extent)) * mostOffset(extent) : place.offset + step;
  return { top, offset: Math.min(Math.max(offset, 0), mostOffset(extent)), isJump };
}

/** The scroll position that matches the shown rows, once scrolling rests or reaches an end too early. */
export function settledTop({ offset }: ScrollPlace, extent: Extent): number {
  if (extent.contentPx <= TALLEST_PX || mostOffset(extent) === 0) return offset;
  return Math.round((offset / mostOffset(extent)) * mostTop(extent));
}

/** The rows to draw, from `first` to `last`; `last` is -1 when there are none. */
export function rowsAt(
  offset: number,
  { viewPx, rowPx, total }: { viewPx: number; rowPx: number; total: number },
): { first: number; last: number } {
  const first = Math.max(Math.floor(offset / rowPx) - OVERSCAN_ROWS, 0);
  const last = Math.min(Math.ceil((offset + viewPx) / rowPx) + OVERSCAN_ROWS, total) - 1;
  return { first: Math.min(first, Math.max(last, 0)), last };
}

/** The nearest offset at which the row is fully visible. */
export function offsetShowing(
  index: number,
  offset: number,
  { viewPx, rowPx }: { viewPx: number; rowPx: number },
): number {
  const start = index * rowPx;
  if (start < offset) return start;
  return Math.max(offset, start + rowPx - viewPx);
}

function mostTop(extent: Extent): number {
  return Math.max(drawnHeight(extent) - extent.viewPx, 1);
}

function mostOffset({ contentPx, viewPx }: Extent): number {
  return Math.max(contentPx - viewPx, 0);
}

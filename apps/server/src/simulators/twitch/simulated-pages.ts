/** Pages of a list that changes while it is read may show a row twice, or never. */
export const PAGE_QUIRKS = ['none', 'repeat', 'miss'] as const;
export type PageQuirk = (typeof PAGE_QUIRKS)[number];

const OVERLAP = 2;

export type Page<Row> = { rows: Row[]; cursor: string | undefined };

/** @returns undefined for an invalid cursor */
export function pageOf<Row>(
  list: readonly Row[],
  { first, after, quirk }: { first: number; after: string | null; quirk: PageQuirk },
): Page<Row> | undefined {
  const offset = after === null ? 0 : offsetIn(after);
  if (offset === undefined) return undefined;
  const start = after === null ? 0 : Math.max(0, offset + shiftBy(quirk, first));
  const rows = list.slice(start, start + first);
  const hasMore = rows.length > 0 && start + first < list.length;
  return { rows, cursor: hasMore ? cursorAt(start + first) : undefined };
}

function shiftBy(quirk: PageQuirk, first: number): number {
  switch (quirk) {
    case 'none':
      return 0;
    case 'repeat':
      // Less than a page, or paging would never advance.
      return -Math.min(OVERLAP, first - 1);
    case 'miss':
      return 1;
  }
}

function cursorAt(offset: number): string {
  return Buffer.from(JSON.stringify({ b: null, a: { Offset: offset } })).toString('base64url');
}

function offsetIn(cursor: string): number | undefined {
  const offset = /"Offset":(\d{1,9})\}/.exec(Buffer.from(cursor, 'base64url').toString())?.[1];
  return offset === undefined ? undefined : Number(offset);
}

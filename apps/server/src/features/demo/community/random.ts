/** Draws the same values for the same seed, so that two fills of a demo make the same community. */
export type Random = {
  /** From 0 to below 1. */
  next: () => number;
  /** A whole number, bounds included. */
  int: (from: number, to: number) => number;
  /** @param share from 0 to 1 */
  chance: (share: number) => boolean;
  pick: <Item>(items: readonly Item[]) => Item;
  /** Picks those at the beginning far more often. */
  pickEarly: <Item>(items: readonly Item[]) => Item;
  shuffled: <Item>(items: readonly Item[]) => Item[];
  /** Hexadecimal digits. */
  hex: (digits: number) => string;
  uuid: () => string;
};

/** Mulberry32. Source: https://github.com/bryc/code/blob/master/jshash/PRNGs.md */
export function createRandom(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  const hex = (digits: number) => Array.from({ length: digits }, () => int(0, 15).toString(16)).join('');
  return {
    next,
    int,
    chance: (share) => next() < share,
    pick: (items) => at(items, next()),
    pickEarly: (items) => at(items, next() ** 2.2),
    shuffled: (items) =>
      items
        .map((item) => ({ item, place: next() }))
        .toSorted((one, other) => one.place - other.place)
        .map(({ item }) => item),
    hex,
    uuid: () => [hex(8), hex(4), `4${hex(3)}`, `a${hex(3)}`, hex(12)].join('-'),
  };
}

function at<Item>(items: readonly Item[], share: number): Item {
  const item = items[Math.floor(share * items.length)];
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
}

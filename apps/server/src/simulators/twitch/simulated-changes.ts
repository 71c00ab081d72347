import type { SimulatedClock } from './simulated-clock.ts';

/** Changes are remembered this long, for lists that lag. */
const LONGEST_LAG_MS = 600_000;

/** What changed lately, for lists that lag. */
export type Changes<Value> = {
  add: (userIds: string[], valueBefore: (userId: string) => Value) => void;
  /** What changed after that moment, with the value that it had then. */
  before: (shownAtMs: number) => Map<string, Value>;
};

export function createChanges<Value>(clock: SimulatedClock): Changes<Value> {
  let changes: { atMs: number; userIds: string[]; values: Value[] }[] = [];
  return {
    add: (userIds, valueBefore) => {
      const atMs = clock.nowMs();
      changes = changes.filter((change) => change.atMs > atMs - LONGEST_LAG_MS);
      if (userIds.length > 0) changes.push({ atMs, userIds, values: userIds.map(valueBefore) });
    },
    before: (shownAtMs) => {
      const values = new Map<string, Value>();
      for (const change of changes.filter(({ atMs }) => atMs > shownAtMs).toReversed())
        for (const [index, userId] of change.userIds.entries())
          values.set(userId, change.values[index] as Value); // As many values as ids.
      return values;
    },
  };
}

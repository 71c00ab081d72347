import { BaseSequencer } from 'vitest/node';

/** Files that take minutes, even on a fast machine. At the end of a run they would keep one core busy, and the others idle. */
const LONGEST =
  /\/(?:fuzz|bad-input|simulated-week|admin-writes|lease-plan|redelivery-plans|interleavings|update-journey)\.test\.ts$/;

/** The order of test files: those that take longest, then as Vitest has it, larger files first. */
export class LongestFirst extends BaseSequencer {
  async sort(files) {
    // oxlint-disable-next-line unicorn/no-array-sort -- Vitest's own method, which leaves its argument alone
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

function isLong({ moduleId }) {
  return LONGEST.test(moduleId);
}

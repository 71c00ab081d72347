/** A measured value and its budget. */
export type Budget = {
  name: string;
  measured: number;
  atLeast?: number;
  atMost?: number;
  unit?: string;
};

/** Prints the values. The process fails when one of them misses its budget. */
export function reportBudgets(budgets: Budget[]): void {
  for (const { name, measured, atLeast, atMost, unit = '' } of budgets) {
    const isMet = measured >= (atLeast ?? -Infinity) && measured <= (atMost ?? Infinity);
    if (!isMet) process.exitCode = 1;
    const wanted = atLeast === undefined ? `at most ${atMost}` : `at least ${atLeast}`;
    console.log(`${isMet ? '✓' : '✗'} ${name}: ${format(measured)}${unit} (${wanted}${unit})`);
  }
}

/** Prints a value without a budget. */
export function report(name: string, measured: number, unit = ''): void {
  console.log(`  ${name}: ${format(measured)}${unit}`);
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (upper + lower) / 2;
}

/** The quantile of the values; `share` is from 0 to 1. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function format(value: number): string {
  return Math.abs(value) >= 100 ? String(Math.round(value)) : value.toFixed(3);
}

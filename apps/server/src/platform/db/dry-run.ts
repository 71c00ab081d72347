import type { Transaction } from './database.ts';

/**
 * Runs work in a savepoint and rolls it back. What a write would do is read by the code that does it, without a second
 * copy of its rules.
 *
 * @returns the work's result
 * @throws what the work throws
 */
export async function dryRun<Result>(
  tx: Transaction,
  work: (inner: Transaction) => Promise<Result>,
): Promise<Result> {
  try {
    await tx.transaction(async (inner) => {
      throw new DryRunEnd(await work(inner));
    });
  } catch (error) {
    // Only this function throws it, with the result of this work: an inner dry run catches its own.
    if (error instanceof DryRunEnd) return error.result as Result;
    throw error;
  }
  throw new Error('A dry run has ended without its result.');
}

class DryRunEnd extends Error {
  readonly result: unknown;

  constructor(result: unknown) {
    super('The dry run is rolled back.');
    this.result = result;
  }
}

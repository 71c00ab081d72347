const EVERY_RUN = 20_261_122;

/**
 * The seed of the requests. The same in each run, so that only a change of the code fails a test; `FUZZ_SEED` is another
 * one, and `FUZZ_SEED=random` one that nobody has tried.
 */
export function fuzzSeed(): number {
  const wanted = process.env.FUZZ_SEED;
  if (wanted === 'random') return Math.floor(Math.random() * 2 ** 31);
  return wanted === undefined ? EVERY_RUN : Number(wanted);
}

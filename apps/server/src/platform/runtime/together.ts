/** Like `Promise.all`, but fails only once all have ended: a part that is still starting couldn't be stopped. */
export async function together<const Results extends readonly unknown[]>(
  ...starting: { [Index in keyof Results]: Promise<Results[Index]> }
): Promise<Results> {
  await Promise.allSettled(starting);
  return Promise.all(starting);
}

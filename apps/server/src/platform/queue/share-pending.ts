/** Runs `work` once for all who ask while it runs. The next one who asks after its end runs it again. */
export function sharePending<T>(work: () => Promise<T>): () => Promise<T> {
  let pending: Promise<T> | undefined;
  return () => (pending ??= work().finally(() => (pending = undefined)));
}

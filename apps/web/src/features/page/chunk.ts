/** Code that the server doesn't have, or that didn't arrive. */
export class MissingChunkError extends Error {}

/** Waits for a dynamic import, and tells its failure apart from every other one. */
export async function arrived<T>(chunk: Promise<T>): Promise<T> {
  try {
    return await chunk;
  } catch (cause) {
    throw new MissingChunkError('', { cause });
  }
}

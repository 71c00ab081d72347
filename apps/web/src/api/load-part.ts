/**
 * Waits for code that is loaded when it's needed.
 *
 * @throws Error with a message for the player
 */
export async function loadPart<T>(loading: Promise<T>): Promise<T> {
  try {
    return await loading;
  } catch (error) {
    throw new Error("A part of this page couldn't be loaded. Check your connection and try again.", {
      cause: error,
    });
  }
}

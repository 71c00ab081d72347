/** `URL.parse`, which Node.js 20 doesn't have. */
export function parseAddress(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** @returns undefined for a text that isn't JSON: whatever checks the value refuses it like any other */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

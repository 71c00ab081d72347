/**
 * Whether another program's answer is an address to go to: one that is missing, or would run a script, is none.
 * Not by `URL.parse`, which browsers lack that the portal works in otherwise.
 */
export function isWebAddress(address: string | undefined): address is string {
  if (!address) return false;
  try {
    return /^https?:$/.test(new URL(address, window.location.href).protocol);
  } catch {
    return false;
  }
}

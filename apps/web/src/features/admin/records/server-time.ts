/** A time as admin endpoints take it: 'YYYY-MM-DD HH:MM:SS' in UTC; null for none. */
export function serverTime(iso: string): string | null {
  return iso === '' ? null : new Date(iso).toISOString().slice(0, 19).replace('T', ' ');
}

const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A date and time in the visitor's own words and zone. */
export function formatDateTime(iso: string | null | undefined): string {
  if (!iso) return 'N/A';
  const time = new Date(iso);
  return Number.isNaN(time.getTime()) ? 'Invalid Date' : dateTime.format(time);
}

export function formatPackage(isClaimed: boolean): string {
  return isClaimed ? 'Claimed' : 'Not Claimed';
}

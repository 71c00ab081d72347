/** An API time as a `datetime-local` value in the visitor's zone; '' for none. */
export function toLocalInput(iso: string | null | undefined): string {
  if (!iso) return '';
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return '';
  const [year, ...rest] = [
    time.getFullYear(),
    time.getMonth() + 1,
    time.getDate(),
    time.getHours(),
    time.getMinutes(),
    time.getSeconds(),
  ];
  const [month, day, hour, minute, second] = rest.map((part) => String(part).padStart(2, '0'));
  return `${String(year).padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}`;
}

/** A `datetime-local` value in the visitor's zone as an API time; '' while incomplete. */
export function fromLocalInput(local: string): string {
  const time = new Date(local);
  return local === '' || Number.isNaN(time.getTime()) ? '' : time.toISOString();
}

/** What says in which zone such inputs are. */
export function timeZoneHint(): string {
  return `In your time zone, ${new Intl.DateTimeFormat().resolvedOptions().timeZone}`;
}

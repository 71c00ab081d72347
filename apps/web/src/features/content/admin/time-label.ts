import { toLocalInput } from '#ui/admin/fields/local-date-time.ts';

/** A form's time in the visitor's zone, where two versions are compared. */
export function timeLabel(iso: string): string {
  return toLocalInput(iso).replace('T', ' ') || 'None';
}

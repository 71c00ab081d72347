/** 'N min' below an hour, 'Xh Ym' from there. */
export function minutesText(minutes: number): string {
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}

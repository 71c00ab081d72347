/** 'N min' below an hour, 'Xh Ym' from there. */
export function minutesText(minutes: number): string {
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}

/** Without 'Nm' for whole hours, where there is little room. */
export function shortMinutesText(minutes: number): string {
  return minutesText(minutes).replace(/ 0m$/, '');
}

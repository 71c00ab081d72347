/** Focuses the button that moved an item; at an end of the list it is disabled, and its twin gets the focus. */
export function focusPlaceButton(item: Element | null | undefined, isUp: boolean): void {
  const button =
    item?.querySelector<HTMLElement>(`[data-move="${isUp ? 'up' : 'down'}"]:not([disabled])`) ??
    item?.querySelector<HTMLElement>('[data-move]:not([disabled])');
  button?.focus();
}

import { fireEvent } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';

/** Somebody comes back to the tab a minute later: what is shown is fetched again. */
export function comeBackLater(): void {
  const spy = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
  onTestFinished(() => spy.mockRestore());
  fireEvent(window, new Event('visibilitychange'));
}

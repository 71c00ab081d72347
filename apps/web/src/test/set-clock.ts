import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { saveSession, type StoredSession } from '#api/session.ts';

/** A clock that stands until a test lets time pass. */
export function useSetClock(): void {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
}

/** The same, with somebody who is signed in. */
export function useSignedInPlayer(more: Partial<StoredSession> = {}): void {
  useSetClock();
  beforeEach(() => {
    saveSession({ accessToken: 'token-1', userName: 'Aria', ...more });
  });
}

/** Lets this much time pass, and whatever follows from it. */
export function pass(milliseconds: number) {
  return act(() => vi.advanceTimersByTimeAsync(milliseconds));
}

/** Presses a button, and lets happen what does at once. */
export async function press(name: string | RegExp, inside: Pick<typeof screen, 'getByRole'> = screen) {
  fireEvent.click(inside.getByRole('button', { name }));
  await pass(0);
}

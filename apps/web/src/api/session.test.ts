import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  beforeSessionEnds,
  clearSession,
  forgetSession,
  KEPT_INPUT_KEY,
  saveSession,
  type StoredSession,
  useHasSessionEnded,
  useSession,
} from './session.ts';

const SESSION = { accessToken: 'token-1', accountDBID: 7 };

/** What this tab's page shows and keeps, while other tabs do something. */
function openTab() {
  const kept: StoredSession[] = [];
  onTestFinished(beforeSessionEnds((session) => kept.push(session)));
  const { result, rerender } = renderHook(() => ({ session: useSession(), hasEnded: useHasSessionEnded() }));
  return { kept, page: result, rerender };
}

/** Other tabs share the storage, and this one gets an event afterwards. */
function inOtherTab(change: () => void, beforeEvent = () => {}): void {
  change();
  beforeEvent();
  act(() => void window.dispatchEvent(new Event('storage')));
}

/** As the other tab's `forgetSession` leaves the storage. */
function refuseInOtherTab(beforeEvent?: () => void): void {
  inOtherTab(() => {
    localStorage.setItem('session-refused', '');
    localStorage.removeItem('user');
  }, beforeEvent);
}

describe('a session that ends in another tab', () => {
  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    saveSession(SESSION);
  });
  afterEach(() => {
    cleanup();
    clearSession();
    vi.restoreAllMocks();
  });

  it('keeps what was typed here, once, and says so, when the server has refused it', () => {
    const { kept, page } = openTab();
    refuseInOtherTab();
    expect(page.current).toEqual({ session: null, hasEnded: true });
    act(() => void window.dispatchEvent(new Event('storage')));
    expect(kept).toEqual([SESSION]);
    expect(page.current.hasEnded).toBe(true);
  });

  it('keeps it and says so when the page renders before the event', () => {
    const { kept, page, rerender } = openTab();
    refuseInOtherTab(rerender);
    expect(page.current).toEqual({ session: null, hasEnded: true });
    expect(kept).toEqual([SESSION]);
  });

  it('keeps it and says so when a call of this tab is refused before the event', () => {
    const { kept, page, rerender } = openTab();
    refuseInOtherTab(() => {
      rerender();
      act(forgetSession);
    });
    expect(page.current).toEqual({ session: null, hasEnded: true });
    expect(kept).toEqual([SESSION]);
  });

  it('keeps nothing and says nothing when its player has left', () => {
    const { kept, page } = openTab();
    inOtherTab(() => localStorage.removeItem('user'));
    expect(page.current).toEqual({ session: null, hasEnded: false });
    expect(kept).toEqual([]);
  });

  it('leaves nothing of what was kept here when its player has left there', () => {
    openTab();
    sessionStorage.setItem(KEPT_INPUT_KEY, '{}');
    refuseInOtherTab();
    inOtherTab(() => saveSession(SESSION));
    expect(sessionStorage.getItem(KEPT_INPUT_KEY)).toBe('{}');
    inOtherTab(() => clearSession());
    expect(sessionStorage.getItem(KEPT_INPUT_KEY)).toBeNull();
  });

  it('is over for this tab when somebody signs in or leaves there afterwards', () => {
    const { page } = openTab();
    refuseInOtherTab();
    inOtherTab(() => saveSession({ ...SESSION, accessToken: 'token-2' }));
    expect(page.current).toMatchObject({ session: { accessToken: 'token-2' }, hasEnded: false });
    inOtherTab(() => localStorage.removeItem('user'));
    expect(page.current).toEqual({ session: null, hasEnded: false });
  });

  it('says nothing to visitors who were not signed in', () => {
    clearSession();
    const { page } = openTab();
    refuseInOtherTab();
    expect(page.current.hasEnded).toBe(false);
  });

  it('is told apart from leaving by what is left in the storage', () => {
    forgetSession();
    expect(localStorage.getItem('session-refused')).not.toBeNull();
    saveSession(SESSION);
    expect(localStorage.getItem('session-refused')).toBeNull();
    forgetSession();
    clearSession();
    expect(localStorage.getItem('session-refused')).toBeNull();
    // A wrong password at the sign-in page is answered by 401 as well.
    forgetSession();
    expect(localStorage.getItem('session-refused')).toBeNull();
  });
});

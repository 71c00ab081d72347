import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useForm } from './use-form.ts';

const BEFORE = { caption: 'The bridge', place: 3 };

const open = () =>
  renderHook(() =>
    useForm(
      'gallery/1',
      () => BEFORE,
      () => undefined,
      ['caption'],
    ),
  );

/** As a closed tab: nothing is unmounted. */
function typeAndLoseTheTab(caption: string): void {
  const { result } = open();
  act(() => result.current.change({ caption }));
  act(() => void vi.advanceTimersByTime(1000));
}

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('the texts of a form', () => {
  it('are offered after the tab was lost, and go on top of the record', () => {
    typeAndLoseTheTab('The old bridge at dawn');
    const { result } = open();
    expect(result.current.form).toEqual(BEFORE);
    act(() => result.current.draft?.restore());
    expect(result.current.form).toEqual({ caption: 'The old bridge at dawn', place: 3 });
    expect(result.current.draft).toBeUndefined();
  });

  it('are forgotten when the form is closed after saving or discarding', () => {
    const { result, unmount } = open();
    act(() => result.current.change({ caption: 'A typo' }));
    act(() => void vi.advanceTimersByTime(1000));
    unmount();
    expect(open().result.current.draft).toBeUndefined();
  });

  it('are not offered again once they were discarded', () => {
    typeAndLoseTheTab('The old bridge at dawn');
    const { result, unmount } = open();
    act(() => result.current.draft?.discard());
    unmount();
    expect(open().result.current.draft).toBeUndefined();
  });

  it('stay when the form is opened and closed without an answer', () => {
    typeAndLoseTheTab('The old bridge at dawn');
    open().unmount();
    expect(open().result.current.draft).toBeDefined();
  });

  it('are not kept of fields that were not named', () => {
    const { result } = open();
    act(() => result.current.change({ place: 5 }));
    act(() => void vi.advanceTimersByTime(1000));
    expect(open().result.current.draft).toBeUndefined();
  });
});

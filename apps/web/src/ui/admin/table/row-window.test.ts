import { describe, expect, it } from 'vitest';
import {
  AT_START,
  drawnHeight,
  follow,
  offsetShowing,
  rowsAt,
  settledTop,
  TALLEST_PX,
} from './row-window.ts';

const SHORT = { contentPx: 48_000, viewPx: 600 };
/** A million rows. */
const LONG = { contentPx: 48_000_000, viewPx: 600 };

describe('a list that can be drawn as tall as it is', () => {
  it('stands where its box stands', () => {
    expect(drawnHeight(SHORT)).toBe(48_000);
    expect(follow(AT_START, 1234, SHORT).offset).toBe(1234);
    expect(settledTop({ top: 1234, offset: 1234, isJump: false }, SHORT)).toBe(1234);
  });
});

describe('a list that is too long to be drawn', () => {
  it('is drawn no taller than browsers can', () => {
    expect(drawnHeight(LONG)).toBe(TALLEST_PX);
  });

  it('moves pixel by pixel under a wheel or a key', () => {
    let place = AT_START;
    for (const top of [100, 200, 300]) place = follow(place, top, LONG);
    expect(place.offset).toBe(300);
    expect(follow({ top: 4_000_000, offset: 24_000_000, isJump: false }, 3_999_900, LONG).offset).toBe(
      23_999_900,
    );
  });

  it('jumps in proportion under the scroll bar, and reaches both ends', () => {
    const end = follow(AT_START, TALLEST_PX - 600, LONG);
    expect(end).toEqual({ top: TALLEST_PX - 600, offset: LONG.contentPx - 600, isJump: true });
    // The rest of the same movement follows the bar, however small its steps.
    expect(follow(end, TALLEST_PX - 601, LONG).offset).toBeLessThan(LONG.contentPx - 605);
    expect(follow(end, 0, LONG).offset).toBe(0);
  });

  it('never leaves its ends', () => {
    expect(follow({ top: 10, offset: 3, isJump: false }, 0, LONG).offset).toBe(0);
    const last = LONG.contentPx - 600;
    expect(follow({ top: 7_999_000, offset: last - 3, isJump: false }, 7_999_100, LONG).offset).toBe(last);
  });

  it('puts its box back into proportion once it rests, so that every row can be reached', () => {
    const place = follow(AT_START, 300, LONG);
    const top = settledTop(place, LONG);
    expect(top).toBeCloseTo(300 / 6, 0);
    expect(settledTop({ top: 0, offset: LONG.contentPx - 600, isJump: false }, LONG)).toBe(TALLEST_PX - 600);
  });
});

describe('the rows to draw', () => {
  const sizes = { viewPx: 600, rowPx: 48 };

  it('are those in sight and a few around them', () => {
    expect(rowsAt(0, { ...sizes, total: 1_000_000 })).toEqual({ first: 0, last: 20 });
    expect(rowsAt(48_000, { ...sizes, total: 1_000_000 })).toEqual({ first: 992, last: 1020 });
    expect(rowsAt(47_999_400, { ...sizes, total: 1_000_000 }).last).toBe(999_999);
  });

  it('are none of an empty list, and all of a short one', () => {
    expect(rowsAt(0, { ...sizes, total: 0 }).last).toBe(-1);
    expect(rowsAt(0, { ...sizes, total: 3 })).toEqual({ first: 0, last: 2 });
  });
});

describe('a row that gets the focus', () => {
  const sizes = { viewPx: 600, rowPx: 48 };

  it('is scrolled into sight by as little as it takes', () => {
    expect(offsetShowing(0, 500, sizes)).toBe(0);
    expect(offsetShowing(20, 500, sizes)).toBe(500);
    expect(offsetShowing(100, 500, sizes)).toBe(4800 + 48 - 600);
  });
});

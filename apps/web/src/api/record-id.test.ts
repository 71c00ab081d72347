import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { recordId } from './record-id.ts';

describe("the id in a page's address", () => {
  it('is returned when it is valid', () => {
    expect(recordId('42')).toBe('42');
    expect(recordId('2147483647')).toBe('2147483647');
  });

  it.each(['', '0', '-1', '1.5', '1e3', 'abc', '2147483648', '99999999999', undefined])(
    'is not found when it is %s',
    (text) => {
      expect(() => recordId(text)).toThrow(ApiError);
    },
  );
});

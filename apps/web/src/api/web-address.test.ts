import { beforeEach, describe, expect, it, vi } from 'vitest';
import { isWebAddress } from './web-address.ts';

describe('a web address', () => {
  beforeEach(() => {
    vi.spyOn(URL, 'parse').mockImplementation(() => {
      throw new TypeError('URL.parse is not a function');
    });
    return () => vi.restoreAllMocks();
  });

  it.each(['https://pay.example/c/1', 'http://localhost:3000/sandbox', '/sandbox/checkout/1'])(
    'is %s, in a browser without URL.parse too',
    (address) => {
      expect(isWebAddress(address)).toBe(true);
    },
  );

  it.each([undefined, '', 'javascript:alert(1)', 'data:text/html,x', 'https://['])('is not %s', (address) => {
    expect(isWebAddress(address)).toBe(false);
  });
});

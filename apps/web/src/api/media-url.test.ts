import { describe, expect, it } from 'vitest';
import { mediaUrl } from './media-url.ts';

describe('the address of a picture', () => {
  it.each([
    ['media/gate.webp', '/api/media/gate.webp'],
    ['/media/gate.webp', '/api/media/gate.webp'],
    ['/api/media/gate.webp', '/api/media/gate.webp'],
    ['https://cdn.example/gate.webp', 'https://cdn.example/gate.webp'],
    ['//cdn.example/gate.webp', '//cdn.example/gate.webp'],
  ])('%s is loaded from %s', (stored, address) => {
    expect(mediaUrl(stored)).toBe(address);
  });
});

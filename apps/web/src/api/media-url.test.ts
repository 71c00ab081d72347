import { describe, expect, it } from 'vitest';
import { mediaUrl } from './media-url.ts';

describe('a media URL', () => {
  it.each([
    ['media/gate.webp', '/api/media/gate.webp'],
    ['/media/gate.webp', '/api/media/gate.webp'],
    ['/api/media/gate.webp', '/api/media/gate.webp'],
    ['https://cdn.example/gate.webp', 'https://cdn.example/gate.webp'],
    ['//cdn.example/gate.webp', '//cdn.example/gate.webp'],
  ])('of %s is %s', (stored, address) => {
    expect(mediaUrl(stored)).toBe(address);
  });
});

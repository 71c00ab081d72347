import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { GROWN_REM, mediaUrl, pictureSources } from './media-url.ts';

const rem = (percent?: string) => `${Number(percent) / 100}rem`;
const UPLOADED = `/media/${'0'.repeat(32)}.webp`;
const sizesOf = (sizes: string) => pictureSources(UPLOADED, sizes).sizes;

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

describe('the sizes of a picture', () => {
  it('let every length in rem grow with the window, as style sheets do, and leave media conditions', () => {
    expect(sizesOf('11rem')).toBe(`calc(11 * ${GROWN_REM})`);
    expect(sizesOf('(width >= 62rem) min(57.5vw, 44.5rem), 92vw')).toBe(
      `(width >= 62rem) min(57.5vw, calc(44.5 * ${GROWN_REM})), 92vw`,
    );
    expect(sizesOf('min(64rem, 100vw)')).toBe(`min(calc(64 * ${GROWN_REM}), 100vw)`);
  });

  it('grow as the style sheet says', async () => {
    const css = await readFile(path.resolve(import.meta.dirname, '../ui/base.css'), 'utf8');
    const [, least, base, slope, most] =
      /font-size: clamp\((\d+)%, (\d+)% \+ ([\d.]+)vw, ([\d.]+)%\)/.exec(css) ?? [];
    expect(GROWN_REM).toBe(`clamp(${rem(least)}, ${rem(base)} + ${slope}vw, ${rem(most)})`);
  });

  it('are absent for a picture with only one width', () => {
    expect(pictureSources('https://pictures.example/a.webp', '11rem')).toEqual({
      src: 'https://pictures.example/a.webp',
    });
  });
});

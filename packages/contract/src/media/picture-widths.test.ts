import { expect, test } from 'vitest';
import { pictureSrcSet } from './picture-widths.ts';

const NAME = '0123456789abcdef0123456789abcdef';

test('an uploaded picture has a file for each width', () => {
  expect(pictureSrcSet(`/api/media/${NAME}.webp`)).toBe(
    [480, 720, 1080, 1600].map((width) => `/api/media/${NAME}-${width}.avif ${width}w`).join(', '),
  );
});

test.each([
  `https://elsewhere.example/api/media/${NAME}.webp`,
  `/api/media/${NAME}.png`,
  `/api/media/${NAME}-480.avif`,
  `/api/media/${NAME}.webp?x`,
  `/api/media/../${NAME}.webp`,
  '/brand/community-landscape.avif',
])('%s has no widths', (address) => {
  expect(pictureSrcSet(address)).toBeUndefined();
});

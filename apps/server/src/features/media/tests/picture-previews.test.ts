import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createPictureDeleter, createWidthMaker } from '#features/media/media.jobs.ts';
import { pageAddress, storeWebp } from '#features/media/media.service.ts';
import { createPreviewFinder } from '#features/media/picture-previews.ts';
import { usePictures } from '#test/kept-pictures.ts';
import { noise } from '#test/pictures.ts';

const { portal, letWait } = await usePictures();
const { parts } = portal;
const NOTHING = { preview: undefined, isPending: false };

const photo = (width: number) => noise({ width, height: width / 2, format: 'webp' });
const store = async (picture: Buffer) => pageAddress(await storeWebp(parts, picture));

describe('the preview of an uploaded picture', () => {
  test('is made once when a page asks for it, for all that ask at once, and kept', async () => {
    const url = await store(await photo(610));
    const find = createPreviewFinder(parts);
    const first = await Promise.all(Array.from({ length: 8 }, () => find(url)));
    expect(first).toEqual(first.map(() => ({ isPending: true })));
    await expect.poll(async () => (await find(url)).isPending, { timeout: 20_000 }).toBe(false);
    const { preview } = await find(url);
    expect(await sharp(preview).metadata()).toMatchObject({ width: 400, height: 200, format: 'heif' });
    let made = 0;
    const pictures = { ...parts.pictures, preview: async () => Buffer.from(String((made += 1))) };
    await createWidthMaker({ ...parts, pictures })({ name: path.basename(url) });
    expect(made).toBe(0);
    expect((await find(url)).preview).toEqual(preview);
  });

  test('is made for a picture of an older release that has its widths', async () => {
    const url = await store(await photo(620));
    const name = path.basename(url);
    await createWidthMaker(parts)({ name });
    await parts.storage.remove(`media/${name.replace('.webp', '-preview.avif')}`);
    const find = createPreviewFinder(parts);
    expect(await find(url)).toEqual({ isPending: true });
    await expect.poll(() => find(url), { timeout: 20_000 }).toMatchObject({ isPending: false });
    expect((await find(url)).preview?.length).toBeGreaterThan(0);
  });

  test('does not exist for a picture that one sees through, and nobody waits for it', async () => {
    const create = { width: 90, height: 60, channels: 4 as const, background: '#0f08' };
    const url = await store(await sharp({ create }).webp().toBuffer());
    await createWidthMaker(parts)({ name: path.basename(url) });
    expect(await createPreviewFinder(parts)(url)).toEqual(NOTHING);
  });

  test('is removed with the picture', async () => {
    const url = await store(await photo(630));
    await createWidthMaker(parts)({ name: path.basename(url) });
    await letWait(url);
    await createPictureDeleter(parts)({ address: url });
    expect(await createPreviewFinder(parts)(url)).toEqual({ isPending: false });
    const keys: string[] = [];
    for await (const key of parts.storage.list('media/')) keys.push(key);
    expect(keys.filter((key) => key.includes(path.basename(url, '.webp')))).toEqual([]);
  });

  test.each([
    '/api/media/00000000000000000000000000000000.webp',
    '/api/media/..%2fsecret.webp',
    '/api/media/0123456789abcdef"]{}.webp',
    'https://example.com/api/media/0123456789abcdef.webp',
    '/brand/start-portrait.avif',
  ])('does not exist for %s', async (address) => {
    expect(await createPreviewFinder(parts)(address)).toEqual({ isPending: false });
  });

  test('is not waited for any longer when nobody makes it for five minutes', async () => {
    const url = await store(await photo(640));
    const find = createPreviewFinder({ ...parts, jobs: { ...parts.jobs, enqueue: async () => {} } });
    expect(await find(url)).toEqual({ isPending: true });
    const now = performance.now();
    const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 5 * 60_000);
    onTestFinished(() => clock.mockRestore());
    expect(await find(url)).toEqual({ isPending: false });
  });

  test('is not an address', async () => {
    const url = await store(await photo(650));
    await createWidthMaker(parts)({ name: path.basename(url) });
    const { statusCode } = await portal.app.inject(url.replace('.webp', '-preview.avif'));
    expect(statusCode).toBe(404);
  });
});

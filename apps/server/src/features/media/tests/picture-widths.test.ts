import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { PICTURE_WIDTHS } from '@waygate/contract/media/picture-widths';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { createPictureDeleter, createWidthMaker } from '#features/media/media.jobs.ts';
import { pageAddress, storeWebp } from '#features/media/media.service.ts';
import { pictures } from '#features/media/media.tables.ts';
import { createStorage } from '#platform/storage/storage.ts';
import { useFakeS3 } from '#test/fake-s3.ts';
import { newPicture, NEWS, usePictures } from '#test/kept-pictures.ts';
import { noise } from '#test/pictures.ts';

const { portal, staff, upload, letWait, statusOf, sweep, save } = await usePictures();
const { parts } = portal;

const widthsOf = (url: string) => PICTURE_WIDTHS.map((width) => url.replace('.webp', `-${width}.avif`));
const typeOf = async (url: string) => (await portal.app.inject(url)).headers['content-type'];
const untilMade = (url: string) =>
  expect
    .poll(() => Promise.all(widthsOf(url).map(typeOf)), { timeout: 20_000 })
    .toEqual(PICTURE_WIDTHS.map(() => 'image/avif'));
const photo = (width: number) => noise({ width, height: width / 2, format: 'webp' });
const storePhoto = async (width: number) => pageAddress(await storeWebp(parts, await photo(width)));
const filesOf = async (url: string) => {
  const files = await readdir(path.join(parts.config.dataDir, 'media'));
  return files.filter((file) => file.startsWith(path.basename(url, '.webp')));
};

describe('the widths of a picture', () => {
  test('are made after its upload, cacheable for good, and never enlarged', async () => {
    const url = await upload(await photo(800));
    await untilMade(url);
    const made = await Promise.all(widthsOf(url).map((width) => portal.app.inject(width)));
    const sizes = await Promise.all(made.map(({ rawPayload }) => sharp(rawPayload).metadata()));
    expect(sizes.map(({ width, height }) => [width, height])).toEqual([
      [480, 240],
      [720, 360],
      [800, 400],
      [800, 400],
    ]);
    for (const { headers } of made)
      expect(headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
      });
  });

  test('are stood in for by the picture itself until they are made, for a minute', async () => {
    const url = await storePhoto(600);
    const [narrow = ''] = widthsOf(url);
    const { statusCode, headers } = await portal.app.inject(narrow);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'public, max-age=60' });
    await untilMade(url);
    const etag = String(headers.etag);
    const again = await portal.app.inject({ url: narrow, headers: { 'if-none-match': etag } });
    expect(again.statusCode).toBe(200);
  });

  test('are made once for concurrent uploads and jobs', async () => {
    const picture = await newPicture();
    const urls = await Promise.all(Array.from({ length: 6 }, () => upload(picture)));
    const [url = ''] = urls;
    expect(new Set(urls).size).toBe(1);
    await untilMade(url);
    const other = path.basename(await storePhoto(500));
    let made = 0;
    const shrink: typeof parts.pictures.shrink = async (...input) => {
      made += 1;
      return parts.pictures.shrink(...input);
    };
    const make = createWidthMaker({ ...parts, pictures: { ...parts.pictures, shrink } });
    await Promise.all([make({ name: other }), make({ name: other }), make({ name: path.basename(url) })]);
    expect(made).toBe(PICTURE_WIDTHS.length);
  });

  test('are completed after a crash between two of them', async () => {
    const url = await storePhoto(640);
    let writes = 0;
    const put: typeof parts.storage.put = async (...input) => {
      writes += 1;
      if (writes === 2) throw new Error('The power is gone.');
      return parts.storage.put(...input);
    };
    const name = path.basename(url);
    await expect(
      createWidthMaker({ ...parts, storage: { ...parts.storage, put } })({ name }),
    ).rejects.toThrow('power');
    expect(await Promise.all(widthsOf(url).map(statusOf))).toEqual([200, 200, 200, 200]);
    await createWidthMaker(parts)({ name });
    await untilMade(url);
  });

  test('are removed with the picture', async () => {
    const url = await upload(await newPicture());
    await untilMade(url);
    await letWait(url);
    await sweep();
    expect(await filesOf(url)).toEqual([]);
    expect(await Promise.all(widthsOf(url).map(statusOf))).toEqual([404, 404, 404, 404]);
  });

  test('do not outlive a picture that is removed while they are made', async () => {
    const url = await storePhoto(560);
    await letWait(url);
    const remove = createPictureDeleter(parts);
    const put: typeof parts.storage.put = async (...input) => {
      await remove({ address: url });
      return parts.storage.put(...input);
    };
    await createWidthMaker({ ...parts, storage: { ...parts.storage, put } })({ name: path.basename(url) });
    expect(await filesOf(url)).toEqual([]);
  });

  test('leave nothing behind when the process crashed and the picture was removed', async () => {
    const url = await storePhoto(540);
    const name = path.basename(url);
    await letWait(url);
    await createPictureDeleter(parts)({ address: url });
    await parts.storage.put(`media/${name.replace('.webp', '-480.avif')}`, Buffer.from('late'), 'image/avif');
    await createWidthMaker(parts)({ name });
    expect(await filesOf(url)).toEqual([]);
    const [row] = await parts.db.select().from(pictures).where(eq(pictures.name, name));
    expect(row?.hasFile).toBe(false);
  });

  test('are kept in S3 and removed there', async () => {
    const s3 = await useFakeS3();
    const storage = await createStorage({ dataDir: '/nowhere', s3: s3.config });
    const url = pageAddress(await storeWebp({ ...parts, storage }, await photo(520)));
    await createWidthMaker({ ...parts, storage })({ name: path.basename(url) });
    const types = [...s3.objects.values()].map(({ contentType }) => contentType);
    // The preview and the widths.
    expect(types).toEqual(['image/webp', ...Array(1 + PICTURE_WIDTHS.length).fill('image/avif')]);
    await letWait(url);
    await createPictureDeleter({ ...parts, storage })({ address: url });
    expect(s3.objects.size).toBe(0);
  });
});

test('a picture of an older release is measured by the nightly sweep, although it has all widths', async () => {
  const url = await upload(await photo(700));
  await untilMade(url);
  const isIt = eq(pictures.name, path.basename(url));
  await parts.db.update(pictures).set({ width: null, height: null, bytes: null }).where(isIt);
  await sweep();
  const { length: bytes } = (await portal.app.inject(url)).rawPayload;
  const measured = async () => (await parts.db.select().from(pictures).where(isIt))[0];
  await expect.poll(measured, { timeout: 20_000 }).toMatchObject({ width: 700, height: 350, bytes });
});

test('a text that shows a width of a picture keeps the picture', async () => {
  const url = await upload(await newPicture());
  const [, wider = ''] = widthsOf(url);
  const { id } = (await save({ ...NEWS, body: `![x](${wider})` })).json();
  await letWait(url);
  await sweep();
  expect(await statusOf(url)).toBe(200);
  await portal.call('DELETE', `/admin/content/news/${id}`, { token: staff.token });
  await sweep();
  expect(await statusOf(url)).toBe(404);
});

test.each(['-481.avif', '-480.webp', '-480.avif.webp', '-0480.avif'])(
  'an address that ends with %s is no width',
  async (ending) => {
    const url = await storePhoto(500);
    expect(await statusOf(url.replace('.webp', ending))).toBe(404);
  },
);

test.each(['/api/media/00000000000000000000000000000000-480.avif', '/api/media/..%2f..%2fsecret-480.avif'])(
  '%s is no picture',
  async (url) => {
    expect(await statusOf(url)).toBe(404);
  },
);

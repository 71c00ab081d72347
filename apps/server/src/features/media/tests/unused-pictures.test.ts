import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { newPicture, NEWS, usePictures } from '#test/kept-pictures.ts';
import { createPictureDeleter } from '#features/media/media.jobs.ts';
import { storeWebp } from '#features/media/media.service.ts';

const { portal, staff, upload, letWait, statusOf, sweep, save } = await usePictures();

describe('an unused picture', () => {
  test('is removed a week after its upload, with its file', async () => {
    const url = await upload(await newPicture());
    await sweep();
    expect(await statusOf(url)).toBe(200);
    await letWait(url);
    await sweep();
    expect(await statusOf(url)).toBe(404);
    const files = await readdir(path.join(portal.parts.config.dataDir, 'media'));
    expect(files).not.toContain(path.basename(url));
  });

  test('waits another week when it is uploaded again, at the same address', async () => {
    const picture = await newPicture();
    const url = await upload(picture);
    await letWait(url);
    expect(await upload(picture)).toBe(url);
    await sweep();
    expect(await statusOf(url)).toBe(200);
  });

  test('has a new address when it is uploaded after its removal', async () => {
    const picture = await newPicture();
    const first = await upload(picture);
    await letWait(first);
    await sweep();
    const second = await upload(picture);
    expect(second).not.toBe(first);
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);
  });

  test('that is deleted while its file is stored leaves no file, and its upload is refused', async () => {
    const { parts } = portal;
    let name = '';
    const put: typeof parts.storage.put = async (key, ...input) => {
      name = path.basename(key);
      await letWait(name);
      await createPictureDeleter(parts)({ address: name });
      return parts.storage.put(key, ...input);
    };
    const storing = storeWebp({ ...parts, storage: { ...parts.storage, put } }, await newPicture());
    await expect(storing).rejects.toMatchObject({ code: 'conflict' });
    expect(await readdir(path.join(parts.config.dataDir, 'media'))).not.toContain(name);
  });

  test('is removed later when deleting its file failed', async () => {
    const url = await upload(await newPicture());
    await letWait(url);
    const { parts } = portal;
    const storage = { ...parts.storage, remove: () => Promise.reject(new Error('The disk is stuck.')) };
    const remove = createPictureDeleter({ ...parts, storage });
    await expect(remove({ address: url })).rejects.toThrow('stuck');
    expect(await statusOf(url)).toBe(200);
    await sweep();
    expect(await statusOf(url)).toBe(404);
  });
});

type Shown = { list: string; body: (url: string) => object };

const PATCH_NOTE = { version: '1.0.0', title: 'Title', body: 'Text', releaseDate: '2026-11-01' };
const PRODUCT = {
  storefront: 'shop',
  name: 'Cape',
  price: 4.99,
  grants: [{ kind: 'premium_coins', quantity: 10, label: 'Coins' }],
};
const REWARD = { season: 1, type: 'viewer', title: 'Cape', requiredMinutes: 10, itemId: 1 };

/** Another way to write the same address, which servers and browsers read alike. */
function escaped(url: string): string {
  return url
    .replace('media', '%6Dedia')
    .replace(/[0-9a-f]{8}\.webp$/, (end) =>
      end.replace(/./g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    );
}

const PLACES: [string, Shown][] = [
  ["an article's text", { list: '/admin/content/news', body: (url) => ({ ...NEWS, body: `![x](${url})` }) }],
  ["an article's cover", { list: '/admin/content/news', body: (url) => ({ ...NEWS, imageUrl: url }) }],
  [
    "an article's text, with escapes",
    { list: '/admin/content/news', body: (url) => ({ ...NEWS, body: `![x](${escaped(url)})` }) },
  ],
  [
    "an article's cover, with escapes",
    {
      list: '/admin/content/news',
      body: (url) => ({ ...NEWS, imageUrl: `https://a.example${escaped(url)}` }),
    },
  ],
  [
    "an article's text, by a detour",
    {
      list: '/admin/content/news',
      body: (url) => ({ ...NEWS, body: `![x](${url.replace('media/', 'media/./')})` }),
    },
  ],
  [
    'a patch note',
    { list: '/admin/content/patchnotes', body: (url) => ({ ...PATCH_NOTE, body: `[x]\n\n[x]: ${url}` }) },
  ],
  [
    "a product's description",
    {
      list: '/admin/products',
      body: (url) => ({ ...PRODUCT, description: `![x](https://a.example${url})` }),
    },
  ],
  ["a product's icon", { list: '/admin/products', body: (url) => ({ ...PRODUCT, isCustomIcon: url }) }],
  [
    "a category's description",
    {
      list: '/admin/product-categories',
      body: (url) => ({ name: url.slice(-20), description: `![](${url})` }),
    },
  ],
  [
    "a reward's description",
    { list: '/admin/twitch/rewards', body: (url) => ({ ...REWARD, description: url }) },
  ],
];

describe('a picture is kept as long as it is used by', () => {
  test.each(PLACES)('%s, and goes when that is deleted', async (_, { list, body }) => {
    const url = await upload(await newPicture());
    expect(await statusOf(escaped(url))).toBe(200);
    const saved = await portal.call('POST', list, { body: body(url), token: staff.token });
    expect([saved.statusCode, saved.body]).toEqual([200, expect.any(String)]);
    await letWait(url);
    await sweep();
    expect(await statusOf(url)).toBe(200);
    const { id, productId, categoryId, rewardId } = saved.json();
    const address = `${list}/${id ?? productId ?? categoryId ?? rewardId}`;
    const deleted = await portal.call('DELETE', address, { token: staff.token });
    expect([200, 204]).toContain(deleted.statusCode);
    await sweep();
    expect(await statusOf(url)).toBe(404);
  });

  test('a text, and goes when that is changed', async () => {
    const url = await upload(await newPicture());
    const { id } = (await save({ imageUrl: url })).json();
    await letWait(url);
    await sweep();
    expect(await statusOf(url)).toBe(200);
    await portal.call('PUT', `/admin/content/news/${id}`, { body: NEWS, token: staff.token });
    await sweep();
    expect(await statusOf(url)).toBe(404);
  });

  test('one text of several', async () => {
    const url = await upload(await newPicture());
    const [first] = await Promise.all([save({ imageUrl: url }), save({ body: `![x](${url})` })]);
    await letWait(url);
    await portal.call('DELETE', `/admin/content/news/${first.json().id}`, { token: staff.token });
    await sweep();
    expect(await statusOf(url)).toBe(200);
  });
});

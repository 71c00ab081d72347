import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { useFakeS3 } from '#test/fake-s3.ts';
import { createStorage, type Storage, type StoredFile } from './storage.ts';

const LAUNCHER = 'downloads/launcher.exe';

async function open(storage: Storage, key: string): Promise<StoredFile> {
  const file = await storage.open(key);
  if (!file) throw new Error(`There is no ${key}.`);
  return file;
}

/** A storage where so many downloads of the launcher hang after their first byte. */
async function useHangingDownloads(count: number) {
  const s3 = await useFakeS3();
  s3.put(LAUNCHER, Buffer.from('launcher'));
  s3.put('products/7.png', Buffer.from('picture'));
  const storage = await createStorage({ dataDir: '/nowhere', s3: s3.config });
  const held = s3.hold(LAUNCHER, 1);
  const launcher = await open(storage, LAUNCHER);
  const downloads = Promise.all(Array.from({ length: count }, () => launcher.read()));
  downloads.catch(() => {});
  onTestFinished(() => held.release());
  return { storage, s3, held, downloads };
}

test('requests for metadata are answered while every connection for content is in use', async () => {
  const { storage, s3, held } = await useHangingDownloads(300);
  await expect.poll(held.count).toBeGreaterThanOrEqual(50);
  expect((await open(storage, 'products/7.png')).size).toBe(7);
  expect(await storage.open('products/8.png')).toBeUndefined();
  await storage.put('products/8.png', Buffer.from('another'), 'image/png');
  expect(s3.objects.get('products/8.png')?.content.toString()).toBe('another');
  await storage.remove('products/8.png');
  expect(s3.objects.has('products/8.png')).toBe(false);
});

test('pictures are read while as many downloads run as may run', async () => {
  const { storage, held, downloads } = await useHangingDownloads(200);
  await expect.poll(held.count).toBe(200);
  const picture = await open(storage, 'products/7.png');
  expect(await text(await picture.read())).toBe('picture');
  held.release();
  expect(new Set(await Promise.all((await downloads).map(text)))).toEqual(new Set(['launcher']));
});

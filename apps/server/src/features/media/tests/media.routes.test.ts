import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { buildApp } from '#app/build-app.ts';
import { createStorage } from '#platform/storage/storage.ts';
import { useFakeS3 } from '#test/fake-s3.ts';
import { usePortal } from '#test/account-journeys.ts';
import { storeWebp } from '#features/media/media.service.ts';

const PICTURE = Buffer.from('RIFF....WEBP, as far as this test is concerned');

const { parts, app } = await usePortal();

test('a picture is served under its content hash, cacheable for a year and without active content', async () => {
  const address = await storeWebp(parts, PICTURE);
  expect(address).toMatch(/^\/media\/[0-9a-f]{32}\.webp$/);
  const response = await app.inject(`/api${address}`);
  expect(response.statusCode).toBe(200);
  expect(response.rawPayload.equals(PICTURE)).toBe(true);
  expect(response.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  const headers = { 'if-none-match': String(response.headers.etag) };
  expect((await app.inject({ url: `/api${address}`, headers })).statusCode).toBe(304);
  expect((await app.inject({ method: 'HEAD', url: `/api${address}` })).headers['content-length']).toBe(
    String(PICTURE.length),
  );
});

test('the same picture is stored once, even concurrently', async () => {
  const addresses = await Promise.all(
    Array.from({ length: 8 }, () => storeWebp(parts, Buffer.from('one picture'))),
  );
  expect(new Set(addresses).size).toBe(1);
  const files = await readdir(path.join(parts.config.dataDir, 'media'));
  expect(files.filter((name) => !name.endsWith('.webp'))).toEqual([]);
});

test('a picture in S3 is served the same', async () => {
  const s3 = await useFakeS3();
  const storage = await createStorage({ dataDir: '/nowhere', s3: s3.config });
  const other = await buildApp({ ...parts, storage }, async () => undefined);
  const address = await storeWebp({ ...parts, storage }, PICTURE);
  await storeWebp({ ...parts, storage }, PICTURE);
  const response = await other.inject(`/api${address}`);
  expect(response.rawPayload.equals(PICTURE)).toBe(true);
  expect(response.headers['content-type']).toBe('image/webp');
  expect(s3.requests.filter(({ method }) => method === 'PUT')).toHaveLength(1);
  expect([...s3.objects.values()].map(({ contentType }) => contentType)).toEqual(['image/webp']);
  await storage.remove(address.slice(1));
  await storage.remove(address.slice(1));
  expect((await other.inject(`/api${address}`)).statusCode).toBe(404);
  await other.close();
});

test.each([
  '/api/media/00000000000000000000000000000000.webp',
  '/api/media/00000000000000000000000000000000.svg',
  '/api/media/00000000000000000000000000000000.html',
  '/api/media/..%2fdownloads%2flauncher.exe',
  '/api/media/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '/api/media/.webp',
  '/api/media/',
])('%s is no picture', async (url) => {
  const response = await app.inject(url);
  expect(response.statusCode).toBe(404);
  expect(response.json().code).toBe('not_found');
});

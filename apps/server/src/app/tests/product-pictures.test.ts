import type { FastifyInstance } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { useFakeWeb } from '#test/fake-web.ts';
import { useTestParts } from '#test/test-parts.ts';
import { buildApp } from '#app/build-app.ts';
import { createBuiltPages } from '#app/site/pages.ts';

const FOLDER = '/assets/images/shop';

const parts = await useTestParts();

async function useApp(): Promise<FastifyInstance> {
  const web = await useFakeWeb({
    'client/assets/images/shop/default.png': 'the default one',
    'client/assets/images/shop/9.png': 'of the build',
  });
  const app = await buildApp(parts, async () => undefined, await createBuiltPages(parts, web));
  onTestFinished(() => app.close());
  return app;
}

const keep = (key: string, picture: string) => parts.storage.put(key, Buffer.from(picture), 'image/png');

test('serves a product’s picture and revalidates it until it changes', async () => {
  const app = await useApp();
  await keep('products/7.png', 'a cape');
  const { statusCode, headers, body } = await app.inject(`${FOLDER}/7.png`);
  expect([statusCode, body]).toEqual([200, 'a cape']);
  expect(headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=3600',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  const again = () =>
    app.inject({ url: `${FOLDER}/7.png`, headers: { 'if-none-match': String(headers.etag) } });
  expect((await again()).statusCode).toBe(304);
  await keep('products/7.png', 'another cape');
  expect((await again()).body).toBe('another cape');
});

test('falls back to the picture of the build, then to the default one', async () => {
  const app = await useApp();
  expect((await app.inject(`${FOLDER}/9.png`)).body).toBe('of the build');
  const fallback = await app.inject(`${FOLDER}/default.png`);
  expect(fallback.body).toBe('the default one');
  expect(fallback.headers['cache-control']).toBe('public, max-age=3600');
  const missing = await app.inject(`${FOLDER}/8.png`);
  expect([missing.statusCode, missing.body]).toEqual([200, 'the default one']);
  expect(missing.headers['cache-control']).toContain('max-age=0');
});

test.each(['..%2fdownloads%2fx.png', '%2e%2e', '7.PNG', '07.png', '7.svg', '-1.png', '7.png%00'])(
  '%s is not a picture address',
  async (name) => {
    const app = await useApp();
    await keep('products/x.svg', 'secret');
    expect((await app.inject(`${FOLDER}/${name}`)).statusCode).toBe(404);
  },
);

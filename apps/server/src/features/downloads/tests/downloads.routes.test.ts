import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { buildApp } from '#app/build-app.ts';
import { createStorage } from '#platform/storage/storage.ts';
import { type FakeS3, useFakeS3 } from '#test/fake-s3.ts';
import { writeFileBelow } from '#test/fake-web.ts';
import { useTestParts } from '#test/test-parts.ts';

const URL = '/download/launcher.exe';
const LAUNCHER = randomBytes(100_000);

const parts = await useTestParts();

type Place = { app: FastifyInstance; replace: (launcher: Buffer) => Promise<void>; s3?: FakeS3 };

async function useDisk(launcher?: Buffer): Promise<Place> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'waygate-download-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const versions: Buffer[] = [];
  const replace = async (content: Buffer) => {
    await writeFileBelow(dataDir, 'downloads/launcher.exe', content);
    // Far apart, so that the test does not depend on how finely the file system measures time.
    const time = 1_700_000_000 + 10 * versions.push(content);
    await utimes(path.join(dataDir, 'downloads/launcher.exe'), time, time);
  };
  if (launcher) await replace(launcher);
  await writeFileBelow(dataDir, 'downloads/other.exe', 'not listed');
  await writeFileBelow(dataDir, 'secret.txt', 'not listed');
  return { app: await useApp({ dataDir, s3: undefined }), replace };
}

async function useS3(launcher?: Buffer): Promise<Place> {
  const s3 = await useFakeS3();
  const replace = async (content: Buffer) => s3.put('downloads/launcher.exe', content);
  if (launcher) await replace(launcher);
  s3.put('downloads/other.exe', Buffer.from('not listed'));
  return { app: await useApp({ dataDir: '/nowhere', s3: s3.config }), replace, s3 };
}

async function useApp(place: Parameters<typeof createStorage>[0]): Promise<FastifyInstance> {
  const storage = await createStorage(place);
  const app = await buildApp({ ...parts, storage }, async () => undefined);
  onTestFinished(() => app.close());
  return app;
}

async function download(app: FastifyInstance, options: InjectOptions = {}) {
  return app.inject({ url: URL, ...options });
}

describe.each([
  ['the data folder', useDisk],
  ['S3', useS3],
])('the launcher from %s', (_, usePlace) => {
  test('is sent whole, with its checksum', async () => {
    const { app } = await usePlace(LAUNCHER);
    const { statusCode, headers, rawPayload } = await download(app);
    const hash = createHash('sha256').update(LAUNCHER).digest('hex');
    expect(statusCode).toBe(200);
    expect(rawPayload.equals(LAUNCHER)).toBe(true);
    expect(headers).toMatchObject({
      etag: `"${hash}"`,
      'accept-ranges': 'bytes',
      'content-length': '100000',
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="launcher.exe"',
      'x-content-type-options': 'nosniff',
    });
    expect((await app.inject(`${URL}.sha256`)).body).toBe(`${hash}  launcher.exe\n`);
  });

  test('reports its size for HEAD without a body', async () => {
    const { app } = await usePlace(LAUNCHER);
    const { statusCode, headers, rawPayload } = await download(app, { method: 'HEAD' });
    expect(statusCode).toBe(200);
    expect(headers['content-length']).toBe('100000');
    expect(headers.etag).toMatch(/^"[0-9a-f]{64}"$/);
    expect(rawPayload).toHaveLength(0);
  });

  test.each([
    ['bytes=0-0', 0, 0],
    ['bytes=10-19', 10, 19],
    ['bytes=99990-', 99_990, 99_999],
    ['bytes=-10', 99_990, 99_999],
    ['bytes=-999999', 0, 99_999],
    ['bytes=99990-999999', 99_990, 99_999],
  ])('comes in the part %s', async (range, start, end) => {
    const { app } = await usePlace(LAUNCHER);
    const { statusCode, headers, rawPayload } = await download(app, { headers: { range } });
    expect(statusCode).toBe(206);
    expect(headers['content-range']).toBe(`bytes ${start}-${end}/100000`);
    expect(headers['content-length']).toBe(String(end - start + 1));
    expect(rawPayload.equals(LAUNCHER.subarray(start, end + 1))).toBe(true);
  });

  test.each(['bytes=100000-', 'bytes=200000-300000', 'bytes=-0'])('refuses the range %s', async (range) => {
    const { app } = await usePlace(LAUNCHER);
    const response = await download(app, { headers: { range } });
    expect(response.statusCode).toBe(416);
    expect(response.headers['content-range']).toBe('bytes */100000');
    expect(response.json().code).toBe('range_not_satisfiable');
  });

  test.each(['bytes=0-1,5-6', 'bytes=5-1', 'bytes=a-b', 'items=0-1', 'bytes=', 'bytes=-'])(
    'comes whole when the Range %j means nothing',
    async (range) => {
      const { app } = await usePlace(LAUNCHER);
      const { statusCode, rawPayload } = await download(app, { headers: { range } });
      expect(statusCode).toBe(200);
      expect(rawPayload).toHaveLength(100_000);
    },
  );

  test('resumes while the file is unchanged, and restarts after a change', async () => {
    const { app, replace } = await usePlace(LAUNCHER);
    const first = String((await download(app)).headers.etag);
    const resume = () => download(app, { headers: { range: 'bytes=50000-', 'if-range': first } });
    expect((await resume()).statusCode).toBe(206);
    const next = randomBytes(60_000);
    await replace(next);
    const { statusCode, headers, rawPayload } = await resume();
    expect(statusCode).toBe(200);
    expect(rawPayload.equals(next)).toBe(true);
    expect(headers.etag).not.toBe(first);
    const weak = await download(app, { headers: { range: 'bytes=0-1', 'if-range': `W/${headers.etag}` } });
    expect(weak.statusCode).toBe(200);
  });

  test('is not sent again to a client that has it', async () => {
    const { app } = await usePlace(LAUNCHER);
    const etag = String((await download(app)).headers.etag);
    const { statusCode, rawPayload } = await download(app, { headers: { 'if-none-match': etag } });
    expect(statusCode).toBe(304);
    expect(rawPayload).toHaveLength(0);
  });

  test('answers 404 while missing, and 200 once it exists', async () => {
    const { app, replace } = await usePlace();
    for (const url of [URL, `${URL}.sha256`]) {
      const response = await app.inject(url);
      expect(response.statusCode).toBe(404);
      expect(response.json().message).toBe('The launcher is not available yet. Please try again later.');
    }
    await replace(LAUNCHER);
    expect((await download(app)).statusCode).toBe(200);
  });

  test.each([
    '/download/other.exe',
    '/download/',
    '/download/../secret.txt',
    '/download/..%2fsecret.txt',
    '/download/%2e%2e%2fsecret.txt',
    '/download/..%5csecret.txt',
    '/download/launcher.exe/../../secret.txt',
    '/download/launcher.exe%00.txt',
    '/download//etc/passwd',
    '/download/other.exe.sha256',
  ])('is the only file: not %s', async (url) => {
    const { app } = await usePlace(LAUNCHER);
    const { statusCode, body } = await app.inject(url);
    expect(statusCode).toBe(404);
    expect(body).not.toContain('not listed');
  });
});

test('an empty launcher is a whole file without ranges', async () => {
  const { app } = await useDisk(Buffer.alloc(0));
  expect((await download(app)).headers['content-length']).toBe('0');
  expect((await download(app, { headers: { range: 'bytes=0-' } })).statusCode).toBe(416);
});

test('S3 is read once for the checksum, and then only in the requested ranges', async () => {
  const { app, s3 } = await useS3(LAUNCHER);
  await download(app, { method: 'HEAD' });
  await expect.poll(() => s3?.requests.filter(({ method }) => method === 'GET')).toHaveLength(1);
  await download(app, { headers: { range: 'bytes=5-9' } });
  await download(app, { method: 'HEAD' });
  await app.inject(`${URL}.sha256`);
  expect(s3?.requests.filter(({ method }) => method === 'GET').map(({ range }) => range)).toEqual([
    undefined,
    'bytes=5-9',
  ]);
});

test('the launcher answers with a retry time while S3 is unreachable', async () => {
  const { app, s3 } = await useS3(LAUNCHER);
  s3?.failWith(403);
  const response = await download(app);
  expect(response.statusCode).toBe(503);
  expect(response.headers['retry-after']).toBe('10');
  expect(response.body).not.toMatch(/test-key|127\.0\.0\.1/);
  s3?.failWith(0);
  expect((await download(app)).statusCode).toBe(200);
});

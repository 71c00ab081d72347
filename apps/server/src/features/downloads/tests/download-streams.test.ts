import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { buildApp } from '#app/build-app.ts';
import { downloadRoutes } from '#features/downloads/downloads.routes.ts';
import { createFileHashes } from '#platform/storage/file-hashes.ts';
import { createStorage, type Storage } from '#platform/storage/storage.ts';
import { type FakeS3, useFakeS3 } from '#test/fake-s3.ts';
import { writeFileBelow } from '#test/fake-web.ts';
import { useTestParts } from '#test/test-parts.ts';
import { useTestServer } from '#test/test-server.ts';

const KEY = 'downloads/launcher.exe';
const PER_NETWORK = 8;
const TOTAL = 200;
/** More than the sockets between portal and client hold, so that a download without a reader stays open. */
const LARGE = randomBytes(16 * 1024 * 1024);

const parts = await useTestParts();

type Asked = { from?: string; method?: string; headers?: Record<string, string>; url?: string };

type Download = { response: IncomingMessage; status: number | undefined; abort: () => void };

/** Downloads that start, over real connections, as clients behind a proxy. */
async function useClients(storage: Storage) {
  const config = { ...parts.config, trustProxy: 1 };
  const app = await buildApp({ ...parts, config, storage }, async () => undefined);
  await app.listen({ host: '127.0.0.1', port: 0 });
  // A server that listens on a port has an address with one.
  const { port } = app.server.address() as AddressInfo;
  const open = new Set<ClientRequest>();
  onTestFinished(async () => {
    for (const each of open) each.destroy();
    await app.close();
  });
  const send = ({
    from = '192.0.2.1',
    method = 'GET',
    headers = {},
    url = '/download/launcher.exe',
  }: Asked = {}) => {
    const sent = request({
      port,
      host: '127.0.0.1',
      path: url,
      method,
      headers: { 'x-forwarded-for': from, ...headers },
      agent: false,
    });
    open.add(sent.on('error', () => {}));
    sent.end();
    return sent;
  };
  const start = async (asked?: Asked): Promise<Download> => {
    const sent = send(asked);
    const [response]: IncomingMessage[] = await once(sent, 'response');
    if (!response) throw new Error('unreachable: the event has a response');
    response.on('error', () => {});
    return { response, status: response.statusCode, abort: () => void sent.destroy() };
  };
  const startMany = (count: number, asked?: Asked) =>
    Promise.all(Array.from({ length: count }, () => start(asked)));
  // Waits until the checksum is known, so that it isn't read again in between.
  expect((await start({ url: '/download/launcher.exe.sha256' })).status).toBe(200);
  return { send, start, startMany };
}

type Clients = Awaited<ReturnType<typeof useClients>>;

async function useDiskClients(): Promise<Clients> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'waygate-download-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  await writeFileBelow(dataDir, KEY, LARGE);
  return useClients(await createStorage({ dataDir, s3: undefined }));
}

async function useS3Clients(): Promise<Clients & { s3: FakeS3 }> {
  const s3 = await useFakeS3();
  s3.put(KEY, LARGE);
  return { ...(await useClients(await createStorage({ dataDir: '/nowhere', s3: s3.config }))), s3 };
}

/** Waits until nothing of earlier downloads counts: exactly as many start as may run, and are aborted again. */
async function expectAllSlotsFree({ start, startMany }: Clients): Promise<void> {
  await expect
    .poll(async () => {
      const downloads = await startMany(PER_NETWORK);
      const one = await start();
      for (const { abort } of [...downloads, one]) abort();
      return [...new Set(downloads.map(({ status }) => status)), one.status];
    })
    .toEqual([200, 429]);
}

describe.each([
  ['the data folder', useDiskClients],
  ['S3', useS3Clients],
])('downloads from %s', (_, usePlace) => {
  test('run eight at a time for an address, and others have their own', async () => {
    const clients = await usePlace();
    const downloads = await clients.startMany(PER_NETWORK, { headers: { range: 'bytes=0-' } });
    expect(downloads.map(({ status }) => status)).toEqual(Array(PER_NETWORK).fill(206));
    const refused = await clients.start();
    expect(refused.status).toBe(429);
    expect(refused.response.headers).toMatchObject({ 'retry-after': '10', 'cache-control': 'no-store' });
    expect(JSON.parse(String(await buffer(refused.response)))).toMatchObject({
      code: 'too_many_requests',
      message: 'You already have 8 downloads running. Please wait until one of them has finished.',
    });
    for (const name of ['etag', 'accept-ranges', 'content-range', 'content-disposition', 'last-modified'])
      expect(refused.response.headers).not.toHaveProperty(name);
    expect((await clients.start({ from: '192.0.2.2' })).status).toBe(200);
  });

  test('free their place when the client goes away', async () => {
    const clients = await usePlace();
    const downloads = await clients.startMany(PER_NETWORK);
    expect(downloads.map(({ status }) => status)).toEqual(Array(PER_NETWORK).fill(200));
    for (const { abort } of downloads) abort();
    // Each round fills all places and leaves them by going away. The next one waits until that was noticed.
    for (let round = 0; round < 3; round += 1) await expectAllSlotsFree(clients);
  });

  test('free their place at the end', async () => {
    const clients = await usePlace();
    const downloads = await clients.startMany(PER_NETWORK, { headers: { range: 'bytes=0-99999' } });
    const sizes = await Promise.all(downloads.map(async ({ response }) => (await buffer(response)).length));
    expect(sizes).toEqual(Array(PER_NETWORK).fill(100_000));
    await expectAllSlotsFree(clients);
  });

  test('take no place when nothing of the file is sent', async () => {
    const clients = await usePlace();
    const { response, abort } = await clients.start();
    const etag = String(response.headers.etag);
    abort();
    const asked = [
      { method: 'HEAD' },
      { headers: { 'if-none-match': etag } },
      { headers: { range: `bytes=${LARGE.length}-` } },
    ];
    const answers = await Promise.all(asked.map((each) => clients.startMany(PER_NETWORK + 1, each)));
    expect(answers.map((group) => [...new Set(group.map(({ status }) => status))])).toEqual([
      [200],
      [304],
      [416],
    ]);
    await expectAllSlotsFree(clients);
  });
});

test('a download frees its place when S3 breaks off or refuses', async () => {
  const { s3, ...clients } = await useS3Clients();
  const held = s3.hold(KEY, 1);
  const downloads = await clients.startMany(PER_NETWORK);
  const broken = downloads.map(({ response }) => buffer(response).catch(() => 'broken'));
  held.cut();
  expect(await Promise.all(broken)).toEqual(Array(PER_NETWORK).fill('broken'));
  held.release();
  s3.failWith(403, 'GET');
  const refused = await clients.startMany(PER_NETWORK);
  expect(refused.map(({ status }) => status)).toEqual(Array(PER_NETWORK).fill(503));
  s3.failWith(0);
  await expectAllSlotsFree(clients);
});

test('a download frees its place when the client goes away before S3 answers', async () => {
  const { s3, ...clients } = await useS3Clients();
  const held = s3.hold(KEY, 0);
  const sent = Array.from({ length: PER_NETWORK }, () => clients.send());
  await expect.poll(held.count).toBe(PER_NETWORK);
  for (const each of sent) each.destroy();
  held.release();
  await expectAllSlotsFree(clients);
});

test('all addresses together have two hundred downloads, and later ones are asked to wait', async () => {
  const { s3, ...clients } = await useS3Clients();
  const held = s3.hold(KEY, 1);
  const networks = Array.from({ length: TOTAL / PER_NETWORK }, (_, index) => `198.51.100.${index}`);
  const downloads = await Promise.all(networks.map((from) => clients.startMany(PER_NETWORK, { from })));
  expect(new Set(downloads.flat().map(({ status }) => status))).toEqual(new Set([200]));
  expect(held.count()).toBe(TOTAL);
  const refused = await clients.start();
  expect([refused.status, refused.response.headers['retry-after']]).toEqual([503, '30']);
  expect((await clients.start({ method: 'HEAD' })).status).toBe(200);
  downloads[0]?.[0]?.abort();
  await expect.poll(async () => (await clients.start()).status).toBe(200);
});

test('a download is ended when its client takes nothing for a while', async () => {
  const storage = parts.storage;
  await storage.put(KEY, LARGE, 'application/octet-stream');
  const { app } = await useTestServer(parts.db, (_route, server) =>
    downloadRoutes(server, {
      storage,
      config: parts.config,
      hashFile: createFileHashes(storage),
      log: parts.log,
      stalledMs: 100,
    }),
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
  // A server that listens on a port has an address with one.
  const { port } = app.server.address() as AddressInfo;
  const sent = request({ port, host: '127.0.0.1', path: '/download/launcher.exe', agent: false });
  sent.end();
  const [response]: IncomingMessage[] = await once(sent, 'response');
  await expect
    .poll(() => new Promise((resolve) => app.server.getConnections((_, count) => resolve(count))))
    .toBe(0);
  await expect(response && buffer(response)).rejects.toThrow('aborted');
});

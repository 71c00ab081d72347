import type { LookupAddress } from 'node:dns';
import { describe, expect, test } from 'vitest';
import { useWebhookServer, withStatus } from '#test/webhook-server.ts';
import { createPostJson } from './post-json.ts';
import { isPublicAddress, mayBePublicHost } from './public-address.ts';

const onLoopback = { allowsHttp: true, isAllowed: (address: string) => address === '127.0.0.1' };

test.each([
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '100.64.0.1',
  '100.127.255.254',
  '127.0.0.1',
  '127.9.9.9',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  '64:ff9b::10.0.0.1',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '3fff::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  'localhost',
  '',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['8.8.8.8', '162.159.128.233', '100.63.255.255', '172.32.0.1', '2606:4700::6810:1'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test.each(['localhost', 'a.localhost', 'box.local', 'db.internal', 'intranet', '[::1]', '127.0.0.1'])(
  'the host %s is not public',
  (host) => {
    expect(mayBePublicHost(host)).toBe(false);
  },
);

describe('a webhook', () => {
  test('gets JSON, once', async () => {
    const server = await useWebhookServer();
    const post = createPostJson({ url: server.url, ...onLoopback });
    expect(await post({ content: 'Grüße', allowed_mentions: { parse: [] } })).toEqual({ kind: 'accepted' });
    expect(server.calls).toMatchObject([
      {
        path: '/api/webhooks/1/secret-token',
        headers: { 'content-type': 'application/json' },
        body: { content: 'Grüße', allowed_mentions: { parse: [] } },
      },
    ]);
  });

  test.each([
    [429, { 'retry-after': '2.5' }, { kind: 'failed', retryAfterSeconds: 3 }],
    [500, {}, { kind: 'failed' }],
    [503, { 'retry-after': 'soon' }, { kind: 'failed' }],
    [400, {}, { kind: 'refused', reason: 'the webhook answered with status 400' }],
    [404, {}, { kind: 'refused' }],
  ])('that answers %i is understood', async (status, headers, outcome) => {
    const server = await useWebhookServer();
    server.answerNext(withStatus(status, headers));
    expect(await createPostJson({ url: server.url, ...onLoopback })({})).toMatchObject(outcome);
  });

  test('redirects nowhere', async () => {
    const server = await useWebhookServer();
    const other = await useWebhookServer();
    for (const status of [301, 302, 303, 307, 308]) {
      server.answerNext(withStatus(status, { location: other.url }));
      expect(await createPostJson({ url: server.url, ...onLoopback })({})).toMatchObject({ kind: 'refused' });
    }
    expect(other.calls).toEqual([]);
  });

  test('that hangs, or answers for ever, is left', async () => {
    const server = await useWebhookServer();
    const post = createPostJson({ url: server.url, timeoutMs: 200, ...onLoopback });
    server.answerNext(() => {});
    expect(await post({})).toEqual({ kind: 'failed', reason: 'the webhook did not answer in time' });
    server.answerNext((response) => void response.writeHead(200).write('and'));
    expect(await post({})).toEqual({ kind: 'accepted' });
    server.answerNext((response) => response.destroy());
    expect(await post({})).toEqual({
      kind: 'failed',
      reason: 'the webhook could not be reached (ECONNRESET)',
    });
  });

  test('without https is refused', () => {
    expect(() => createPostJson({ url: 'http://example.com/hook' })).toThrow('https');
  });
});

describe('a private address', () => {
  test.each([
    'http://127.0.0.1',
    'http://[::1]',
    'http://[::ffff:127.0.0.1]',
    'http://0.0.0.0',
    'http://2130706433',
  ])('gets no connection as %s', async (origin) => {
    const server = await useWebhookServer();
    const post = createPostJson({ url: `${origin}:${server.port}/hook`, allowsHttp: true });
    expect(await post({})).toEqual({ kind: 'refused', reason: 'the address is not public' });
    expect(server.connections()).toBe(0);
  });

  test('gets no connection by a name', async () => {
    const server = await useWebhookServer();
    const post = createPostJson({ url: `http://localhost:${server.port}/hook`, allowsHttp: true });
    expect(await post({})).toEqual({ kind: 'refused', reason: 'the address is not public' });
    expect(server.connections()).toBe(0);
  });

  test('gets none by a name that has a public address as well, which does not answer', async () => {
    const server = await useWebhookServer();
    const post = createPostJson({
      url: `http://hooks.example.com:${server.port}/hook`,
      allowsHttp: true,
      isAllowed: (address) => address === '127.0.0.2',
      resolve: (_hostname, _options, callback) =>
        callback(null, [
          { address: '127.0.0.2', family: 4 },
          { address: '127.0.0.1', family: 4 },
        ]),
    });
    expect(await post({})).toMatchObject({ kind: 'failed' });
    expect(server.connections()).toBe(0);
  });

  test('gets none by a name that was public a moment ago', async () => {
    const server = await useWebhookServer();
    const asked: string[] = [];
    const answers: LookupAddress[][] = [
      [{ address: '127.0.0.1', family: 4 }],
      [{ address: '10.0.0.1', family: 4 }],
      [
        { address: '::ffff:10.0.0.1', family: 6 },
        { address: '127.0.0.1', family: 4 },
      ],
    ];
    const post = createPostJson({
      url: `http://hooks.example.com:${server.port}/hook`,
      ...onLoopback,
      resolve: (hostname, _, callback) => {
        asked.push(hostname);
        callback(null, answers.shift() ?? []);
      },
    });
    expect(await post({})).toEqual({ kind: 'accepted' });
    // Another connection, another look-up: nothing of the first is trusted.
    expect(await post({})).toEqual({ kind: 'refused', reason: 'the address is not public' });
    // Of several addresses only the allowed one is connected to.
    expect(await post({})).toEqual({ kind: 'accepted' });
    expect(asked).toEqual(['hooks.example.com', 'hooks.example.com', 'hooks.example.com']);
  });
});

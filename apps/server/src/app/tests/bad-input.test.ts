import { API_BASE, type Endpoint, endpointUrl } from '@waygate/contract/endpoint';
import { errorBodySchema } from '@waygate/contract/errors';
import { OWNER_PERMISSION } from '@waygate/contract/ranks';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { addBridgeToken, allowLoopback } from '#features/game-servers/game-servers.ts';
import { createFindViewer } from '#features/sessions/sessions.queries.ts';
import type { FindViewer } from '#platform/auth/viewer.ts';
import { createOwner, createSignedInPlayer, type Portal, randomAddress } from '#test/account-journeys.ts';
import { createShop } from '#test/shop-journeys.ts';
import { startTwitchServer, type TwitchServer } from '#test/twitch-server.ts';
import { fileOf, formPayload } from '#test/forms.ts';
import { nastyValue, readContract, spoiledInput, validInput } from '#test/contract-arbitraries.ts';
import { PICTURE_BEGINNINGS } from '#test/fuzz/multipart.ts';

const CONTRACT = await readContract();
const WITH_BODY = CONTRACT.filter(([, { body }]) => body);
const WITH_PARAMS = CONTRACT.filter(([, { params }]) => params);
const WITH_UPLOAD = CONTRACT.filter(([, { upload }]) => upload);
const WITH_QUERY = CONTRACT.filter(([, { query }]) => query);

let portal: Portal;
let twitch: TwitchServer;
let findViewer: FindViewer;
let lastOwner: ReturnType<typeof createOwner>;
beforeAll(async () => {
  twitch = await startTwitchServer();
  portal = await createShop({ config: { twitch: twitch.config } });
  findViewer = createFindViewer(portal.parts.db);
  // Most paths lead to this account.
  await createSignedInPlayer(portal);
  lastOwner = createOwner(portal);
});
afterAll(async () => {
  await portal.close();
  await twitch.close();
});

/** Sends to the endpoint as somebody who may call it. A full limit is forgotten, and the request sent again. */
async function caller({ method, access }: Endpoint) {
  const isBridge = access === 'bridge';
  let { token, address } = isBridge ? await bridge() : await owner();
  return async (url: string, { headers, ...options }: InjectOptions = {}) => {
    const send = () =>
      portal.app.inject({
        method,
        url,
        remoteAddress: address(),
        headers: { authorization: `Bearer ${token}`, ...headers },
        ...options,
      });
    const response = await send();
    if (response.statusCode !== 429) return response;
    // Not deleted: requests run at once, and lock these rows in another order.
    await portal.parts.db.execute(sql`truncate rate_limits`);
    const next = await send();
    if (next.statusCode !== 429 || isBridge) return next;
    ({ token, address } = await newOwner());
    return send();
  };
}

/** The same for all tests, because lists of a thousand owners take long, while no request has ended the session. */
async function owner() {
  const { token } = await lastOwner;
  const viewer = await findViewer(token, randomAddress());
  return viewer?.permission === OWNER_PERMISSION ? { token, address: randomAddress } : newOwner();
}

async function newOwner() {
  lastOwner = createOwner(portal);
  return { token: (await lastOwner).token, address: randomAddress };
}

async function bridge() {
  await allowLoopback(portal.parts.db);
  return { token: await addBridgeToken(portal.parts.db, 'bad input'), address: () => '127.0.0.1' };
}

/** An answer below 400, or one that says what is wrong and nothing of the inside. */
function expectCivil(response: LightMyRequestResponse): void {
  if (response.statusCode < 400) return;
  expect(response.statusCode).toBeLessThan(500);
  expect(z.safeParse(errorBodySchema, response.json()).error).toBeUndefined();
  expect(response.body).not.toMatch(/\n\s+at |node_modules|select |insert |\$argon2/);
  // The library's own words: each field has a sentence of ours.
  expect(response.body).not.toMatch(/"(Invalid (input|option)|Too (small|big)|Expected |Unrecognized)/);
}

/** A path that leads to the endpoint when it has no body of interest. */
const anyPath = ({ path }: Endpoint) =>
  `${API_BASE}${path
    .replace('/admin/bulk/:id', '/admin/bulk/00000000-0000-4000-8000-000000000000')
    .replace(':name', `${'0'.repeat(32)}.webp`)
    .replace(/:\w+/g, '1')}`;

const json = (body: unknown): InjectOptions => ({
  headers: { 'content-type': 'application/json' },
  payload: JSON.stringify(body) ?? '',
});

/** The fields of a form: whatever is no text is written as JSON. */
function asText(body: unknown): Record<string, string> {
  if (typeof body !== 'object' || body === null) return {};
  const fields = Object.entries(body).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
  ]);
  return Object.fromEntries(fields);
}

test('the server serves every endpoint of the contract', () => {
  expect(CONTRACT.length).toBeGreaterThan(15);
  const missing = CONTRACT.filter(
    ([, { method, path }]) => !portal.app.hasRoute({ method, url: `${API_BASE}${path}` }),
  );
  expect(missing.map(([name]) => name)).toEqual([]);
});

describe('a malformed body', () => {
  test.concurrent.each(WITH_BODY)('is refused by %s', async (_, endpoint) => {
    const send = await caller(endpoint);
    const schema = endpoint.body ?? z.unknown();
    const run = fc.assert(
      fc.asyncProperty(spoiledInput(schema), async (body) => {
        const response = await send(anyPath(endpoint), json(body));
        expectCivil(response);
        const sent: unknown = body === undefined ? undefined : JSON.parse(JSON.stringify(body));
        const isRefused = response.statusCode >= 400;
        expect(isRefused || z.safeParse(schema, sent).success).toBe(true);
      }),
      { numRuns: 40 },
    );
    await expect(run).resolves.toBeUndefined();
  });

  test.concurrent.each(WITH_BODY)(
    'does not cause a server error in %s when its shape is right',
    async (_, endpoint) => {
      const send = await caller(endpoint);
      const run = fc.assert(
        fc.asyncProperty(validInput(endpoint.body ?? z.unknown()), async (body) =>
          expectCivil(await send(anyPath(endpoint), json(body))),
        ),
        { numRuns: 10 },
      );
      await expect(run).resolves.toBeUndefined();
    },
  );
});

describe('a malformed form', () => {
  const file = fc
    .oneof(fc.uint8Array({ maxLength: 2000 }), fc.constantFrom(...PICTURE_BEGINNINGS))
    .map((bytes) => Buffer.from(bytes));

  test.concurrent.each(WITH_UPLOAD)('meets no fault in %s', async (_, endpoint) => {
    const send = await caller(endpoint);
    const fields = endpoint.body
      ? fc.oneof(validInput(endpoint.body), spoiledInput(endpoint.body))
      : nastyValue;
    const run = fc.assert(
      fc.asyncProperty(fields, fc.option(file), async (body, content) => {
        const form = { ...asText(body), ...(content && { image: fileOf(content) }) };
        expectCivil(await send(anyPath(endpoint), await formPayload(form)));
      }),
      { numRuns: 30 },
    );
    await expect(run).resolves.toBeUndefined();
  });
});

describe('a body that is not JSON', () => {
  const UNREADABLE: [name: string, status: number[], options: InjectOptions][] = [
    ['broken', [400], { headers: { 'content-type': 'application/json' }, payload: '{"username":' }],
    ['cut off', [400], { headers: { 'content-type': 'application/json' }, payload: '{"a":"\\ud83' }],
    // A form with a file must be one.
    ['nothing', [400, 415], { headers: { 'content-type': 'application/json' }, payload: '' }],
    [
      'not UTF-8',
      [400],
      { headers: { 'content-type': 'application/json' }, payload: Buffer.from([0xff, 0xfe, 0]) },
    ],
    ['deep', [400], { headers: { 'content-type': 'application/json' }, payload: '['.repeat(200_000) }],
    ['poison', [400], { headers: { 'content-type': 'application/json' }, payload: '{"__proto__":{"a":1}}' }],
    ['text', [415], { headers: { 'content-type': 'text/plain' }, payload: 'username=a' }],
    ['a form', [415], { headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: 'a=1' }],
    ['of an odd type', [400, 415], { headers: { 'content-type': '☃/\u007f' }, payload: '{}' }],
    [
      'ten megabytes',
      [413],
      { headers: { 'content-type': 'application/json' }, payload: `"${'x'.repeat(10_485_760)}"` },
    ],
  ];

  test.concurrent.each(
    WITH_BODY.flatMap(([name, endpoint]) => UNREADABLE.map((row) => [name, ...row, endpoint] as const)),
  )('is refused by %s when it is %s', async (_, __, statuses, options, endpoint) => {
    const send = await caller(endpoint);
    const response = await send(anyPath(endpoint), options);
    expectCivil(response);
    expect(statuses).toContain(response.statusCode);
  });
});

describe('a malformed address', () => {
  const RAW = ['%00', '%ED%A0%80', '%zz', '%', '..%2f..%2fetc', '__proto__', 'constructor', 'x'.repeat(5000)];
  const piece = fc.oneof(
    fc.constantFrom(...RAW),
    nastyValue
      .filter((value) => typeof value === 'string' && value.isWellFormed())
      .map((value) => encodeURIComponent(String(value)).slice(0, 8000)),
    fc.integer().map(String),
  );

  test.concurrent.each(WITH_PARAMS)('meets no fault in %s', async (_, endpoint) => {
    const send = await caller(endpoint);
    const body = endpoint.body ? fc.oneof(validInput(endpoint.body), nastyValue) : fc.constant(undefined);
    const run = fc.assert(
      fc.asyncProperty(piece, body, async (value, content) => {
        const url = `${API_BASE}${endpoint.path.replace(/:\w+/g, () => value)}`;
        expectCivil(await send(url, content === undefined ? {} : json(content)));
      }),
      { numRuns: 25 },
    );
    await expect(run).resolves.toBeUndefined();
  });

  test.concurrent.each(WITH_QUERY)(
    'does not cause a server error in %s with a malformed query',
    async (_, endpoint) => {
      const send = await caller(endpoint);
      const names = fc.oneof(fc.constantFrom('limit', '__proto__', 'limit[]', 'toString'), piece);
      const run = fc.assert(
        fc.asyncProperty(fc.array(fc.tuple(names, piece), { minLength: 1, maxLength: 4 }), async (pairs) => {
          const query = pairs.map(([name, value]) => `${name}=${value}`).join('&');
          expectCivil(await send(`${anyPath(endpoint)}?${query}`));
        }),
        { numRuns: 25 },
      );
      await expect(run).resolves.toBeUndefined();
    },
  );
});

test('refuses a caller without access before reading a large body', async () => {
  const players = CONTRACT.filter(([, { access, method }]) => access !== 'visitor' && method !== 'GET');
  const text = { headers: { 'content-type': 'application/json' }, payload: `"${'x'.repeat(1_000_000)}"` };
  const form = await formPayload({ image: fileOf(Buffer.alloc(1_000_000)) });
  for (const [, { method, path, upload }] of players) {
    const url = endpointUrl({ path: path.replace(/:\w+/g, '1') });
    for (const payload of upload ? [text, form] : [text]) {
      const response = await portal.app.inject({ method, url, ...payload });
      expect([path, response.statusCode]).toEqual([path, 401]);
    }
  }
});

test('refuses every kind of malformed authorization header the same way', async () => {
  const tokens = fc.oneof(
    fc.constantFrom(
      '',
      'Bearer',
      'Bearer ',
      'Basic YTpi',
      `Bearer ${'A'.repeat(43)}`,
      `bearer ${'A'.repeat(10_000)}`,
    ),
    fc.stringMatching(/^[ -~]{0,100}$/),
  );
  const run = fc.assert(
    fc.asyncProperty(tokens, async (authorization) => {
      const response = await portal.app.inject({ url: '/api/user/profile', headers: { authorization } });
      expect(response.statusCode).toBe(401);
      expectCivil(response);
    }),
    { numRuns: 50 },
  );
  await expect(run).resolves.toBeUndefined();
});

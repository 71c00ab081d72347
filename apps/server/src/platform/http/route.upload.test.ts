import { Readable } from 'node:stream';
import { endpoint } from '@waygate/contract/endpoint';
import { line } from '@waygate/contract/text';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { fileOf, formPayload } from '#test/forms.ts';
import { signedInAs, useTestServer } from '#test/test-server.ts';
import { UPLOAD_MAX_BYTES } from './read-form.ts';

const TITLE_MESSAGE = 'The title has 1 to 10 characters.';

const write = {
  path: '/things',
  access: { section: 'news' },
  summary: 'A thing with a picture.',
  body: z.object({
    title: line({ min: 1, max: 10, message: TITLE_MESSAGE }),
    minutes: z.optional(z.string()),
  }),
  response: z.object({ title: z.string(), bytes: z.nullable(z.int()) }),
} as const;
const writeThing = endpoint({ ...write, method: 'POST', upload: { field: 'image', isRequired: false } });
const keepPicture = endpoint({
  method: 'POST',
  path: '/pictures',
  access: { section: 'news' },
  limit: { by: 'account', points: 50, windowSeconds: 60 },
  summary: 'A picture.',
  upload: { field: 'image', isRequired: true },
  response: z.object({ text: z.string() }),
});

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function useUploads() {
  const { app } = await useTestServer(database.db, (route) => {
    route(writeThing, async ({ body, upload }) => ({ title: body.title, bytes: upload?.length ?? null }));
    route(keepPicture, async ({ upload }) => ({ text: upload.toString() }));
  });
  const post = (path: string, { headers, ...options }: InjectOptions) =>
    app.inject({
      method: 'POST',
      url: `/api${path}`,
      headers: { ...signedInAs({ webMgt: 11 }), ...headers },
      ...options,
    });
  return { app, post };
}

describe('a form', () => {
  test('provides its parsed text fields and its file', async () => {
    const { post } = await useUploads();
    const form = await formPayload({ title: 'A cape', image: fileOf('bytes'), unknown: 'left out' });
    expect((await post('/things', form)).json()).toEqual({ title: 'A cape', bytes: 5 });
    const picture = await formPayload({ image: fileOf('bytes of a picture') });
    expect((await post('/pictures', picture)).json()).toEqual({ text: 'bytes of a picture' });
  });

  test('may omit an optional file, also as JSON', async () => {
    const { post } = await useUploads();
    const withoutFile = { title: 'A cape', bytes: null };
    expect((await post('/things', await formPayload({ title: 'A cape' }))).json()).toEqual(withoutFile);
    const untouched = await formPayload({
      title: 'A cape',
      image: fileOf('', '', 'application/octet-stream'),
    });
    expect((await post('/things', untouched)).json()).toEqual(withoutFile);
    expect((await post('/things', { payload: { title: 'A cape' } })).json()).toEqual(withoutFile);
  });

  test('is refused without a required file, also as JSON', async () => {
    const { post } = await useUploads();
    const message = 'Please choose a file.';
    for (const fields of [{}, { title: 'A cape' }, { image: fileOf('', '', 'application/octet-stream') }]) {
      const answer = await post('/pictures', await formPayload(fields));
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ code: 'validation_failed', message, fields: { image: message } });
    }
    const json = await post('/pictures', { payload: { image: 'bytes' } });
    expect([json.statusCode, json.json().message]).toEqual([
      415,
      'Please send the file as multipart form data.',
    ]);
  });

  test('is validated against the body’s schema', async () => {
    const { post } = await useUploads();
    for (const title of ['', 'x'.repeat(11), 'a\u0000b']) {
      const answer = await post('/things', await formPayload({ title, image: fileOf('x') }));
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ code: 'validation_failed', fields: { title: TITLE_MESSAGE } });
    }
  });

  test.each([
    ['two files', { title: 'a', image: [fileOf('1'), fileOf('2')] }, 400],
    ['a file where none belongs', { title: 'a', other: fileOf('1') }, 400],
    ['a file in a text field', { title: fileOf('a') }, 400],
    ['text in the field of the file', { title: 'a', image: 'text' }, 400],
    ['a field twice', { title: ['a', 'b'] }, 400],
    [
      'too many fields',
      Object.fromEntries(Array.from({ length: 31 }, (_, index) => [`field${index}`, 'x'])),
      400,
    ],
    ['a field that is too long', { title: 'x'.repeat(8193) }, 413],
    ['a field of every object', { title: 'a', toString: 'x' }, 400],
    ['a field that pollutes', JSON.parse('{"title":"a","__proto__":"x"}'), 400],
  ])('with %s is refused', async (_, fields: Parameters<typeof formPayload>[0], status) => {
    const { post } = await useUploads();
    const answer = await post('/things', await formPayload(fields));
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ message: expect.any(String), requestId: expect.any(String) });
  });

  test('is refused when malformed, wherever it breaks', async () => {
    const { post } = await useUploads();
    const { headers, payload } = await formPayload({ title: 'a', image: fileOf('x'.repeat(500)) });
    for (let length = 0; length < payload.length - 2; length += 23) {
      const answer = await post('/things', { headers, payload: payload.subarray(0, length) });
      expect([length, answer.statusCode]).toEqual([length, 400]);
    }
    for (const type of [
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'multipart/form-data; boundary=x',
    ]) {
      const answer = await post('/things', { headers: { 'content-type': type }, payload });
      expect(answer.statusCode).toBe(400);
    }
  });
});

describe('the size of a file', () => {
  test('is at most 5 MiB, to the byte', async () => {
    const { post } = await useUploads();
    const largest = await formPayload({ title: 'a', image: fileOf(Buffer.alloc(UPLOAD_MAX_BYTES)) });
    expect((await post('/things', largest)).json()).toEqual({ title: 'a', bytes: UPLOAD_MAX_BYTES });
    const larger = await formPayload({ title: 'a', image: fileOf(Buffer.alloc(UPLOAD_MAX_BYTES + 1)) });
    const answer = await post('/things', larger);
    expect(answer.statusCode).toBe(413);
    expect(answer.json()).toMatchObject({
      code: 'payload_too_large',
      message: 'This file is too large. Please choose one of at most 5 MB.',
    });
  });

  test('is checked before reading when the request declares it', async () => {
    const { post } = await useUploads();
    let isRead = false;
    const body = new Readable({
      read() {
        isRead = true;
        this.push(null);
      },
    });
    const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '999999999' };
    const answer = await post('/things', { headers, payload: body });
    expect([answer.statusCode, isRead]).toEqual([413, false]);
  });

  test('is counted while reading when it is not declared, and the caller still receives the refusal', async () => {
    const { app } = await useUploads();
    const origin = await app.listen({ port: 0, host: '127.0.0.1' });
    const head = '--x\r\ncontent-disposition: form-data; name="image"; filename="a"\r\n\r\n';
    async function* endless() {
      yield Buffer.from(head);
      for (let index = 0; index < 64; index += 1) yield Buffer.alloc(512 * 1024);
    }
    const request: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      headers: { ...signedInAs({ webMgt: 11 }), 'content-type': 'multipart/form-data; boundary=x' },
      body: Readable.toWeb(Readable.from(endless())) as ReadableStream<Uint8Array>,
      duplex: 'half',
    };
    const response = await fetch(`${origin}/api/things`, request);
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: 'payload_too_large' });
  });
});

test('a caller without access is refused before the file, and the limit counts before the body is read', async () => {
  const { app } = await useUploads();
  const form = await formPayload({ image: fileOf(Buffer.alloc(1_000_000)) });
  for (const [caller, status] of [
    [{}, 401],
    [signedInAs(), 403],
    [signedInAs({ webMgt: 7 }), 403],
  ] as const) {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/pictures',
      ...form,
      headers: { ...caller, ...form.headers },
    });
    expect(answer.statusCode).toBe(status);
  }
  const headers = {
    ...signedInAs({ accountId: 7, webMgt: 11 }),
    'content-type': 'multipart/form-data; boundary=x',
  };
  const send = () => app.inject({ method: 'POST', url: '/api/pictures', headers, payload: 'broken' });
  const statuses = await Promise.all(Array.from({ length: 60 }, async () => (await send()).statusCode));
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
});

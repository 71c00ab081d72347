import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Endpoint, endpointUrl } from '@waygate/contract/endpoint';
import { accessInWords } from '@waygate/contract/endpoint-words';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { createPortal, usePortal } from '#test/account-journeys.ts';

const CONTRACT = path.join(import.meta.dirname, '../../../../../packages/contract/src');

type Operation = {
  operationId: string;
  summary: string;
  security?: object[];
  requestBody?: {
    content: Record<string, { schema: { properties: Record<string, object>; required: string[] } }>;
  };
  responses: object;
};
type Document = { openapi: string; paths: Record<string, Record<string, Operation>> };

const { app } = await usePortal();

/** Every endpoint that the contract states. */
async function contractEndpoints(): Promise<Endpoint[]> {
  const files = await readdir(CONTRACT, { recursive: true });
  const modules = await Promise.all(
    files
      .filter((file) => file.endsWith('.endpoints.ts'))
      .map(async (file): Promise<Record<string, Endpoint>> => import(path.join(CONTRACT, file))),
  );
  return modules.flatMap((module) => Object.values(module));
}

async function readDocument(): Promise<Document> {
  return (await app.inject('/api/docs/json')).json();
}

describe('the OpenAPI document', () => {
  test('lists every endpoint of the contract, with its access, and nothing else', async () => {
    const endpoints = await contractEndpoints();
    expect(endpoints.length).toBeGreaterThan(15);
    const expected = endpoints.map((endpoint) => ({
      address: `${endpoint.method} /api${endpoint.path.replace(/:(\w+)/g, '{$1}')}`,
      summary: `${endpoint.summary} For ${accessInWords(endpoint.access, endpoint.sudo)}.`,
      isOpen: endpoint.access === 'visitor',
    }));
    const { paths } = await readDocument();
    const listed = Object.entries(paths).flatMap(([url, operations]) =>
      Object.entries(operations).map(([method, { summary, security }]) => ({
        address: `${method.toUpperCase()} ${url}`,
        summary,
        isOpen: security === undefined,
      })),
    );
    expect(listed.toSorted(byAddress)).toEqual(expected.toSorted(byAddress));
  });

  test('is valid OpenAPI 3.1, and every schema in it is valid JSON Schema', async () => {
    const document = await readDocument();
    expect(document.openapi).toBe('3.1.0');
    expect(JSON.stringify(document)).not.toContain(String(Number.MAX_SAFE_INTEGER));
    const schemas = collectSchemas(document);
    expect(schemas.length).toBeGreaterThan(25);
    for (const schema of schemas) expect(z.fromJSONSchema(schema)).toBeInstanceOf(z.ZodType);
    const ids = Object.values(document.paths).flatMap((operations) =>
      Object.values(operations).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('documents uploads as forms, and also as JSON where the file is optional', async () => {
    const { paths } = await readDocument();
    const image = paths['/api/admin/content/images']?.post?.requestBody?.content ?? {};
    expect(Object.keys(image)).toEqual(['multipart/form-data']);
    expect(image['multipart/form-data']?.schema).toMatchObject({
      properties: { image: { type: 'string', format: 'binary' } },
      required: ['image'],
    });
    const reward = paths['/api/admin/twitch/rewards']?.post?.requestBody?.content ?? {};
    expect(Object.keys(reward)).toEqual(['multipart/form-data', 'application/json']);
    const form = reward['multipart/form-data']?.schema;
    expect(Object.keys(form?.properties ?? {})).toEqual(expect.arrayContaining(['title', 'image']));
    expect(form?.required).not.toContain('image');
    expect(reward['application/json']?.schema.properties).not.toHaveProperty('image');
  });

  test('documents the success and failure responses of every operation', async () => {
    const { paths } = await readDocument();
    for (const operation of Object.values(paths).flatMap((operations) => Object.values(operations))) {
      expect(Object.keys(operation.responses)).toEqual([expect.stringMatching(/^(200|204|302)$/), 'default']);
    }
  });

  test('names only addresses that exist', async () => {
    for (const endpoint of await contractEndpoints()) {
      const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
      const values = Object.fromEntries(names.map((name) => [name, 1]));
      const { url, method } = { url: endpointUrl(endpoint, values), method: endpoint.method };
      expect([url, app.findRoute({ url: `/api${endpoint.path}`, method }) !== null]).toEqual([url, true]);
    }
  });
});

test('docs/API.md matches the contract, and the lists of docs/OPERATIONS.md the code', async () => {
  const script = path.join(import.meta.dirname, '../../../../../scripts/generate-api-docs.mjs');
  const check = promisify(execFile)(process.execPath, [script, '--check']);
  await expect(check).resolves.toMatchObject({ stderr: '' });
});

test.each(['/api/docs', '/api/docs/'])(
  'the page at %s loads its assets from this server only',
  async (url) => {
    const page = await app.inject(url);
    expect(page.statusCode).toBe(200);
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toMatch(/https?:|validator/);
    const assets = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, asset = '']) => asset);
    expect(assets.length).toBeGreaterThan(3);
    for (const asset of assets) {
      const { pathname } = new URL(asset, `http://localhost${url}`);
      expect([asset, (await app.inject(pathname)).statusCode]).toEqual([asset, 200]);
    }
  },
);

test('nothing of the documentation is served where it is off', async () => {
  const { app: silent, close } = await createPortal({ config: { apiDocs: false } });
  onTestFinished(close);
  for (const url of [
    '/api/docs',
    '/api/docs/',
    '/api/docs/json',
    '/api/docs/yaml',
    '/api/docs/static/index.css',
  ]) {
    const { statusCode, body } = await silent.inject(url);
    expect([url, statusCode, body]).toEqual([url, 404, expect.not.stringContaining('openapi')]);
  }
  expect((await silent.inject('/api/content/news')).statusCode).toBe(200);
});

function byAddress(a: { address: string }, b: { address: string }): number {
  return a.address.localeCompare(b.address);
}

type JsonSchema = Parameters<typeof z.fromJSONSchema>[0];

function collectSchemas(node: unknown): JsonSchema[] {
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) => {
    if (key === 'schema' && typeof value === 'object' && value !== null && !('$ref' in value)) return [value];
    return collectSchemas(value);
  });
}

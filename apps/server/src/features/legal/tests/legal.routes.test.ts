import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '#app/build-app.ts';
import { useTestParts } from '#test/test-parts.ts';

const BRAND = {
  name: 'Fire & *Ice* <script>',
  communityUrl: 'https://chat.example/a_b_c',
  contactEmail: 'staff_1@play.example',
};

const parts = await useTestParts();

async function useAppWith(files: Record<string, string>): Promise<FastifyInstance> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'waygate-legal-'));
  const folder = path.join(dataDir, 'content', 'legal');
  await mkdir(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  const config = { ...parts.config, dataDir, brand: BRAND, publicOrigin: 'https://play.example' };
  const app = await buildApp({ ...parts, config }, async () => undefined);
  onTestFinished(async () => {
    await app.close();
    await rm(dataDir, { recursive: true });
  });
  return app;
}

test.each([
  [
    'tos',
    'Terms and Conditions of Use',
    ['PEGI 13', 'no refunds for donations', 'two weeks', '30 days', 'three months'],
  ],
  ['legal', 'Legal Notice', ['Greece']],
  ['privacy', 'Privacy Policy', ['cookies', 'game accounts']],
])('a visitor reads %s with the values of this installation', async (slug, title, facts) => {
  const app = await useAppWith({});
  const response = await app.inject(`/api/content/legal/${slug}`);
  expect(response.statusCode).toBe(200);
  const page = response.json();
  expect(page).toMatchObject({ slug, title, updated: '2025-06-24' });
  for (const fact of facts) expect(page.bodyHtml.toLowerCase()).toContain(fact.toLowerCase());
  expect(page.bodyHtml).not.toContain('{{');
  expect(page.bodyHtml).not.toContain('<h1');
  // The name is text, whatever it is made of.
  expect(page.bodyHtml).toContain('Fire &#x26; *Ice* &#x3C;script>');
  expect(page.bodyHtml).not.toContain('<script');
});

test('addresses in the values become links', async () => {
  const app = await useAppWith({});
  const { bodyHtml } = (await app.inject('/api/content/legal/legal')).json();
  expect(bodyHtml).toContain('<a href="https://chat.example/a_b_c" rel="noopener">');
  expect(bodyHtml).toContain('<a href="mailto:staff_1@play.example" rel="noopener">staff_1@play.example</a>');
});

test('an operator’s text replaces one page and leaves the others', async () => {
  const app = await useAppWith({
    'tos.md':
      '---\ntitle: Rules of {{brandName}}\ndescription: Short.\nupdated: 2026-01-02\n---\n\nBe kind. {{unknown}}\n',
  });
  const { title, updated, bodyHtml } = (await app.inject('/api/content/legal/tos')).json();
  expect({ title, updated }).toEqual({ title: 'Rules of Fire & *Ice* <script>', updated: '2026-01-02' });
  expect(bodyHtml).toBe('<p>Be kind. {{unknown}}</p>');
  expect((await app.inject('/api/content/legal/privacy')).json().title).toBe('Privacy Policy');
});

test('an unknown legal page is not found', async () => {
  const app = await useAppWith({ 'secret.md': '---\ntitle: x\n---\n' });
  for (const slug of ['secret', '..%2f..%2fpackage', 'TOS']) {
    const response = await app.inject(`/api/content/legal/${slug}`);
    expect(response.statusCode).toBe(404);
    expect(response.json().code).toBe('not_found');
  }
});

test('a faulty text names its file in the log and not in the answer', async () => {
  const app = await useAppWith({ 'tos.md': 'no front matter' });
  const response = await app.inject('/api/content/legal/tos');
  expect(response.statusCode).toBe(500);
  expect(response.body).not.toContain('tos.md');
});

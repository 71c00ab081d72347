import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '#app/build-app.ts';
import { createBuiltPages } from '#app/site/pages.ts';
import { useFakeWeb } from '#test/fake-web.ts';
import { useTestParts } from '#test/test-parts.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const parts = await useTestParts();

async function useSite(securityContact: string) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'waygate-data-'));
  const config = { ...parts.config, dataDir, publicOrigin: 'https://play.example', securityContact };
  const own = { ...parts, config };
  const app = await buildApp(own, async () => undefined, await createBuiltPages(own, await useFakeWeb()));
  onTestFinished(async () => {
    await app.close();
    await rm(dataDir, { recursive: true });
  });
  return app;
}

test('security.txt names the contact, its own address and an end within a year', async () => {
  const app = await useSite('mailto:security@play.example');
  const { statusCode, headers, body } = await app.inject('/.well-known/security.txt');
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  const fields = Object.fromEntries(
    body
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/, 2)),
  );
  expect(fields).toEqual({
    Contact: 'mailto:security@play.example',
    Expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/),
    'Preferred-Languages': 'en',
    Canonical: 'https://play.example/.well-known/security.txt',
  });
  const daysLeft = (Date.parse(fields.Expires ?? '') - Date.now()) / DAY_MS;
  expect(daysLeft).toBeGreaterThan(30);
  expect(daysLeft).toBeLessThan(365);
});

test('/security.txt redirects to the address of the standard', async () => {
  const app = await useSite('https://play.example/report');
  const { statusCode, headers } = await app.inject('/security.txt');
  expect([statusCode, headers.location]).toEqual([301, '/.well-known/security.txt']);
  expect((await app.inject('/.well-known/security.txt')).body).toContain(
    'Contact: https://play.example/report\n',
  );
});

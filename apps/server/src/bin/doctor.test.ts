import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Finding } from '#features/doctor/doctor.ts';
import { urlOf, useTestDatabase } from '#test/database.ts';

const SECRETS = {
  OWNER_PASSWORD: 's3cret-owner',
  BRIDGE_TOKEN: 's3cret-bridge-token-of-32-letters-or-more',
  METRICS_TOKEN: 's3cret-metrics-token',
  SMTP_URL: 'smtp://mailer:s3cret-smtp@127.0.0.1:1',
  STRIPE_SECERT_KEY: 'sk_live_s3cret',
};

async function useDoctor() {
  const folder = await mkdtemp(path.join(tmpdir(), 'waygate-doctor-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const report = path.join(folder, 'report.json');
  const run = (environment: Record<string, string>, ...words: string[]) => {
    const file = path.join(import.meta.dirname, 'waygate.ts');
    const env = { PATH: process.env.PATH, DATA_DIR: folder, ...environment };
    return spawnSync(process.execPath, [file, 'doctor', ...words], { encoding: 'utf8', env, cwd: folder });
  };
  return { report, run };
}

test('prints JSON, writes a report for its user alone, and shows no secret in either', async () => {
  const { connection } = await useTestDatabase();
  const { report, run } = await useDoctor();
  await writeFile(report, 'an older one', { mode: 0o644 });
  const environment = { ...SECRETS, DATABASE_URL: urlOf(connection), MAIL_FROM: 'no-reply@play.example' };
  const { status, stdout, stderr } = run(environment, '--json', '--report', report);
  const findings: Finding[] = JSON.parse(stdout);
  expect([status, stderr]).toEqual([1, '']);
  expect(findings).toContainEqual(expect.objectContaining({ check: 'mail', state: 'problem' }));
  expect(findings).toContainEqual(expect.objectContaining({ check: 'schema', state: 'ok' }));
  const written = await readFile(report, 'utf8');
  expect(JSON.parse(written)).toMatchObject({ findings, node: process.versions.node });
  expect((await stat(report)).mode & 0o777).toBe(0o600);
  expect(stdout + written).not.toMatch(/s3cret|play\.example/);
}, 60_000);

test('ends with 0 in aligned plain lines where nothing is wrong or started yet', async () => {
  const { run } = await useDoctor();
  const { status, stdout } = run({});
  expect(stdout).toMatch(/^ok +configuration +Every variable is known and valid\.$/m);
  expect(stdout).toMatch(/^skipped +database +The embedded database doesn't run\./m);
  expect(stdout).toMatch(/\n\nProblems: 0\. Warnings: \d\.\n$/);
  expect(stdout).not.toContain('\u001B');
  expect(status).toBe(0);
}, 60_000);

test('names the faults of a configuration that no other command accepts', async () => {
  const { run } = await useDoctor();
  const { status, stdout } = run({ NODE_ENV: 'production' });
  expect(status).toBe(1);
  expect(stdout).toMatch(/^problem +configuration +DATABASE_URL is needed in production/m);
}, 60_000);

test('refuses a test mail to what is no address', async () => {
  const { run } = await useDoctor();
  expect(run({}, '--mail', 'nobody')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('--mail needs an address.'),
  });
}, 60_000);

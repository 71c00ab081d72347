import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { findCommand } from '#app/commands/commands.ts';
import { renderEnvironmentFile } from '#platform/config/environment-file.ts';
import { type Config, readConfig } from '#platform/config/config.ts';
import { SETTINGS } from '#platform/config/settings.ts';
import { UPLOAD_MAX_BYTES } from '#platform/http/read-form.ts';
import { createMetrics } from '#platform/metrics/metrics.ts';

const ROOT = path.join(import.meta.dirname, '../../../../..');
/** What a stop takes after the drain. */
const CLOSING_SECONDS = 10;
/** What the operator adds to the samples. */
const ANSWERED = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://waygate:secret@127.0.0.1/waygate',
  PUBLIC_ORIGIN: 'https://play.example.com',
  TRUST_PROXY: 'on',
  SMTP_URL: 'smtps://user:secret@mail.example.com',
  MAIL_FROM: 'Agaia <no-reply@example.com>',
  OWNER_EMAIL: 'owner@example.com',
  BRAND_NAME: 'Agaia',
  BRAND_COMMUNITY_URL: 'https://discord.gg/agaia',
  FACTOR_KEY: Buffer.alloc(32).toString('base64'),
};

const sample = (name: string) => readFileSync(path.join(ROOT, 'deploy', name), 'utf8');

/** As a portal reads it; nothing may be unknown or unsafe. */
function configOf(environment: Record<string, string | undefined>): Config {
  const config = readConfig({ ...ANSWERED, ...environment });
  expect([config.unknownVariables, config.warnings]).toEqual([[], []]);
  return config;
}

const secondsIn = (text: string, name: string) => Number(new RegExp(`${name}[ =](\\d+)s`).exec(text)?.[1]);

const { drainSeconds } = configOf({});
const units = globSync('deploy/systemd/*.service', { cwd: ROOT }).map((file) => path.basename(file));

test('.env.example has every variable, and a filled-in one is read as it was written', () => {
  const names = [...sample('.env.example').matchAll(/^#([A-Z][A-Z0-9_]+)=$/gm)].map(([, name]) => name);
  expect(new Set(names)).toEqual(new Set(Object.keys(SETTINGS)));
  const values = { ...ANSWERED, BRAND_NAME: "Owner's Realm", OWNER_PASSWORD: 'pa$s "\\ #word', FOREIGN: '1' };
  expect(parseEnv(renderEnvironmentFile(['Ours.'], values))).toEqual(values);
  for (const password of [`'$x`, 'two\nlines', 'pass word\\'])
    expect(() => renderEnvironmentFile([], { OWNER_PASSWORD: password })).toThrow(/^OWNER_PASSWORD has/);
});

const composeSchema = z.object({
  services: z.record(
    z.string(),
    z.object({
      command: z.array(z.string()).optional(),
      environment: z.record(z.string(), z.string()).optional(),
      stop_grace_period: z.string().optional(),
      read_only: z.boolean().optional(),
    }),
  ),
  volumes: z.record(z.string(), z.null()),
});

test('compose runs two api processes and a worker with a valid configuration, and waits for their drain', () => {
  const text = sample('compose.yaml').replaceAll(/\$\{\w+:\?\}/g, 'play.example.com');
  const { services } = composeSchema.parse(parse(text, { merge: true }));
  const portals = Object.entries(services).filter(([, { command }]) => command !== undefined);
  expect(portals.map(([name, { command }]) => [name, command])).toEqual([
    ['api-1', ['api']],
    ['api-2', ['api']],
    ['worker', ['worker']],
  ]);
  for (const [, { environment = {}, stop_grace_period: grace, read_only: isReadOnly }] of portals) {
    const config = configOf(environment);
    expect(config).toMatchObject({ mode: 'public', host: '0.0.0.0', port: 3000, trustProxy: 1 });
    expect(Number.parseInt(grace ?? '', 10)).toBeGreaterThanOrEqual(drainSeconds + CLOSING_SECONDS);
    expect(isReadOnly).toBe(true);
  }
  expect(services.caddy?.environment?.WAYGATE_UPSTREAMS).toBe('api-1:3000 api-2:3000');
});

test('the image runs a command that exists, on the port and below the folder of the configuration', () => {
  const text = sample('Dockerfile');
  const environment =
    /^ENV (.+)$/m
      .exec(text)?.[1]
      ?.split(' ')
      .map((pair) => pair.split('=')) ?? [];
  const { LD_LIBRARY_PATH: libraries, ...ours } = Object.fromEntries(environment);
  expect(libraries).toBe('/opt/waygate/lib');
  const { port, dataDir } = configOf(ours);
  expect(text).toContain(`\nEXPOSE ${port}\n`);
  expect(text).toContain(`\nVOLUME ${dataDir}\n`);
  expect(text).toMatch(/^USER [1-9]\d+:[1-9]\d+$/m);
  expect(findCommand(/^CMD \["(\w+)"\]$/m.exec(text)?.[1] ?? '')).toBeDefined();
});

test.each(units)('the unit %s runs a command that exists, and waits for its drain', (name) => {
  const text = sample(`systemd/${name}`);
  const command = /^ExecStart=.*\/waygate ([a-z-]+)$/m.exec(text)?.[1] ?? '';
  expect(findCommand(command)).toBeDefined();
  const timeout = Number(/^TimeoutStopSec=(\d+)$/m.exec(text)?.[1]);
  expect(timeout).toBeGreaterThanOrEqual(drainSeconds + CLOSING_SECONDS);
  expect(text).toMatch(/^User=waygate$/m);
  // Of `waygate`: the configuration has faults.
  expect(text).toMatch(/^RestartPreventExitStatus=2$/m);
});

test("the embedded database's socket is in a folder that commands outside of the unit see", () => {
  const text = sample('systemd/waygate.service');
  expect(text).toMatch(/^PrivateTmp=true$/m);
  const folder = `/run/${/^RuntimeDirectory=(\S+)$/m.exec(text)?.[1]}`;
  expect(text).toContain(`\nEnvironment=TMPDIR=${folder}\n`);
  expect(text).toMatch(/^RuntimeDirectoryMode=0700$/m);
  // What the name of a socket folder adds. Linux allows 107 bytes, macOS 103.
  expect(`${folder}/waygate-${'0'.repeat(12)}-XXXXXX/.s.PGSQL.65535`.length).toBeLessThanOrEqual(103);
});

test('both proxies reach the same ports, notice a drain in time, and let uploads through', () => {
  const [caddy, nginx] = [sample('Caddyfile'), sample('nginx.conf')];
  const ports = [...nginx.matchAll(/^\tserver 127\.0\.0\.1:(\d+)/gm)].map(([, port]) => Number(port));
  expect(ports[0]).toBe(configOf({}).port);
  expect(caddy).toContain(`{$WAYGATE_UPSTREAMS:${ports.map((port) => `127.0.0.1:${port}`).join(' ')}}`);

  expect(secondsIn(nginx, 'fail_timeout')).toBeLessThan(drainSeconds);
  expect(secondsIn(caddy, 'health_interval') + secondsIn(caddy, 'health_timeout')).toBeLessThan(drainSeconds);
  expect(caddy).toMatch(/health_uri \/readyz$/m);

  for (const limit of [/client_max_body_size (\d+)m;/.exec(nginx)?.[1], /max_size (\d+)MB/.exec(caddy)?.[1]])
    expect(Number(limit) * 1e6).toBeGreaterThan(UPLOAD_MAX_BYTES + 1e6);
  // TRUST_PROXY=on takes the last address, which must not be the visitor's own claim.
  expect(nginx).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
});

test('the age of the evaluation leaves out the alert that api processes evaluate', () => {
  const samples = sample('prometheus-rules.yaml') + sample('grafana-dashboard.json');
  const selectors = samples.match(/waygate_alert_evaluation_age_seconds.{0,20}/g);
  expect(selectors).toHaveLength(3);
  for (const selector of selectors ?? []) expect(selector).toMatch(/\{alert!=["']no_worker["']\}/);
});

test('the dashboard shows metrics that exist', async () => {
  const sources = globSync('**/*.ts', {
    cwd: path.join(ROOT, 'apps/server/src'),
    exclude: ['**/*.test.ts', 'test/**'],
  });
  const texts = sources.map((file) => readFileSync(path.join(ROOT, 'apps/server/src', file), 'utf8'));
  const { body } = await createMetrics().render();
  const known = new Set(
    [...texts, body].flatMap((text) => text.match(/\b(waygate|nodejs|process)_\w+/g) ?? []),
  );
  const exprs = [...sample('grafana-dashboard.json').matchAll(/"expr": "([^"]+)"/g)].map(
    ([, expr = '']) => expr,
  );
  const shown = exprs.flatMap((expr) => expr.match(/\b(waygate|nodejs|process)_\w+/g) ?? []);
  expect(shown.length).toBeGreaterThan(15);
  const missing = shown.filter((name) => !known.has(name.replace(/_(bucket|count|sum)$/, '')));
  expect(missing).toEqual([]);
});

test('a release has what the build made and Git tracks, and refuses environment files', async () => {
  // A script without types.
  const { listContents } = (await import(path.join(ROOT, 'scripts/release/contents.mjs'))) as {
    listContents: (root: string) => string[];
  };
  const folder = mkdtempSync(path.join(tmpdir(), 'waygate-release-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (name: string) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), '');
  };
  const built = ['apps/game-bridge/dist/x', 'apps/server/dist/x', 'apps/web/dist/client/x'];
  const sources = ['content/x', 'migrations/x', 'package.json'].map((name) => `apps/server/${name}`);
  sources.push('CHANGELOG.md', 'LICENSE', 'README.md', 'deploy/.env.example', 'docs/OPERATIONS.md');
  sources.push('docs/games/x', 'examples/x');
  for (const name of [...built, ...sources, 'apps/server/dist/.built-from']) write(name);
  const list = () => listContents(folder).toSorted();
  expect(list()).toEqual([...built, ...sources].toSorted());
  write('deploy/.env');
  expect(list).toThrow('deploy/.env may hold secrets');

  const git = (...words: string[]) => execFileSync('git', words, { cwd: folder });
  git('init', '--quiet');
  git('add', ...sources);
  write('examples/notes.txt');
  expect(list()).toEqual([...built, ...sources].toSorted());
  git('add', 'deploy/.env');
  expect(list).toThrow('deploy/.env may hold secrets');
});

test('a release refuses packages of different versions', async () => {
  // A script without types.
  const { readVersion } = (await import(path.join(ROOT, 'scripts/release/version.mjs'))) as {
    readVersion: (root: string) => string;
  };
  const folder = mkdtempSync(path.join(tmpdir(), 'waygate-version-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (name: string, version: string) => {
    mkdirSync(path.join(folder, name), { recursive: true });
    writeFileSync(path.join(folder, name, 'package.json'), JSON.stringify({ version }));
  };
  for (const name of ['.', 'apps/server', 'apps/web', 'apps/game-bridge', 'packages/contract'])
    write(name, '3.1.4');
  expect(readVersion(folder)).toBe('3.1.4');
  write('apps/server', '3.1.3');
  expect(() => readVersion(folder)).toThrow('The project is 3.1.4, and apps/server 3.1.3: npm version');
  expect(() => readVersion(ROOT)).not.toThrow();
});

test('the launcher of a release names an environment file that it cannot read', () => {
  const { run, file } = createLauncher();
  writeFileSync(file, '');
  expect(run()).toMatchObject({ stdout: expect.stringContaining('--env-file=.env'), stderr: '' });
  chmodSync(file, 0);
  expect(run()).toMatchObject({ status: 0, stderr: expect.stringContaining("can't read .env,") });
});

test('the launcher of a release lets only the setup name an environment file that is not there yet', () => {
  const { run, file } = createLauncher();
  const named = { WAYGATE_ENV_FILE: file };
  expect(run(['doctor'], named).stdout).toContain(`--env-file=${file}`);
  expect(run(['setup'], named).stdout).not.toContain('--env-file');
  writeFileSync(file, '');
  expect(run(['setup'], named).stdout).toContain(`--env-file=${file}`);
});

/** The launcher in its own folder, with a Node that prints its arguments. */
function createLauncher() {
  const folder = mkdtempSync(path.join(tmpdir(), 'waygate-launcher-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const launcher = path.join(folder, 'waygate');
  const node = path.join(folder, 'bin/node');
  mkdirSync(path.dirname(node));
  copyFileSync(path.join(ROOT, 'scripts/release/waygate'), launcher);
  writeFileSync(node, '#!/bin/sh\necho "$@"\n');
  for (const place of [folder, launcher, path.dirname(node), node]) chmodSync(place, 0o755);
  // Root can read everything.
  const options = { cwd: folder, ...(process.getuid?.() === 0 && { uid: 65_534 }) };
  return {
    file: path.join(folder, '.env'),
    run: (words: string[] = [], env: Record<string, string> = {}) =>
      spawnSync('/bin/sh', [launcher, ...words], {
        encoding: 'utf8',
        env: { PATH: process.env.PATH, ...env },
        ...options,
      }),
  };
}

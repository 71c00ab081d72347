import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';

const START_TIMEOUT_MS = 240_000;

let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'waygate-start-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

type Run = { child: ChildProcess; output: () => string; exit: Promise<number | null> };

/** The program as an operator starts it, with its own environment. */
function run(program: string, environment: Record<string, string> = {}): Run {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, program)], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
  const exit = once(child, 'close').then(([code]: (number | null)[]) => code ?? null);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exit;
  });
  return { child, output: () => output, exit };
}

async function addressOf({ output }: Run): Promise<string> {
  const ready = /ready at (http:\S+)/;
  await vi.waitFor(() => expect(output()).toMatch(ready), { timeout: START_TIMEOUT_MS, interval: 50 });
  return ready.exec(output())?.[1] ?? '';
}

async function untilDraining(origin: string): Promise<void> {
  await vi.waitFor(async () => expect((await fetch(`${origin}/readyz`)).status).toBe(503), 10_000);
}

test('reports an invalid configuration in one message, with its own exit code', async () => {
  const { exit, output } = run('start.ts', { PORT: 'many', SMTP_URL: 'nowhere', LAUNCHER_FILE: '../x' });
  expect(await exit).toBe(2);
  for (const name of ['PORT', 'SMTP_URL', 'LAUNCHER_FILE']) expect(output()).toContain(`- ${name} must`);
  expect(output()).not.toContain('    at ');
});

test('the simulated Twitch does not start in production, with or without a real application', async () => {
  const production = {
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://127.0.0.1:1/waygate',
    PUBLIC_ORIGIN: 'https://play.example',
    SMTP_URL: 'smtps://mail.example',
    MAIL_FROM: 'Waygate <no-reply@play.example>',
    OWNER_EMAIL: 'owner@play.example',
    BRAND_NAME: 'Agaia',
    BRAND_COMMUNITY_URL: 'https://chat.example',
    TRUST_PROXY: 'off',
    FACTOR_KEY: randomBytes(32).toString('base64'),
  };
  const application = {
    TWITCH_CLIENT_ID: 'client',
    TWITCH_CLIENT_SECRET: 'secret',
    TWITCH_GAME_IDS: '7',
    TWITCH_TOKEN_KEY: randomBytes(32).toString('base64'),
  };
  for (const environment of [production, { ...production, ...application }]) {
    const { exit, output } = run('twitch-simulator.ts', environment);
    expect(await exit).toBe(1);
    expect(output().trim()).toBe('The simulated Twitch runs only in local mode, but NODE_ENV is production.');
  }
  const elsewhere = {
    TWITCH_API_BASE: 'http://127.0.0.1:1/helix',
    TWITCH_AUTH_BASE: 'http://127.0.0.1:1/oauth2',
  };
  const portal = run('start.ts', { ...production, ...application, ...elsewhere });
  expect(await portal.exit).toBe(2);
  expect(portal.output()).toContain('TWITCH_API_BASE must be https://api.twitch.tv/helix in public mode');
  expect(portal.output()).toContain('TWITCH_AUTH_BASE must be https://id.twitch.tv/oauth2 in public mode');
  await expect(stat(path.join(dataDir, 'twitch-simulator'))).rejects.toThrow('ENOENT');
});

test(
  'turns a fresh folder into a portal and prints the owner’s password once',
  async () => {
    const first = run('start.ts');
    const origin = await addressOf(first);
    expect(first.output()).toMatch(/^Mode: local, because PUBLIC_ORIGIN .* Payments: sandbox at \/sandbox\./);
    expect(first.output()).toMatch(/Owner: +owner\nPassword: \S{12,}/);
    const { total } = await (await fetch(`${origin}/api/content/news`)).json();
    expect(total).toBeGreaterThan(5);
    expect((await fetch(`${origin}/download/launcher.exe`)).status).toBe(200);
    first.child.kill('SIGTERM');
    expect(await first.exit).toBe(0);

    // Ctrl+C waits for no proxy.
    const second = run('start.ts', { DRAIN_SECONDS: '300' });
    await addressOf(second);
    expect(second.output()).not.toContain('Password');
    second.child.kill('SIGINT');
    expect(await second.exit).toBe(0);
  },
  3 * START_TIMEOUT_MS,
);

test(
  'drains on SIGTERM: not ready, but serving until the port closes, and the request that runs is finished',
  async () => {
    const portal = run('start.ts', { DRAIN_SECONDS: '6' });
    const origin = await addressOf(portal);
    const headers = { 'content-type': 'application/json', 'content-length': 2 };
    const running = request(`${origin}/api/auth/login`, { method: 'POST', headers });
    const answer = once(running, 'response');
    running.write('{');
    expect((await fetch(`${origin}/readyz`)).status).toBe(200);
    portal.child.kill('SIGTERM');
    await untilDraining(origin);
    const served: unknown[] = [];
    // Each on a connection of its own, until the port is closed.
    for (;;) {
      const outcome = await fetch(`${origin}/api/content/news`, { headers: { connection: 'close' } }).then(
        async (response) => response.text().then(() => response.status),
        (error: Error) => error.cause,
      );
      served.push(outcome);
      if (outcome !== 200) break;
    }
    expect(served.length).toBeGreaterThan(1);
    expect(served.at(-1)).toMatchObject({ code: 'ECONNREFUSED' });
    running.end('}');
    const [{ statusCode, headers: answered }] = await answer;
    expect([statusCode, answered.connection]).toEqual([400, 'close']);
    expect(await portal.exit).toBe(0);
  },
  3 * START_TIMEOUT_MS,
);

test(
  'ends at once on a second SIGTERM',
  async () => {
    const stopped = run('start.ts', { DRAIN_SECONDS: '300' });
    const origin = await addressOf(stopped);
    stopped.child.kill('SIGTERM');
    await untilDraining(origin);
    stopped.child.kill('SIGTERM');
    expect(await stopped.exit).toBe(130);
  },
  2 * START_TIMEOUT_MS,
);

test(
  'reports a port that is in use in one sentence',
  async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    // A server that listens on a port has an address with one.
    const { port } = other.address() as AddressInfo;
    const { exit, output } = run('start.ts', { PORT: String(port) });
    expect(await exit).toBe(1);
    expect(output().trim().split('\n').at(-1)).toBe(`Port ${port} is in use: set PORT to another one.`);
    expect(output()).not.toContain('    at ');
  },
  2 * START_TIMEOUT_MS,
);

test(
  'a worker and a migration run next to the portal on one database',
  async () => {
    const portal = run('start.ts');
    const origin = await addressOf(portal);
    const migration = run('migrate.ts');
    expect(await migration.exit).toBe(0);
    expect(migration.output()).toContain('The schema is up to date.');
    const worker = run('worker.ts', { LOG_LEVEL: 'info' });
    await vi.waitFor(() => expect(worker.output()).toContain('Mode: local, because'), {
      timeout: START_TIMEOUT_MS,
    });
    await vi.waitFor(() => expect(worker.output()).toContain('working on jobs'), {
      timeout: START_TIMEOUT_MS,
    });
    worker.child.kill('SIGTERM');
    expect(await worker.exit).toBe(0);
    expect((await fetch(`${origin}/readyz`)).status).toBe(200);
  },
  3 * START_TIMEOUT_MS,
);

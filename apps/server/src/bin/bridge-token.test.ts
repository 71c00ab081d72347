import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import {
  addBridgeToken,
  allowLoopback,
  createAuthorizeBridge,
  selectGameServer,
} from '#features/game-servers/game-servers.ts';
import { readConfig } from '#platform/config/config.ts';
import { createLogger } from '#platform/logging/logger.ts';
import { readAsked, runBridgeToken } from '#app/commands/bridge-token.command.ts';
import { UsageError } from '#app/commands/command.ts';
import { StartError } from '#app/run-program.ts';
import { createShutdown } from '#app/shutdown.ts';
import { createGameServer } from '#test/bridge.ts';
import { urlOf, useTestDatabase } from '#test/database.ts';

type Ended = { code: number; output: string };

/** The command against a database of the test's own. */
async function useCommand() {
  const [database, dataDir] = [
    await useTestDatabase(),
    await mkdtemp(path.join(tmpdir(), 'waygate-bridge-')),
  ];
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, DATABASE_URL: urlOf(database.connection) };
  await allowLoopback(database.db);
  const admits = (token: string) => createAuthorizeBridge(database.db)(token, '127.0.0.1');
  return {
    db: database.db,
    dataDir,
    /** In this process, which saves the start of one for each command. */
    run: (...words: string[]) => runHere(env, words),
    /** As an operator types it. */
    spawn: (...words: string[]) => runAlone(env, words),
    admits,
  };
}

async function runHere(env: NodeJS.ProcessEnv, words: string[]): Promise<Ended> {
  const lines: string[] = [];
  const log = createLogger({ level: 'silent' });
  const shutdown = createShutdown(log);
  const program = {
    config: readConfig(env),
    log,
    shutdown,
    print: (line: string) => lines.push(`${line}\n`),
    printResult: () => false,
    interrupted: new AbortController().signal,
  };
  const options = { server: { type: 'string' } } as const;
  const { positionals, values } = parseArgs({ args: words, allowPositionals: true, options });
  try {
    await runBridgeToken(program, readAsked({ words: positionals, values }));
    return { code: 0, output: lines.join('') };
  } catch (error) {
    if (error instanceof UsageError) return { code: 2, output: error.message };
    if (!(error instanceof StartError)) throw error;
    return { code: 1, output: error.message };
  } finally {
    await shutdown.run();
  }
}

async function runAlone(env: NodeJS.ProcessEnv, words: string[]): Promise<Ended> {
  const file = path.join(import.meta.dirname, 'bridge-token.ts');
  const child = spawn(process.execPath, [file, ...words], { env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
  const [code] = await once(child, 'close');
  return { code: Number(code), output };
}

/** As the first server's bridge. */
const ADMITTED = { serverId: 1 };

const tokenIn = (output: string) => /^Bridge: +([\w-]{43}) .*shown this once/m.exec(output)?.[1] ?? '';

test('adds a token next to the old one, lists tokens without showing them, and revokes the old one', async () => {
  const { db, run, admits } = await useCommand();
  const old = await addBridgeToken(db, 'first start');
  const added = await run('add', 'new game server');
  const token = tokenIn(added.output);
  expect([added.code, await admits(token), await admits(old)]).toEqual([0, ADMITTED, ADMITTED]);

  const { output: listed } = await run('list');
  expect(listed).not.toContain(token);
  const [newest, oldest] = listed.trim().split('\n');
  expect(newest).toMatch(/^[0-9a-f]{8} {2}made \d{4}-\d\d-\d\d {2}valid +main {2}new game server$/);
  const id = oldest?.slice(0, 8) ?? '';
  expect(await run('revoke', id)).toEqual({ code: 0, output: `Revoked ${id}.\n` });
  expect([await admits(token), await admits(old)]).toEqual([ADMITTED, 'wrong_token']);
  const again = await run('revoke', id);
  expect([again.code, again.output]).toEqual([
    1,
    expect.stringContaining('No valid token of main has the id'),
  ]);
}, 400_000);

test('rotation revokes all other tokens, and the local simulator finds the new one', async () => {
  const { db, dataDir, spawn: type, admits } = await useCommand();
  const old = await addBridgeToken(db, 'first start');
  const { code, output } = await type('rotate');
  const token = tokenIn(output);
  expect([code, output]).toEqual([0, expect.stringContaining('One token was revoked.')]);
  expect([await admits(token), await admits(old)]).toEqual([ADMITTED, 'wrong_token']);
  expect(await readFile(path.join(dataDir, 'bridge-token'), 'utf8')).toBe(`${token}\n`);
}, 400_000);

test('adds, lists, rotates and revokes tokens of another server by its short name or id', async () => {
  const { db, dataDir, run, admits } = await useCommand();
  const serverId = await createGameServer(db);
  const { slug } = (await selectGameServer(db, serverId)) ?? { slug: '' };
  const first = await addBridgeToken(db, 'first start');
  const added = tokenIn((await run('add', 'north', '--server', slug)).output);
  // It has no address yet.
  expect(await admits(added)).toBe('unlisted_address');
  const both = await run('list');
  expect(both.output).toMatch(new RegExp(`valid +main +first start\\n.*valid +${slug} +north\\n$`));
  const { output: listed } = await run('list', `--server=${serverId}`);
  expect(listed).toMatch(new RegExp(`^[0-9a-f]{8} .* ${slug} +north\\n$`));
  const rotated = tokenIn((await run('rotate', '--server', String(serverId))).output);
  expect([await admits(added), await admits(rotated), await admits(first)]).toEqual([
    'wrong_token',
    'unlisted_address',
    ADMITTED,
  ]);
  await expect(readFile(path.join(dataDir, 'bridge-token'))).rejects.toThrow('ENOENT');
  const id = (await run('list', '--server', slug)).output.slice(0, 8);
  expect((await run('revoke', id)).code).toBe(1);
  expect((await run('revoke', id, '--server', slug)).code).toBe(0);
  expect(await run('list', '--server', 'nowhere')).toEqual({
    code: 1,
    output: expect.stringContaining(
      `There is no game server nowhere. There are: main (1), ${slug} (${serverId}).`,
    ),
  });
}, 400_000);

test.each([[[]], [['turn']], [['revoke']], [['list', 'main']]])(
  'refuses %j as wrong usage',
  async (words) => {
    const { run } = await useCommand();
    expect((await run(...words)).code).toBe(2);
  },
);

test('as a process, it ends with 2 and the usage', async () => {
  const { spawn: type } = await useCommand();
  expect(await type('turn')).toEqual({
    code: 2,
    output: expect.stringMatching(/^Usage: waygate bridge-token list\|add/),
  });
}, 400_000);

test('as a process, it answers JSON alone on the standard output', async () => {
  const { db, spawn: type } = await useCommand();
  await addBridgeToken(db, 'first start');
  const { code, output } = await type('list', '--json');
  expect([code, JSON.parse(output)]).toEqual([
    0,
    [expect.objectContaining({ label: 'first start', server: 'main', revokedAt: null })],
  ]);
}, 400_000);

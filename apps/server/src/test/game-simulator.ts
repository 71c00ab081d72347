import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import { SERVER_ROOT } from '#platform/files/package-root.ts';

const PROGRAM = path.join(SERVER_ROOT, '../game-bridge/src/bin/game-simulator.ts');

export type Simulator = {
  /** What it printed so far, line by line. */
  lines: () => string[];
  /** Sends SIGKILL, or another signal, and waits for the end. */
  kill: (signal?: NodeJS.Signals) => Promise<number | null>;
  /** Its exit code, when it ended by itself. */
  exit: Promise<number | null>;
};

/** The real game simulator in its own process; killed when the test ends. */
export function startSimulator({
  portal,
  data,
  token,
  args = [],
  env = {},
}: {
  portal: string;
  data: string;
  token?: string;
  args?: string[];
  env?: Record<string, string>;
}): Simulator {
  const options = ['--portal', portal, '--data', data, '--poll', '0.05', ...args];
  if (token !== undefined) options.push('--token', token);
  const { BRIDGE_TOKEN: _, DATA_DIR: __, ...inherited } = process.env;
  const child: ChildProcess = spawn(process.execPath, [PROGRAM, ...options], {
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += String(text)));
  const exit = new Promise<number | null>((resolve) => child.on('close', resolve));
  const kill = (signal: NodeJS.Signals = 'SIGKILL') => {
    child.kill(signal);
    return exit;
  };
  onTestFinished(async () => void (await kill()));
  return { lines: () => output.split('\n').filter((line) => line !== ''), kill, exit };
}

/** An empty folder for a game's data, removed when the test ends. */
export async function useGameFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'waygate-game-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export type GameState = {
  /** `account kind item` → quantity. */
  inventory: Record<string, number>;
  /** The same of what an account has → until when, null for good. */
  standing: Record<string, string | null>;
  /** Idempotency key → what became of it. */
  receipts: Record<string, string>;
};

/** What the game's own file says. */
export function readGame(folder: string): GameState {
  const file = path.join(folder, 'game.sqlite');
  if (!existsSync(file)) return { inventory: {}, standing: {}, receipts: {} };
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  try {
    const inventory = database.prepare(
      `select account_id || ' ' || kind || ' ' || item_id as thing, quantity from inventory`,
    );
    const standing = database.prepare(
      `select account_id || ' ' || kind || ' ' || item_id as thing, available_until as until from standing`,
    );
    const receipts = database.prepare('select idempotency_key as key, state from receipts');
    return {
      inventory: Object.fromEntries(
        inventory.all().map(({ thing, quantity }) => [String(thing), Number(quantity)]),
      ),
      standing: Object.fromEntries(
        standing.all().map(({ thing, until }) => [String(thing), until === null ? null : String(until)]),
      ),
      receipts: Object.fromEntries(receipts.all().map(({ key, state }) => [String(key), String(state)])),
    };
  } finally {
    database.close();
  }
}

/** What becomes of a call to the portal: it passes, it is lost on its way, or its answer is. */
export type Fate = 'pass' | 'lose the call' | 'lose the answer';

/** A network between the game and the portal, closed when the test ends. */
export async function useNetwork(
  portal: string,
  fateOf: (call: { path: string; body: string }) => Fate,
): Promise<{ url: string; calls: string[] }> {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const [body, pathname] = [Buffer.concat(chunks), request.url ?? ''];
      const fate = fateOf({ path: pathname, body: body.toString() });
      calls.push(`${fate} ${pathname}`);
      if (fate === 'lose the call') return void request.socket.destroy();
      const { method = 'GET', headers } = request;
      const onward = httpRequest(new URL(pathname, portal), { method, headers }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => parts.push(chunk));
        answer.on('end', () => {
          if (fate === 'lose the answer') return void request.socket.destroy();
          response.writeHead(answer.statusCode ?? 502, { 'content-type': 'application/json' });
          response.end(Buffer.concat(parts));
        });
      });
      onward.on('error', () => request.socket.destroy());
      onward.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  // A server that listens on a TCP port has such an address.
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, calls };
}

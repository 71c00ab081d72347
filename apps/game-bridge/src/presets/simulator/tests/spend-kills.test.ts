import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openSimulatedGame } from '#presets/simulator/simulated-game.ts';

const PROGRAM = path.join(import.meta.dirname, '../../../bin/game-simulator.ts');
const MOMENTS = ['before the portal moves coins', 'before the answer', 'after the answer'] as const;

/** A portal that moves coins once for each key. */
async function openLedger(onMoment: (moment: (typeof MOMENTS)[number]) => Promise<void>) {
  const debits = new Map<string, number>();
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const { idempotencyKey, amount } = JSON.parse(text);
    await onMoment('before the portal moves coins');
    const outcome = debits.has(idempotencyKey) ? 'duplicate' : 'applied';
    debits.set(idempotencyKey, amount);
    await onMoment('before the answer');
    response.end(JSON.stringify({ outcome, balance: 100 - debits.size * amount }));
    await onMoment('after the answer');
  };
  const server = createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // A server that listens on a TCP port has such an address.
  const { port } = server.address() as AddressInfo;
  return { debits, url: `http://127.0.0.1:${port}` };
}

test.each(MOMENTS)('a game killed %s spends once', async (killedAt) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'waygate-spend-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  let kill: (() => Promise<unknown>) | undefined;
  const { debits, url } = await openLedger(async (moment) => {
    if (moment === killedAt) await kill?.();
  });
  const spend = async (isKilled: boolean) => {
    const args = [
      '--account',
      '5',
      '--amount',
      '40',
      '--reason',
      'A horse',
      '--portal',
      url,
      '--data',
      folder,
    ];
    const child = spawn(process.execPath, [PROGRAM, 'spend', ...args], {
      env: { ...process.env, BRIDGE_TOKEN: 'a-token-of-many-characters', DATA_DIR: folder },
      cwd: folder,
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    kill = isKilled ? () => (child.kill('SIGKILL'), ended) : undefined;
    return ended;
  };
  const [, signal] = await spend(true);
  // After the answer it may have ended by itself.
  expect(killedAt === 'after the answer' || signal === 'SIGKILL').toBe(true);
  const game = await openSimulatedGame(path.join(folder, 'game.sqlite'));
  const states = () => game.prepare('select state from spendings').all();
  if (states().some(({ state }) => state === 'asked')) await spend(false);
  expect(states()).toEqual([{ state: 'paid' }]);
  expect([...debits.values()]).toEqual([40]);
  game.close();
});

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '#test/account-journeys.ts';
import { COINS_PROGRAM } from '#test/coins-process.ts';
import { useBridgePortal } from '#test/bridge.ts';
import { giveCoins } from '#test/edited-users.ts';
import { createTestAccount } from '#test/factories.ts';
import { faultsOfLedger } from '#test/game-coins.ts';
import { selectBalances } from '#features/ledger/ledger.queries.ts';
import { killProcess } from '#test/kill-process.ts';

const KILLS = 8;
const PLAYERS = 4;
const PURCHASES = 80;
const START_COINS = 1000;

const portal = await useBridgePortal();
const { db, database } = portal.parts;

type Process = { url: string; kill: () => Promise<void> };

/** A portal's process that serves games; killed when the test ends. */
async function startProcess(): Promise<Process> {
  const child = spawn(process.execPath, [COINS_PROGRAM, JSON.stringify(database.connection)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const kill = () => killProcess(child);
  onTestFinished(kill);
  const { value } = await createInterface(child.stdout)[Symbol.asyncIterator]().next();
  return { url: String(value), kill };
}

test('a portal that is killed at random moments takes and returns everything once', async () => {
  const accounts = await Promise.all(Array.from({ length: PLAYERS }, () => createTestAccount(db)));
  await Promise.all(accounts.map((id) => giveCoins(portal, id, START_COINS)));
  let current = await startProcess();
  let unanswered = 0;
  let [answered, isDone] = [0, false];

  /** As a bridge does: what isn't answered is asked again under the same key. */
  async function ask(path: string, body: object): Promise<string> {
    for (;;) {
      try {
        const response = await fetch(`${current.url}/api/bridge/v1/coins/${path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${portal.token}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
        const { outcome } = (await response.json()) as { outcome: string };
        expect(response.status).toBe(200);
        answered += 1;
        return outcome;
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        // The connection broke.
        unanswered += 1;
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    }
  }

  /** Buys for 10, and gives every fifth purchase back. @returns what the game says that it has of the player's coins */
  async function play(accountDBID: number, stream: number): Promise<number> {
    let taken = 0;
    for (let purchase = 0; purchase < PURCHASES; purchase += 1) {
      const idempotencyKey = `${accountDBID}:${stream}:${purchase}`;
      const asked = { accountDBID, amount: 10, idempotencyKey, reason: 'A potion' };
      if ((await ask('debits', asked)) === 'insufficient') continue;
      taken += 10;
      if (purchase % 5 === 0 && (await ask('credits', asked)) !== 'insufficient') taken -= 10;
    }
    return taken;
  }

  const killing = (async () => {
    for (let kill = 0; kill < KILLS; kill += 1) {
      const wanted = answered + 20 + Math.random() * 40;
      await until(async () => answered >= wanted || isDone, 60_000);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
      await current.kill();
      current = await startProcess();
    }
  })();
  // Two streams for each player.
  const taken = await Promise.all(
    accounts.map(async (id) => {
      const [first, second] = await Promise.all([play(id, 1), play(id, 2)]);
      return first + second;
    }),
  );
  isDone = true;
  await killing;

  expect(unanswered).toBeGreaterThan(0);
  expect(await faultsOfLedger(db)).toEqual([]);
  const balances = await Promise.all(accounts.map((id) => selectBalances(db, id)));
  expect(balances.map(({ premium }) => premium)).toEqual(taken.map((coins) => START_COINS - coins));
  const { rows } = await db.execute(
    sql`select idempotency_key from ledger_transactions where server_id is not null group by 1 having count(*) > 1`,
  );
  expect(rows).toEqual([]);
}, 400_000);

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { createSignedInPlayer, usePortal } from '#test/account-journeys.ts';
import { ERASING_PROGRAM } from '#test/erasing-process.ts';
import { killProcess } from '#test/kill-process.ts';

const PLAYERS = 24;
const KILLS = 6;

const portal = await usePortal();
const { db, database, config } = portal.parts;

function startEraser() {
  const child = spawn(
    process.execPath,
    [ERASING_PROGRAM, JSON.stringify(database.connection), config.dataDir],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, lines: createInterface(child.stdout)[Symbol.asyncIterator]() };
}

/** What is left of each account: one that is erased has nothing, and another one all. */
async function readAccounts() {
  const { rows } = await db.execute<{
    isErased: boolean;
    isMarked: boolean;
    isNamed: boolean;
    notes: number;
  }>(sql`
    select erased_at is not null as "isErased",
      (select erasure.erased_at is not null from account_erasures erasure where account_id = accounts.id) as "isMarked",
      user_name not like 'deleted-%' as "isNamed",
      (select count(*)::int from staff_notes where account_id = accounts.id) as notes
    from accounts where exists (select from account_erasures where account_id = accounts.id) order by id`);
  return rows;
}

const ERASED = { isErased: true, isMarked: true, isNamed: false, notes: 0 };
const WHOLE = { isErased: false, isMarked: false, isNamed: true, notes: 1 };

// The moment of each kill differs with every run; what holds must hold at any.
test('an eraser that is killed leaves each account whole or erased, and the next one goes on', async () => {
  for (let made = 0; made < PLAYERS; made += 1) {
    const player = await createSignedInPlayer(portal);
    await db.execute(sql`
      insert into staff_notes (account_id, author_id, request_id, text)
      values (${player.id}, ${player.id}, gen_random_uuid(), 'A note')`);
    await portal.call('POST', '/user/privacy/erasure', {
      token: player.token,
      body: { password: player.password },
    });
  }
  await db.execute(sql`update account_erasures set due_at = now() - interval '1 second'`);
  for (let killed = 0; killed < KILLS; killed += 1) {
    const { child, lines } = startEraser();
    for (let line = 0; line < 2; line += 1) await lines.next();
    await sleep(Math.random() * 20);
    await killProcess(child);
    for (const account of await readAccounts()) expect([ERASED, WHOLE]).toContainEqual(account);
  }
  const last = startEraser();
  await once(last.child, 'exit');
  expect(await readAccounts()).toEqual(Array.from({ length: PLAYERS }, () => ERASED));
}, 240_000);

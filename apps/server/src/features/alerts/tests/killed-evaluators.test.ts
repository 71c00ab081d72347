import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { sendUrgentMail } from '#features/mail/mail.ts';
import { sendAlertMessage } from '#features/alerts/job-definitions.ts';
import { ALERT_PROGRAM } from '#test/alert-process.ts';
import { useTestParts } from '#test/test-parts.ts';
import {
  createCondition,
  createOwnerAccount,
  evaluate,
  readIncidents,
  readMails,
  readMessages,
} from './alert-world.ts';

const parts = await useTestParts();
const { db, database } = parts;
const ROUNDS = 4;

async function startEvaluator(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [ALERT_PROGRAM, JSON.stringify(database.connection)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

async function countJobs(name: string): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from pgboss.job where name = ${name}`,
  );
  return rows[0]?.count ?? 0;
}

// The moment of each kill differs with every run; what holds must hold at any.
test('owners are notified once of each change, though evaluators are killed all the time', async () => {
  await createOwnerAccount(db);
  await createOwnerAccount(db);
  const { condition, setCases } = await createCondition(db, { clearAfterMinutes: 0 });
  for (let round = 0; round < ROUNDS; round += 1) {
    const evaluators = await Promise.all([startEvaluator(), startEvaluator()]);
    // On a slow machine evaluators miss most of the changes: each round goes on until they saw more than one.
    for (let change = 1; change <= 20 || (await readIncidents(db)).length < 2 * (round + 1); change += 1) {
      await setCases(change % 2);
      await sleep(Math.random() * 8);
    }
    const exits = evaluators.map((evaluator) => once(evaluator, 'exit'));
    for (const evaluator of evaluators) evaluator.kill('SIGKILL');
    await Promise.all(exits);
  }
  await setCases(0);
  await evaluate(parts, db, [condition], true);
  const incidents = await readIncidents(db);
  expect(incidents.length).toBeGreaterThan(ROUNDS);
  expect(incidents.every(({ clearedAt }) => clearedAt !== null)).toBe(true);
  const sent = (await readMessages(db)).map(({ incidentId, kind }) => `${incidentId} ${kind}`);
  expect(sent.toSorted()).toEqual(
    incidents.flatMap(({ id }) => [`${id} cleared`, `${id} raised`]).toSorted(),
  );
  expect(await readMails(db)).toHaveLength(sent.length * 2);
  expect(await countJobs(sendUrgentMail.name)).toBe(sent.length * 2);
  expect(await countJobs(sendAlertMessage.name)).toBe(sent.length);
}, 400_000);

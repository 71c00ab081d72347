import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { bans } from '#features/identity/accounts.tables.ts';
import type { AlertCondition } from '#platform/alerts/alert-condition.ts';
import { captureLog } from '#test/captured-log.ts';
import { recordStatements } from '#test/plans.ts';
import { useTestParts } from '#test/test-parts.ts';
import { evaluateConditions } from '#features/alerts/evaluation.queries.ts';
import {
  createCondition,
  createOwnerAccount,
  evaluate,
  passMinutes,
  readIncidents,
  readMails,
  readMessages,
} from './alert-world.ts';

const parts = await useTestParts();
const { db } = parts;

const made = await createCondition(db);
const patient = await createCondition(db, { name: 'patient', raiseAfterMinutes: 10, clearAfterMinutes: 20 });
const { condition, setCases } = made;

beforeEach(async () => {
  for (const table of ['alert_states', 'alert_incidents', 'mails', 'bans', 'accounts'])
    await db.execute(sql`delete from ${sql.identifier(table)}`);
  await Promise.all([setCases(0), patient.setCases(0)]);
  await createOwnerAccount(db, { email: 'owner@example.com' });
});

const run = (conditions: AlertCondition[] = [condition]) => evaluate(parts, db, conditions);
const kinds = async () => (await readMessages(db)).map(({ kind }) => kind);

/** Sends mail and messages, as the outbox counts them: one of each for every change. */
async function mailCount(): Promise<number> {
  return (await readMails(db)).length;
}

describe('the evaluation', () => {
  test('costs one statement when nothing changes', async () => {
    await run();
    const recorded = recordStatements(parts.database);
    await evaluate(parts, recorded.db, [condition, patient.condition]);
    expect(recorded.statements).toHaveLength(1);
    await setCases(3);
    await run([condition, patient.condition]);
    const active = recordStatements(parts.database);
    await evaluate(parts, active.db, [condition, patient.condition]);
    expect(active.statements).toHaveLength(1);
  });

  test('raises once, clears once, and notifies owners of both', async () => {
    await setCases(3);
    await run();
    await run();
    await setCases(5);
    await run();
    expect(await readIncidents(db)).toMatchObject([{ alert: 'test_cases', cases: 5, clearedAt: null }]);
    expect(await kinds()).toEqual(['raised']);
    await setCases(0);
    await run();
    expect(await kinds()).toEqual(['raised']);
    await passMinutes(db, 5);
    await run();
    await run();
    const [incident] = await readIncidents(db);
    expect(incident?.clearedAt).toBeInstanceOf(Date);
    expect(await kinds()).toEqual(['raised', 'cleared']);
    expect(await mailCount()).toBe(2);
    expect((await readMessages(db)).map(({ title }) => title)).toEqual([
      'Alert: 3 cases of test_cases',
      'Resolved: 5 cases of test_cases',
    ]);
    await setCases(1);
    await run();
    expect(await readIncidents(db)).toHaveLength(2);
    expect(await kinds()).toEqual(['raised', 'cleared', 'raised']);
  });

  test('says nothing about what flaps within the hysteresis', async () => {
    for (let round = 0; round < 5; round += 1) {
      await patient.setCases(1);
      await run([patient.condition]);
      await passMinutes(db, 9);
      await run([patient.condition]);
      await patient.setCases(0);
      await run([patient.condition]);
      await passMinutes(db, 1);
    }
    expect(await readIncidents(db)).toEqual([]);
    await patient.setCases(1);
    await run([patient.condition]);
    await passMinutes(db, 10);
    await run([patient.condition]);
    expect(await kinds()).toEqual(['raised']);
    for (let round = 0; round < 5; round += 1) {
      await patient.setCases(0);
      await run([patient.condition]);
      await passMinutes(db, 19);
      await run([patient.condition]);
      await patient.setCases(2);
      await run([patient.condition]);
      await passMinutes(db, 1);
    }
    expect(await kinds()).toEqual(['raised']);
    expect(await mailCount()).toBe(1);
    await patient.setCases(0);
    await run([patient.condition]);
    await passMinutes(db, 20);
    await run([patient.condition]);
    expect(await kinds()).toEqual(['raised', 'cleared']);
  });

  test('notifies owners once, however many evaluate at once', async () => {
    await setCases(1);
    await Promise.all(Array.from({ length: 8 }, () => run()));
    expect(await readIncidents(db)).toHaveLength(1);
    expect(await kinds()).toEqual(['raised']);
    await setCases(0);
    await run();
    await passMinutes(db, 6);
    await Promise.all(Array.from({ length: 8 }, () => run()));
    expect(await kinds()).toEqual(['raised', 'cleared']);
    expect(await mailCount()).toBe(2);
  });

  test('ignores an evaluation that began before the stored one', async () => {
    await setCases(1);
    await run();
    await setCases(0);
    await db.execute(sql`update alert_states set checked_at = now() + interval '1 minute'`);
    await run();
    const { rows } = await db.execute<{ cases: number }>(
      sql`select cases from alert_states where alert = 'test_cases'`,
    );
    expect(rows).toEqual([{ cases: 1 }]);
  });

  test('announces later what a crash kept from being announced', async () => {
    await setCases(2);
    // The process ends between the two.
    await evaluateConditions(db, { conditions: [condition] });
    expect(await readIncidents(db)).toHaveLength(1);
    expect(await kinds()).toEqual([]);
    await run();
    expect(await kinds()).toEqual(['raised']);
  });

  test('clears what no version watches any more after an hour', async () => {
    await setCases(1);
    await run();
    await run([patient.condition]);
    await passMinutes(db, 59);
    await run([patient.condition]);
    expect(await kinds()).toEqual(['raised']);
    await passMinutes(db, 1);
    await run([patient.condition]);
    expect(await kinds()).toEqual(['raised', 'cleared']);
    expect((await readMessages(db)).at(-1)?.title).toBe('Resolved: Test cases');
  });
});

describe('a condition that fails', () => {
  const broken: AlertCondition = {
    ...condition,
    name: 'broken',
    title: 'Broken one',
    count: sql`(select 1 / 0)`,
  };
  const slow: AlertCondition = { ...condition, name: 'slow', count: sql`(select 1 from pg_sleep(20))` };

  test('silences no other, and is itself an alert', async () => {
    const { log, text } = captureLog();
    const conditions = [condition, broken, patient.condition];
    await setCases(4);
    await evaluate({ ...parts, log }, db, conditions);
    expect((await readIncidents(db)).map(({ alert }) => alert)).toEqual(['test_cases']);
    expect(text()).toContain('"alert":"broken"');
    await passMinutes(db, 2);
    await evaluate({ ...parts, log }, db, conditions);
    expect((await readMessages(db)).map(({ title }) => title)).toEqual([
      'Alert: 4 cases of test_cases',
      "Alert: 1 alert can't be evaluated: Broken one",
    ]);
    await run([condition, patient.condition]);
    await passMinutes(db, 5);
    await run([condition, patient.condition]);
    expect((await readMessages(db)).at(-1)?.title).toBe("Resolved: 1 alert can't be evaluated: Broken one");
  });

  test('keeps the state that it had', async () => {
    await setCases(1);
    await run();
    await passMinutes(db, 120);
    await run([{ ...broken, name: 'test_cases' }]);
    expect((await readIncidents(db)).find(({ alert }) => alert === 'test_cases')?.clearedAt).toBeNull();
  });

  test('may also be one that takes too long', async () => {
    await setCases(1);
    const pool = new pg.Pool({ ...parts.database.connection, options: '-c statement_timeout=300' });
    onTestFinished(() => pool.end());
    await evaluate(parts, drizzle(pool), [slow, condition]);
    expect((await readIncidents(db)).map(({ alert }) => alert)).toEqual(['test_cases']);
  });
});

test('mails go to owners alone, who are confirmed and not banned', async () => {
  await createOwnerAccount(db, { email: 'second@example.com' });
  await createOwnerAccount(db, { email: 'unconfirmed@example.com', emailConfirmedAt: null });
  const banned = await createOwnerAccount(db, { email: 'banned@example.com' });
  await createOwnerAccount(db, { email: 'editor@example.com', permission: 8 });
  await db.insert(bans).values({ accountId: banned, description: 'Left the team' });
  await setCases(1);
  await run();
  expect((await readMails(db)).map(({ recipient }) => recipient)).toEqual([
    'owner@example.com',
    'second@example.com',
  ]);
});

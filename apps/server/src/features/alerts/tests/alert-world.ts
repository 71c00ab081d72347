import { sql } from 'drizzle-orm';
import { asc } from 'drizzle-orm';
import { alertIncidents, alertMessages } from '#features/alerts/alerts.tables.ts';
import { evaluateAlerts } from '#features/alerts/evaluation.service.ts';
import { insertAccount } from '#features/identity/identity.ts';
import { mails } from '#features/mail/mail.tables.ts';
import type { AlertCondition } from '#platform/alerts/alert-condition.ts';
import type { Database, Db } from '#platform/db/database.ts';
import type { TestParts } from '#test/test-parts.ts';

/** A condition over a table that the test writes: `update test_cases set cases = 3`. */
export async function createCondition(
  db: Db,
  more: Partial<AlertCondition> = {},
): Promise<{ condition: AlertCondition; setCases: (cases: number) => Promise<void> }> {
  const name = more.name ?? 'test_cases';
  const table = sql.identifier(`of_${name}`);
  await db.execute(sql`create table ${table} (cases integer not null)`);
  await db.execute(sql`insert into ${table} values (0)`);
  return {
    condition: {
      name,
      count: sql`(select cases from ${table})`,
      title: `Cases of ${name}`,
      describe: (count, detail) => `${count} cases of ${name}${detail ? ` (${detail})` : ''}.`,
      advice: 'Look at the test.',
      page: 'orders',
      ...more,
    },
    setCases: async (cases) => void (await db.execute(sql`update ${table} set cases = ${cases}`)),
  };
}

/** One evaluation, as a worker does it. */
export function evaluate(
  { jobs, log }: Pick<TestParts, 'jobs' | 'log'>,
  db: Database,
  conditions: AlertCondition[],
  hasWebhook = false,
): Promise<void> {
  return evaluateAlerts({ db, jobs, log, conditions, hasWebhook });
}

/** As if a worker ran for as long as a test. */
export async function seeWorker(db: Db): Promise<void> {
  await db.execute(sql`
    insert into processes (id, is_api, is_worker, host, pid, version, seen_at)
    values (gen_random_uuid(), false, true, 'test', 1, 'test', now() + interval '1 hour')`);
}

/** As if so many minutes had passed since what is stored. */
export async function passMinutes(db: Db, minutes: number): Promise<void> {
  const by = sql`make_interval(mins => ${minutes})`;
  await db.execute(sql`update alert_states set since = since - ${by}, checked_at = checked_at - ${by}`);
  await db.execute(sql`update alert_incidents set since = since - ${by}, opened_at = opened_at - ${by},
    cleared_at = cleared_at - ${by}`);
}

export function readIncidents(db: Db) {
  return db.select().from(alertIncidents).orderBy(asc(alertIncidents.id));
}

export function readMessages(db: Db) {
  return db.select().from(alertMessages).orderBy(asc(alertMessages.id));
}

export function readMails(db: Db) {
  return db.select().from(mails).orderBy(asc(mails.createdAt), asc(mails.recipient));
}

let owners = 0;

export async function createOwnerAccount(
  db: Db,
  more: Partial<Parameters<typeof insertAccount>[1]> = {},
): Promise<number> {
  owners += 1;
  const [userName, email] = [`owner_${owners}`, `owner.${owners}@example.com`];
  const rank = { permission: 32, emailConfirmedAt: new Date() };
  return insertAccount(db, { userName, email, passwordHash: 'none', ...rank, ...more });
}
